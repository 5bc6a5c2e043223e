import type { ParkHours, ParkShows } from '@walkon/contracts/http/park-day'
import { screen, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { renderApp } from '../test/render-app.tsx'
import { aRide, MAGIC_KINGDOM, refusal, serveParks } from '../test/samples.ts'
import { server } from '../test/server.ts'

/** The live page's day below the rides: shows and hours. */

const BOARD = `/live-wait-times?park=${MAGIC_KINGDOM}`
const aShow = (name: string, rest: Partial<ParkShows['shows'][number]> = {}) => ({
  id: crypto.randomUUID(),
  name,
  slug: null,
  location: null,
  status: 'OPERATING' as const,
  waitMinutes: null,
  times: [],
  nextStartsAt: null,
  ...rest,
})

function serveShows(shows: ParkShows['shows']): void {
  serveParks([aRide()])
  const answer = {
    parkId: MAGIC_KINGDOM,
    readAt: new Date().toISOString(),
    isOpen: true,
    isStale: false,
    shows,
  }
  server.use(http.get('*/api/parks/:parkId/shows', () => HttpResponse.json(answer)))
}

const part = async (name: string) => within(await screen.findByRole('region', { name }))

test('a meeting with characters has its wait, a closed show its status, and the rest are named together', async () => {
  serveShows([
    aShow('Meet Mickey', { waitMinutes: 25 }),
    aShow('Parade', { status: 'DOWN', waitMinutes: 5 }),
    aShow('Castle Show'),
    aShow('Band'),
  ])
  renderApp(BOARD)
  const shows = await part('Shows today')
  expect((await shows.findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual([
    'Meet Mickey25 min',
    'ParadeTemporarily Closed',
  ])
  expect(shows.getByText('Without times today: Band, Castle Show.')).toBeDefined()
})

test('the next time of a show says so, and a time that is over is said to be', async () => {
  vi.useFakeTimers({ now: new Date('2026-04-14T18:00:00Z'), toFake: ['Date'] })
  const times = ['2026-04-14T15:00:00Z', '2026-04-14T18:30:00Z', '2026-04-14T22:00:00Z'].map((startsAt) => ({
    type: 'Performance Time',
    startsAt,
    endsAt: null,
  }))
  serveShows([aShow('Parade', { times })])
  renderApp(BOARD)
  const list = within(await (await part('Shows today')).findByRole('list', { name: 'Times' }))
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '11 am over',
    'next 2:30 pm',
    '6 pm',
  ])
})

test('the hours of the next days are listed with their extra hours', async () => {
  serveParks([aRide()])
  const hours: ParkHours = {
    parkId: MAGIC_KINGDOM,
    timezone: 'America/New_York',
    days: [
      {
        date: '2026-04-14',
        hours: [
          { type: 'EXTRA_HOURS', opensAt: '2026-04-14T12:30:00Z', closesAt: '2026-04-14T13:00:00Z' },
          { type: 'OPERATING', opensAt: '2026-04-14T13:00:00Z', closesAt: '2026-04-15T02:00:00Z' },
        ],
      },
      { date: '2026-04-15', hours: [] },
    ],
  }
  server.use(http.get('*/api/parks/:parkId/hours', () => HttpResponse.json(hours)))
  renderApp(BOARD)
  const days = await part('Park hours')
  expect((await days.findAllByRole('definition')).map(({ textContent }) => textContent)).toEqual([
    '9 am to 10 pmEarly entry 8:30 am to 9 am',
    'Not published yet',
  ])
})

test('a park without shows says so; shows that cannot be loaded leave the board and the hours alone', async () => {
  serveShows([])
  const { unmount } = renderApp(BOARD)
  expect(await (await part('Shows today')).findByText('This park publishes no shows.')).toBeDefined()
  unmount()

  server.use(http.get('*/api/parks/:parkId/shows', () => refusal('unavailable')))
  renderApp(BOARD)
  expect(await (await part('Shows today')).findByRole('button', { name: 'Try again' })).toBeDefined()
  expect(await screen.findByRole('region', { name: 'Park hours' })).toBeDefined()
})
