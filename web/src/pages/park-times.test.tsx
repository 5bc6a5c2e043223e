import type { ParkBestTimes } from '@walkon/contracts/http/ride-statistics'
import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderApp } from '../test/render-app.tsx'
import { aRide, EPCOT, MAGIC_KINGDOM, serveParks } from '../test/samples.ts'
import { server } from '../test/server.ts'

const SPACE = {
  ...aRide({ name: 'Space Mountain', waitMinutes: 20, usualMinutes: 50, popularity: 60 }),
  today: [[300, 20]] as [number, number | null][],
}
const DOWN = {
  ...aRide({ name: 'Big Thunder', status: 'DOWN', waitMinutes: null, popularity: 1 }),
  changedAt: '2026-04-14T18:28:00Z',
  breakdownMinutes: [5, 10, 20, 30, 40, 60, 90],
}
const PAGE = `/best-times?park=${MAGIC_KINGDOM}`

const times: ParkBestTimes = {
  parkId: MAGIC_KINGDOM,
  timezone: 'America/New_York',
  days: [
    {
      date: '2026-04-14',
      isOpen: true,
      rides: [
        {
          rideId: SPACE.rideId,
          name: 'Space Mountain',
          shortest: { startsAt: '2026-04-15T00:00:00Z', endsAt: '2026-04-15T02:00:00Z', usualMinutes: 15 },
          longest: { startsAt: '2026-04-14T16:00:00Z', endsAt: '2026-04-14T18:00:00Z', usualMinutes: 60 },
        },
      ],
    },
    { date: '2026-04-15', isOpen: false, rides: [] },
  ],
  usual: [9, 10, 11, 12, 13, 14].map((hour) => ({ hour, medianMinutes: 50 })),
}

/** Tuesday, 2:40 pm in Orlando. */
beforeEach(() => {
  vi.setSystemTime('2026-04-14T18:40:00Z')
})

function open(changes: Partial<ParkBestTimes> = {}) {
  serveParks([SPACE, DOWN])
  server.use(http.get('*/api/parks/:parkId/best-times', () => HttpResponse.json({ ...times, ...changes })))
  return renderApp(PAGE)
}

const part = async (name: RegExp | string) => within(await screen.findByRole('region', { name }))

test('the rides of a park stand in the order of their best hours, each with what it costs later, and lead to their pages', async () => {
  open()
  const today = await part(/^In this order today/)
  const [line] = today.getAllByRole('listitem')
  expect(line?.textContent).toMatch(/^15 min.*Space Mountain60 min from 12 pm to 2 pm$/)
  expect(today.getByRole('heading', { level: 3 }).textContent).toMatch(/^8 pm to 10 pm/)
  expect(today.getByRole('link').getAttribute('href')).toBe(`/best-times?ride=${SPACE.rideId}`)
  const tomorrow = await part(/^In this order tomorrow/)
  expect(tomorrow.getByText('No hours are published yet.')).toBeDefined()
})

test('after midnight the order of the park’s day is tonight’s, and the day that the calendar has begun is today', async () => {
  vi.setSystemTime('2026-04-15T05:00:00Z')
  open({ days: times.days.map((day) => ({ ...day, rides: [] })) })
  const tonight = await part(/^In this order tonight\s*Tue, Apr 14/)
  expect(tonight.getByText(/^Too few hours are left tonight/)).toBeDefined()
  const today = await part(/^In this order today\s*Wed, Apr 15/)
  expect(today.getByText('The park is closed today.')).toBeDefined()
})

test('today is compared with a usual day in a sentence, a chart and a table', async () => {
  open()
  const day = await part('30 min under a usual weekday so far.')
  expect(day.getByRole('row', { name: '12 pm 20 min 50 min' })).toBeDefined()
})

test('a park says what is down, and when it is usually back', async () => {
  open()
  const down = await part('Down now: 1')
  expect(down.getByText('since 2:28 pm, usually back in about 30 min')).toBeDefined()
})

test('another park is chosen by the title, and stands in the address', async () => {
  const { user, address } = open()
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Park' }), 'EPCOT')
  await waitFor(() => expect(address()).toBe(`/best-times?park=${EPCOT}`))
})

test('a park of which too little is known says so', async () => {
  open({ days: times.days.map((day) => ({ ...day, isOpen: true, rides: [] })), usual: [] })
  expect(await screen.findByText('We don’t know a usual weekday.')).toBeDefined()
  expect(screen.getByText('We don’t know its rides well enough yet.')).toBeDefined()
})

test('best times that cannot be loaded offer the next try', async () => {
  serveParks([SPACE])
  server.use(http.get('*/api/parks/:parkId/best-times', () => HttpResponse.error()))
  renderApp(PAGE)
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeDefined()
})

test('the board of a park leads to its best times', async () => {
  serveParks([SPACE])
  renderApp(`/live-wait-times?park=${MAGIC_KINGDOM}`)
  expect((await screen.findByRole('link', { name: 'Best times' })).getAttribute('href')).toBe(PAGE)
})

test('without a park in the address the one looked at last is shown, and any other can be picked', async () => {
  open().unmount()
  const { unmount, address, user } = renderApp('/best-times')
  await screen.findByRole('option', { name: 'Magic Kingdom Park' })
  await user.selectOptions(screen.getByLabelText('Park'), 'Magic Kingdom Park')
  expect(address()).toBe(PAGE)
  unmount()
  const matchAll = async () => [Response.json({ parkId: MAGIC_KINGDOM, readAt: '2026-04-14T18:00:00Z' })]
  vi.stubGlobal('caches', { open: async () => ({ matchAll, put: async () => undefined }) })
  const { address: remembered } = renderApp('/best-times')
  await waitFor(() => expect(remembered()).toBe(PAGE))
})
