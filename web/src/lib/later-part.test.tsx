import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { ErrorBoundary } from './error-boundary.tsx'
import { LaterPart } from './later-part.tsx'
import type * as code from './later.ts'

// The other tests have test/later.ts in its place.
const { later } = await vi.importActual<typeof code>('./later.ts')

const Page = ({ children }: { children: ReactNode }) => (
  <ErrorBoundary renderInstead={() => 'The page broke'}>{children}</ErrorBoundary>
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
  const { user } = pageWithPart(Infinity)
  await user.type(screen.getByRole('textbox', { name: 'Email' }), 'ana@example.com')
  expect((await screen.findByRole('alert')).textContent).toContain('No connection')
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Email' }).value).toBe('ana@example.com')
})

test('each try loads the code once, until it is there and has the focus', async () => {
  const { user, tries } = pageWithPart(3)
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('alert')).toBeDefined()
  expect(tries()).toBe(2)
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  const part = await screen.findByText('The part')
  expect(document.activeElement).toBe(part)
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a part that breaks is the page’s to tell', async () => {
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
