import { render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { PageBoundary } from './page-boundary.tsx'

// React reports an error that it gave to a boundary.
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))

function titleAfter(error: unknown): string | null {
  const Page = () => {
    throw error
  }
  render(
    <PageBoundary>
      <Page />
    </PageBoundary>,
  )
  return screen.getByRole('heading', { level: 1 }).textContent
}

test.for([
  'Failed to fetch dynamically imported module: https://walkon.example/assets/faq.js',
  'error loading dynamically imported module: https://walkon.example/assets/faq.js',
  'Importing a module script failed.',
])('a page whose code does not arrive says that there is no connection: %s', (message) => {
  expect(titleAfter(new TypeError(message))).toBe('No connection')
})

test('a page that breaks says that the error is unexpected', () => {
  expect(titleAfter(new TypeError('undefined is not a function'))).toBe('An unexpected error occurred')
})
