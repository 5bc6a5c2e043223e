import { act, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pages } from '../test/builds.ts'
import { Dormant } from './dormant.tsx'
import { HydrationProvider } from './hydration.tsx'

/** What the build has rendered: a form whose button does nothing yet. */
const PRERENDERED = '<div><input name="email" aria-label="Email"/><button>Order</button></div>'

let unmount: () => void = () => undefined
let drawAgain: () => void = () => undefined
let see: () => void = () => undefined

beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(tell: (seen: { isIntersecting: boolean }[]) => void) {
        tell([{ isIntersecting: false }])
        see = () => tell([{ isIntersecting: true }])
      }
      observe() {}
      disconnect() {}
    },
  )
})
afterEach(() => {
  ordered.mockReset()
  act(() => unmount())
  document.body.replaceChildren()
})

async function open(load: () => Promise<unknown>, isWanted = false, html = PRERENDERED): Promise<void> {
  const wanted = () => isWanted
  const container = document.createElement('div')
  container.innerHTML = html
  document.body.append(container)
  const app = () => (
    <HydrationProvider value={false}>
      <Dormant load={load} isWanted={wanted}>
        <Form />
      </Dormant>
    </HydrationProvider>
  )
  await act(async () => {
    const root = hydrateRoot(container, app())
    unmount = () => root.unmount()
    drawAgain = () => root.render(app())
  })
}

const ordered = vi.fn<(email: string) => void>()

function Form() {
  const [email, setEmail] = useState('')
  return (
    <>
      <input
        name="email"
        aria-label="Email"
        value={email}
        onChange={({ target }) => setEmail(target.value)}
      />
      <output>{email && `For ${email}`}</output>
      <button type="button" onClick={() => ordered(email)}>
        Order
      </button>
    </>
  )
}

const loaded = () => Promise.resolve()
const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Email' })
const knownEmail = () => screen.queryByRole('status')?.textContent
/** The part has taken over: its field is another one. */
const takesOver = (prerendered: Element) => waitFor(() => expect(field()).not.toBe(prerendered))
const touch = (type = 'pointerdown') => act(async () => void document.body.dispatchEvent(new Event(type)))

test('the HTML of the build stays, and no code is loaded, while the part is neither seen nor the page touched', async () => {
  const load = vi.fn(loaded)
  await open(load)
  const prerendered = field()
  act(() => drawAgain())

  expect(field()).toBe(prerendered)
  expect(screen.queryByRole('status')).toBeNull()
  expect(load).not.toHaveBeenCalled()
})

test.for(['pointerdown', 'keydown', 'focusin', 'scroll'])(
  '%s anywhere on the page loads the code, once',
  async (type) => {
    const load = vi.fn(loaded)
    await open(load)
    const prerendered = field()

    await touch(type)
    await touch(type)

    await takesOver(prerendered)
    expect(load).toHaveBeenCalledTimes(1)
  },
)

test('a part that is seen loads its code', async () => {
  const load = vi.fn(loaded)
  await open(load)
  await act(async () => see())
  expect(load).toHaveBeenCalledTimes(1)
})

test('a part that has something to show loads its code at once', async () => {
  const load = vi.fn(loaded)
  await open(load, true)
  expect(load).toHaveBeenCalledTimes(1)
})

test('what was typed before the code came stays in its field and is known to the part, and the focus stays where it was', async () => {
  const code = Promise.withResolvers<void>()
  await open(() => code.promise)
  const prerendered = field()
  prerendered.focus()
  prerendered.value = 'ann@example.com'

  code.resolve()
  await takesOver(prerendered)

  expect(field().value).toBe('ann@example.com')
  expect(knownEmail()).toBe('For ann@example.com')
  expect(document.activeElement).toBe(field())
})

test('a button that was pressed before the code came is pressed when it has come, once, with what was typed', async () => {
  const code = Promise.withResolvers<void>()
  await open(() => code.promise)
  const prerendered = field()
  prerendered.value = 'ann@example.com'
  await act(async () => screen.getByRole('button', { name: 'Order' }).click())
  expect(ordered).not.toHaveBeenCalled()

  code.resolve()
  await takesOver(prerendered)

  await waitFor(() => expect(ordered).toHaveBeenCalledExactlyOnceWith('ann@example.com'))
})

test('code that could not be loaded is tried again with the next touch', async () => {
  pages.unreached()
  const load = vi.fn(loaded).mockRejectedValueOnce(new TypeError('Failed to fetch'))
  await open(load)
  const prerendered = field()

  await touch()
  expect(field()).toBe(prerendered)
  // The touch that failed is over once it is known why.
  await vi.waitFor(async () => {
    await touch()
    expect(load).toHaveBeenCalledTimes(2)
  })

  await takesOver(prerendered)
})

test('a form whose code is gone with its build says that the page has to be reloaded, and keeps what was typed', async () => {
  pages.ofNewerBuild()
  const load = vi.fn(loaded).mockRejectedValue(new TypeError('Failed to fetch'))
  await open(load)
  const prerendered = field()
  prerendered.value = 'ann@example.com'

  await touch()
  expect((await screen.findByRole('alert')).textContent).toContain('Walkon was updated.')
  await touch()

  expect(load).toHaveBeenCalledTimes(1)
  expect(field()).toBe(prerendered)
  expect(field().value).toBe('ann@example.com')
})

test('text and links whose code is gone with its build stay as they are, and nothing is asked or said', async () => {
  const asked = vi.spyOn(globalThis, 'fetch')
  const load = vi.fn(loaded).mockRejectedValue(new TypeError('Failed to fetch'))
  await open(load, false, '<div><a href="/faq">FAQ</a></div>')
  await touch()

  expect(load).toHaveBeenCalledTimes(1)
  expect(asked).not.toHaveBeenCalled()
  expect(screen.getByRole('link', { name: 'FAQ' })).toBeDefined()
})
