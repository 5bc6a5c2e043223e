import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderApp } from '../test/render-app.tsx'
import { serveStatistics, someStatistics } from '../test/ride-statistics.ts'
import { aRide, MAGIC_KINGDOM, refusal, serveParks } from '../test/samples.ts'
import { server } from '../test/server.ts'

const SPACE = {
  ...aRide({ name: 'Space Mountain', waitMinutes: 10, usualMinutes: 55, popularity: 60 }),
  today: [
    [300, 40],
    [400, 20],
    [600, 10],
  ] as [number, number | null][],
}
const statistics = someStatistics({ rideId: SPACE.rideId })
const PAGE = `/best-times?ride=${SPACE.rideId}`

/** Tuesday, 2:40 pm in Orlando. */
beforeEach(() => {
  vi.setSystemTime('2026-04-14T18:40:00Z')
})

function open(rides = [SPACE], changes: Partial<typeof statistics> = {}) {
  serveParks(rides)
  serveStatistics({ ...statistics, ...changes })
  return renderApp(PAGE)
}

const part = async (name: RegExp | string) => within(await screen.findByRole('region', { name }))

test('the page of a ride has its wait now beside the usual one, and leads to an alert and to the board', async () => {
  open()
  expect(await screen.findByRole('heading', { level: 1, name: 'Space Mountain' })).toBeDefined()
  const now = await part('Wait now')
  expect(now.getByText('45 under usual')).toBeDefined()
  expect((await now.findByRole('link', { name: 'Alert me' })).getAttribute('href')).toBe(
    `/?park=${MAGIC_KINGDOM}&ride=${SPACE.rideId}#alerts`,
  )
  expect(screen.getByRole('link', { name: 'Magic Kingdom Park' }).getAttribute('href')).toBe(
    `/live-wait-times?park=${MAGIC_KINGDOM}`,
  )
})

test('each chart is a sentence, and a table for who does not see it', async () => {
  open()
  const today = await part(/^\d+ min under a usual weekday so far\.$/)
  expect(today.getByRole('row', { name: '12 pm 20 min 50 min half of the time 45 to 60 min' })).toBeDefined()
  const week = await part('Shortest on Tuesdays at 9 pm, longest on Saturdays at 12 pm.')
  expect(week.getByRole('row', { name: /^9 pm/ }).textContent).toBe('9 pm40154040404040')
  const down = await part('Down on 1 of the last 7 days, usually for 35 min.')
  expect(down.getByRole('row', { name: /Tue, Apr 14/ }).textContent).toBe(
    'Tue, Apr 14, 11:10 am11:10 am11:45 am35 min',
  )
  expect(screen.getByText(/^Back within 25 min in 8 of 10 times/)).toBeDefined()
  expect(screen.getByText(/^Half an hour after it reopens the wait is usually 20 min, from 18/)).toBeDefined()
})

test('the best two hours are those of today, and of tomorrow where its hours are published', async () => {
  open()
  const today = await part(/^Best two hours today/)
  expect(today.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^20 min.*8 pm to 10 pm.*the shortest two, usually$/),
    expect.stringMatching(/^60 min.*12 pm to 2 pm.*the longest two, usually$/),
  ])
  const tomorrow = await part(/^Best two hours tomorrow/)
  expect(tomorrow.getByText('No hours are published yet.')).toBeDefined()
})

test('after midnight the park’s day is tonight, and the day that the calendar has begun is today', async () => {
  vi.setSystemTime('2026-04-15T05:00:00Z')
  open()
  await part(/^Best two hours tonight\s*Tue, Apr 14/)
  const today = await part(/^Best two hours today\s*Wed, Apr 15/)
  expect(today.getByText('The park is closed today.')).toBeDefined()
})

test('a limit that the visitor sets says on how many days it was met', async () => {
  const { user } = open()
  await part('It got to 15 min or less on each of the last 7 days.')
  await user.click(screen.getByRole('button', { name: 'Lower limit' }))
  expect(await screen.findByText('It got to 10 min or less on 3 of the last 7 days.')).toBeDefined()
})

test('of fewer than four weeks the page says from what it speaks', async () => {
  open([SPACE], { days: 4, firstDate: '2026-04-10', week: [], weekday: [], score: null })
  expect(await screen.findByText(/^From 4 days since Fri, Apr 10: too few to rely on\./)).toBeDefined()
  await part('We don’t know a usual weekday.')
  await part('The week shows up here once three days of a weekday are known.')
})

test('the page says by how much the usual wait was off, beside two simpler rules', async () => {
  open()
  expect(
    await screen.findByText(
      /missed what was posted by 6 min on average.*day before.*9 min.*weekday by 7 min/,
    ),
  ).toBeDefined()
})

test('a ride that is closed says so in words, with the next opening', async () => {
  open([{ ...SPACE, status: 'CLOSED', waitMinutes: null, changedAt: '2026-04-14T18:10:00Z' }])
  const now = await part('Wait now')
  expect(now.getAllByText('Closed').length).toBeGreaterThan(0)
  expect(now.getByText('since 2:10 pm')).toBeDefined()
})

const DOWN = {
  ...SPACE,
  status: 'DOWN' as const,
  waitMinutes: null,
  changedAt: '2026-04-14T18:28:00Z',
  breakdownMinutes: [5, 10, 20, 30, 40, 60, 90],
}

test('a ride that is down says since when, and when it is usually back', async () => {
  open([DOWN])
  const now = await part('Wait now')
  expect(now.getByText('since 2:28 pm')).toBeDefined()
  expect(now.getByText('Usually back in about 30 min.')).toBeDefined()
})

test('the board and the details of a ride that is down say the same', async () => {
  serveParks([DOWN])
  renderApp(`/live-wait-times?park=${MAGIC_KINGDOM}&details=${DOWN.rideId}`)
  const details = within(await screen.findByRole('dialog', { name: 'Space Mountain' }))
  expect(details.getByText('since 2:28 pm, usually back in about 30 min')).toBeDefined()
  expect(screen.getByText('usually back in about 30 min')).toBeDefined()
})

test('a ride that has just reopened says the wait that usually follows, on its page, the board and in its details', async () => {
  const reopened = { ...SPACE, waitAfterReopening: 25 }
  const { unmount } = open([reopened])
  const now = await part('Wait now')
  expect(now.getByText('Just reopened, usually 25 min half an hour later.')).toBeDefined()
  unmount()
  renderApp(`/live-wait-times?park=${MAGIC_KINGDOM}&details=${SPACE.rideId}`)
  const details = within(await screen.findByRole('dialog', { name: 'Space Mountain' }))
  expect(details.getByText(/, just reopened, usually 25 min half an hour later$/)).toBeDefined()
  expect(screen.getByText('just reopened, usually 25 min half an hour later')).toBeDefined()
})

test('a ride that is not on the board keeps its usual waits', async () => {
  open([])
  expect(await screen.findByText('This ride is not on the board')).toBeDefined()
  await part(/^Best two hours today/)
})

test('an id that the park has given up leads to the address of the ride that has its place', async () => {
  const { address } = open([SPACE], { rideId: '22222222-2222-4222-8222-222222222222' })
  await waitFor(() => expect(address()).toBe('/best-times?ride=22222222-2222-4222-8222-222222222222'))
})

test('a ride that nobody knows is said to be unknown', async () => {
  serveParks([SPACE])
  server.use(http.get('*/api/parks/attractions/:rideId/statistics', () => refusal('attraction-not-found')))
  const { unmount } = renderApp(PAGE)
  expect(await screen.findByText('We don’t know this ride')).toBeDefined()
  unmount()
  renderApp('/best-times?ride=no-ride')
  expect(await screen.findByText('We don’t know this ride')).toBeDefined()
})

test('statistics that cannot be loaded offer the next try', async () => {
  serveParks([SPACE])
  server.use(http.get('*/api/parks/attractions/:rideId/statistics', () => HttpResponse.error()))
  const { user } = renderApp(PAGE)
  const again = await screen.findByRole('button', { name: 'Try again' })
  serveStatistics(statistics)
  await user.click(again)
  expect(await screen.findByRole('region', { name: 'Wait now' })).toBeDefined()
})

test('a list of parks that cannot be loaded offers the next try, and then its parks', async () => {
  serveParks([SPACE])
  server.use(http.get('*/api/parks/destinations', () => refusal('internal'), { once: true }))
  const { user } = renderApp('/best-times')
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  const park = await screen.findByRole('link', { name: /^Magic Kingdom/ })
  expect(park.getAttribute('href')).toBe(`/best-times?park=${MAGIC_KINGDOM}`)
})

test('the details of a ride on the board lead to its page', async () => {
  serveParks([SPACE])
  renderApp(`/live-wait-times?park=${MAGIC_KINGDOM}&details=${SPACE.rideId}`)
  const link = await screen.findByRole('link', { name: 'Best times, and how reliable it is' })
  expect(link.getAttribute('href')).toBe(PAGE)
})
