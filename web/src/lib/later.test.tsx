import { render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { expect, test, vi } from 'vitest'
import type * as code from './later.ts'

// The other tests have test/later.ts in its place.
const { later } = await vi.importActual<typeof code>('./later.ts')

test('the code of a component is loaded when it is first drawn, and stands in its place once it is there', async () => {
  const load = vi.fn<() => Promise<{ Greeting: (props: { name: string }) => string }>>(async () => ({
    Greeting: ({ name }) => `Hello ${name}`,
  }))
  const Greeting = later(load, 'Greeting')
  expect(load).not.toHaveBeenCalled()

  render(
    <Suspense fallback="One moment">
      <Greeting name="Ana" />
    </Suspense>,
  )

  expect(screen.getByText('One moment')).toBeDefined()
  expect(await screen.findByText('Hello Ana')).toBeDefined()
})
