import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { pages } from '../test/builds.ts'
import { server } from '../test/server.ts'
import { PageBoundary } from './page-boundary.tsx'

const NOT_LOADED = 'Failed to fetch dynamically imported module: https://walkon.example/assets/faq.js'
const openedAt = location.pathname

// React reports an error that it gave to a boundary.
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  return () => history.replaceState(null, '', openedAt)
})

function openBroken(error: unknown) {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {})
  const Page = () => {
    throw error
  }
  const view = render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <PageBoundary>
        <Page />
      </PageBoundary>
    </QueryClientProvider>,
  )
  return { reload, ...view }
}

const title = async () => (await screen.findByRole('heading', { level: 1 })).textContent

test.for([
  NOT_LOADED,
  'error loading dynamically imported module: https://walkon.example/assets/faq.js',
  'Importing a module script failed.',
])('a page whose code does not arrive says that there is no connection: %s', async (message) => {
  pages.unreached()
  openBroken(new TypeError(message))
  expect(await title()).toBe('No connection')
})

test('a page whose code did not arrive is loaded again when the signal is back, and not once the visitor has left it', async () => {
  pages.unreached()
  const { reload, unmount } = openBroken(new TypeError(NOT_LOADED))
  await title()
  expect(reload).not.toHaveBeenCalled()
  act(() => void dispatchEvent(new Event('online')))
  expect(reload).toHaveBeenCalledOnce()
  unmount()
  dispatchEvent(new Event('online'))
  expect(reload).toHaveBeenCalledOnce()
})

test('a page that breaks says that the error is unexpected', async () => {
  openBroken(new TypeError('undefined is not a function'))
  expect(await title()).toBe('An unexpected error occurred')
})

test('a page whose code is gone with its build is loaded from the newer one, and nothing is said meanwhile', async () => {
  pages.ofNewerBuild()
  history.replaceState(null, '', '/faq')
  const { reload } = openBroken(new TypeError(NOT_LOADED))
  await waitFor(() => expect(reload).toHaveBeenCalledOnce())
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByRole('status', { name: 'Loading the page' })).toBeDefined()
})

test('a page whose code does not arrive is not loaded again while the build is the same', async () => {
  pages.ofThisBuild()
  history.replaceState(null, '', '/faq')
  const { reload } = openBroken(new TypeError(NOT_LOADED))
  expect(await title()).toBe('No connection')
  expect(reload).not.toHaveBeenCalled()
})

test('a document whose own page does not arrive is not loaded again, also where another server answers with a newer build', async () => {
  pages.ofNewerBuild()
  const { reload } = openBroken(new TypeError(NOT_LOADED))
  expect(await title()).toBe('No connection')
  expect(reload).not.toHaveBeenCalled()
})

test('a visitor who has left the page meanwhile stays where they are', async () => {
  const visitorLeaves = Promise.withResolvers<void>()
  const read = vi.spyOn(Response.prototype, 'text')
  server.use(
    http.get('http://localhost/', async () => {
      await visitorLeaves.promise
      return HttpResponse.html('')
    }),
  )
  history.replaceState(null, '', '/faq')
  const { reload, unmount } = openBroken(new TypeError(NOT_LOADED))
  unmount()
  visitorLeaves.resolve()
  await vi.waitFor(() => expect(read).toHaveBeenCalledOnce())
  await act(async () => void (await read.mock.results[0]?.value))
  expect(reload).not.toHaveBeenCalled()
})
