import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { expectFocusOn } from '../test/focus.ts'
import { pages } from '../test/builds.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { LaterPart } from './later-part.tsx'
import type * as code from './later.ts'

// The other tests have test/later.ts in its place.
const { later } = await vi.importActual<typeof code>('./later.ts')

const Page = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
    <ErrorBoundary renderInstead={() => 'The page broke'}>{children}</ErrorBoundary>
  </QueryClientProvider>
)

/** A part whose code arrives with the given try. */
function pageWithPart(arrivesAt: number) {
  // React reports an error that it gave to a boundary.
  vi.spyOn(console, 'error').mockImplementation(() => {})
  let tries = 0
  const Part = later(async () => {
    tries += 1
    if (tries < arrivesAt) throw new TypeError('Failed to fetch dynamically imported module: /assets/part.js')
    return { Part: () => 'The part' }
  }, 'Part')
  render(
    <Page>
      <input aria-label="Email" />
      <LaterPart load={Part.load}>
        <Part />
      </LaterPart>
    </Page>,
  )
  return { user: userEvent.setup({ delay: null }), tries: () => tries }
}

test('a part whose code does not arrive says so in its place, and what was typed beside it stays', async () => {
  pages.unreached()
  const { user } = pageWithPart(Infinity)
  await user.type(screen.getByRole('textbox', { name: 'Email' }), 'ana@example.com')
  expect((await screen.findByRole('alert')).textContent).toContain('No connection')
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Email' }).value).toBe('ana@example.com')
})

test('each try loads the code once, until it is there and has the focus', async () => {
  pages.unreached()
  const { user, tries } = pageWithPart(3)
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('alert')).toBeDefined()
  expect(tries()).toBe(2)
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  const part = await screen.findByText('The part')
  await expectFocusOn(part)
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a part whose code is gone with its build offers to reload, and the page keeps what was typed until then', async () => {
  pages.ofNewerBuild()
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {})
  const { user } = pageWithPart(Infinity)
  await user.type(screen.getByRole('textbox', { name: 'Email' }), 'ana@example.com')
  const words = (await screen.findByRole('alert')).textContent
  expect(words).toMatch(/^Walkon was updated. Reload the page to go on.\s*$/)
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Email' }).value).toBe('ana@example.com')
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  expect(reload).not.toHaveBeenCalled()

  await user.click(screen.getByRole('button', { name: 'Reload the page' }))
  expect(reload).toHaveBeenCalledOnce()
})

test('a try after a deployment says that Walkon was updated', async () => {
  pages.unreached()
  const { user } = pageWithPart(Infinity)
  const tryAgain = await screen.findByRole('button', { name: 'Try again' })
  pages.ofNewerBuild()
  await user.click(tryAgain)
  expect(await screen.findByRole('button', { name: 'Reload the page' })).toBeDefined()
})

test('the page, not the part, shows the error of a part that breaks', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const Broken = () => {
    throw new Error('undefined is not a function')
  }
  render(
    <Page>
      <LaterPart load={async () => undefined}>
        <Broken />
      </LaterPart>
    </Page>,
  )
  expect(screen.getByText('The page broke')).toBeDefined()
})

test('a part whose code did not arrive comes by itself when the signal is back, and leaves the focus where it is', async () => {
  pages.unreached()
  pageWithPart(2)
  await screen.findByRole('alert')
  const field = screen.getByRole('textbox', { name: 'Email' })
  field.focus()
  pages.ofThisBuild()
  dispatchEvent(new Event('online'))
  expect(await screen.findByText('The part')).toBeDefined()
  await expectFocusOn(field)
})
