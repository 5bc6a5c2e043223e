import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { hydrateRoot } from 'react-dom/client'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { expectFocusOn } from '../test/focus.ts'
import { Dormant } from './dormant.tsx'
import { HydrationProvider } from './hydration.tsx'

/** The build's rendering. The code draws the same, and says that it is awake. */
const PRERENDERED = '<div><a href="/faq">FAQ</a><a href="https://example.com/">Elsewhere</a></div><p>/</p>'

let unmount: () => void = () => undefined
let drawAgain: () => void = () => undefined
let comesNear: () => void = () => undefined

beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(tell: (seen: { isIntersecting: boolean }[]) => void) {
        tell([{ isIntersecting: false }])
        comesNear = () => tell([{ isIntersecting: true }])
      }
      observe() {}
      disconnect() {}
    },
  )
})
afterEach(() => {
  act(() => unmount())
  document.body.replaceChildren()
})

const Address = () => <p>{useLocation().pathname}</p>

async function open(load: () => Promise<unknown>): Promise<void> {
  const container = document.createElement('div')
  container.innerHTML = PRERENDERED
  document.body.append(container)
  const app = () => (
    <MemoryRouter>
      <HydrationProvider value={false}>
        <Dormant load={load}>
          <a href="/faq">FAQ</a>
          <a href="https://example.com/">Elsewhere</a>
          <output>Awake</output>
        </Dormant>
        <Address />
      </HydrationProvider>
    </MemoryRouter>
  )
  await act(async () => {
    const root = hydrateRoot(container, app())
    unmount = () => root.unmount()
    drawAgain = () => root.render(app())
  })
}

const loaded = () => Promise.resolve()
const link = (name = 'FAQ') => screen.getByRole('link', { name })
const isAwake = () => screen.queryByRole('status') !== null
const near = () => act(async () => comesNear())

test('the HTML of the build stays, and no code is loaded, while the section is not near', async () => {
  const load = vi.fn(loaded)
  await open(load)
  const prerendered = link()
  act(() => drawAgain())

  expect(link()).toBe(prerendered)
  expect(load).not.toHaveBeenCalled()
})

test('a section that comes near takes over once its code is there, and a link in it keeps the focus', async () => {
  const code = Promise.withResolvers<void>()
  const load = vi.fn(() => code.promise)
  await open(load)
  await near()
  link().focus()
  expect(isAwake()).toBe(false)

  await act(async () => code.resolve())

  await waitFor(() => expect(isAwake()).toBe(true))
  await expectFocusOn(link())
  expect(load).toHaveBeenCalledTimes(1)
})

test('code that could not be loaded is tried again when the signal is back, and not while the section is far away', async () => {
  const load = vi.fn(loaded).mockRejectedValueOnce(new TypeError('Failed to fetch'))
  await open(load)
  const online = () => act(async () => void dispatchEvent(new Event('online')))
  await online()
  expect(load).not.toHaveBeenCalled()

  await near()
  expect(isAwake()).toBe(false)
  await online()

  await waitFor(() => expect(isAwake()).toBe(true))
  expect(load).toHaveBeenCalledTimes(2)
})

test('a link within the app is followed without a load of the document, before its code is there', async () => {
  await open(() => new Promise(() => {}))
  expect(fireEvent.click(link())).toBe(false)
  await screen.findByText('/faq')
})

test.for([
  ['to elsewhere', 'Elsewhere', {}],
  ['that is opened in a new tab', 'FAQ', { ctrlKey: true }],
] as const)('a link %s is left to the browser', async ([, name, init]) => {
  await open(() => new Promise(() => {}))
  // The browser of the tests would follow it.
  let isLeft = false
  document.addEventListener(
    'click',
    (event) => {
      isLeft = !event.defaultPrevented
      event.preventDefault()
    },
    { once: true },
  )
  fireEvent.click(link(name), init)
  expect(isLeft).toBe(true)
  expect(screen.getByText('/')).toBeDefined()
})
