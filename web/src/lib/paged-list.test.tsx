import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { string } from 'zod/mini'
import { refusal } from '../test/samples.ts'
import { server } from '../test/server.ts'
import { PagedList } from './paged-list.tsx'
import { pagesQuery } from './pages-query.ts'

/** A list of two pages at the wire. `asked` holds the query string of each request; `isDown` refuses the second page. */
function serveRides() {
  const service = { asked: [] as string[], isDown: false }
  server.use(
    http.get('*/api/rides', ({ request }) => {
      const { searchParams } = new URL(request.url)
      service.asked.push(searchParams.toString())
      if (!searchParams.has('cursor')) return HttpResponse.json({ items: ['Dumbo'], next: 'a+b' })
      return service.isDown ? refusal('unavailable') : HttpResponse.json({ items: ['Peter'], next: null })
    }),
  )
  return service
}

function renderList(filters?: Record<string, string>) {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <PagedList
        query={pagesQuery(string(), '/rides', null, filters)}
        name="the rides"
        more="more rides"
        empty="No rides"
      >
        {(name) => <li key={name}>{name}</li>}
      </PagedList>
    </QueryClientProvider>,
  )
  return userEvent.setup({ delay: null })
}

const more = () => screen.findByRole('button', { name: 'Show more rides' })
const names = () => screen.getAllByRole('listitem').map((row) => row.textContent)

test('a list keeps its filters over its pages, and a cursor arrives as it was given', async () => {
  const { asked } = serveRides()
  const user = renderList({ park: '6', name: 'a&b' })
  await user.click(await more())
  await waitFor(() => expect(names()).toEqual(['Dumbo', 'Peter']))
  expect(asked).toEqual(['park=6&name=a%26b', 'park=6&name=a%26b&cursor=a%2Bb'])
})

test('a page that cannot be loaded leaves those before it, and the next try loads it', async () => {
  const service = serveRides()
  const user = renderList()
  service.isDown = true
  await user.click(await more())
  expect((await screen.findByRole('alert')).textContent).toContain('More rides could not be loaded')
  expect(names()).toEqual(['Dumbo'])

  service.isDown = false
  await user.click(await more())
  await waitFor(() => expect(names()).toEqual(['Dumbo', 'Peter']))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.queryByRole('button')).toBeNull()
})
