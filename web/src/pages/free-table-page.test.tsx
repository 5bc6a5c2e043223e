import type { ToldTables, ToldTableState } from '@walkon/contracts/http/restaurant-alerts'
import { screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { serveGates } from '../test/gates.ts'
import { renderApp } from '../test/render-app.tsx'
import { server } from '../test/server.ts'

const PAGE = '/free-table?token=told-told-told-told-told'
const BOOKING = 'https://disneyworld.disney.go.com/dine-res/restaurant/liberty-tree-tavern/'

/** The link of a mail about two tables. Returns the tokens that were asked for. */
function serveTold(states: [ToldTableState, ToldTableState], bookingUrl: string | null = BOOKING) {
  const asked: unknown[] = []
  // Closed, and without a key on this device.
  serveGates({ open: [] })
  server.use(
    http.post('*/api/planner/restaurant-alerts/link', async ({ request }) => {
      asked.push(await request.json())
      return HttpResponse.json({
        restaurantName: 'Liberty Tree Tavern',
        parkName: 'Magic Kingdom',
        timezone: 'America/New_York',
        partySize: 2,
        toldAt: '2026-11-25T22:31:00Z',
        bookingUrl,
        tables: [
          { date: '2026-11-25', time: null, waitMinutes: 25, state: states[0] },
          { date: '2026-11-26', time: '18:30', waitMinutes: null, state: states[1] },
        ],
      } satisfies ToldTables)
    }),
  )
  return asked
}

test('the link of a mail shows what was told, without a login and while the gate is closed', async () => {
  const asked = serveTold(['gone', 'free'])
  const { address } = renderApp(PAGE)

  expect(await screen.findByRole('heading', { name: 'Liberty Tree Tavern' })).toBeDefined()
  // The mail may be opened days later.
  expect(screen.getByText(/We wrote on Wed, Nov 25, 5:31 pm EST/)).toBeDefined()
  expect(screen.getByRole('link', { name: 'Book at the park' }).getAttribute('href')).toBe(BOOKING)
  const [free, gone] = [screen.getByText('Free when we last looked'), screen.getByText('Gone')]
  expect(free.parentElement?.textContent).toContain('6:30 pmLiberty Tree TavernThu, Nov 26. Table for 2')
  expect(gone.closest('li')?.textContent).toBe('25 minGoneWalk in on Wed, Nov 25, the wait when we wrote')
  expect(asked).toEqual([{ token: 'told-told-told-told-told' }])
  await waitFor(() => expect(address()).toBe('/free-table'))
})

test('a table that is gone is not offered, and the park’s own page is still one step away', async () => {
  serveTold(['past', 'gone'])
  renderApp(PAGE)

  const link = await screen.findByRole('link', { name: 'Look at the park’s own page' })
  expect(link.getAttribute('href')).toBe(BOOKING)
  expect(screen.queryByRole('link', { name: 'Book at the park' })).toBeNull()
  expect(screen.getByText('Too late now')).toBeDefined()
})

test('where the park’s page is not known, the words name its app and the desk', async () => {
  serveTold(['past', 'unwatched'], null)
  renderApp(PAGE)

  expect(await screen.findByText('Not checked')).toBeDefined()
  expect(screen.getByText(/own app and the restaurant’s desk/)).toBeDefined()
})

test('a link without its token says that it is incomplete', async () => {
  renderApp('/free-table')

  expect(await screen.findByRole('heading', { name: 'This link is incomplete' })).toBeDefined()
})
