import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import {
  button,
  PAGE,
  PIRATES,
  ride,
  serveGetAlerts,
  serveSubscriptions,
  SPACE,
  watching,
} from '../test/get-alerts.ts'
import { serveIdentity } from '../test/identity.ts'
import { renderApp } from '../test/render-app.tsx'
import { EPCOT, MAGIC_KINGDOM, refusal } from '../test/samples.ts'
import { server } from '../test/server.ts'

beforeEach(serveGetAlerts)

test('a park without a choice has all its rides selected, the most wanted first, in the bands of 15 and 30', async () => {
  renderApp(PAGE)
  expect((await ride('Space Mountain')).checked).toBe(true)
  const list = screen.getByRole('region', { name: 'Rides of Magic Kingdom Park' })
  expect(
    within(list)
      .getAllByRole('checkbox')
      .map((box) => box.getAttribute('aria-label')),
  ).toEqual(['Space Mountain', 'Pirates'])
  expect(list.textContent).toMatch(/15 min.*Short.*40 min.*Long/)
  expect(screen.getByText('2 rides chosen.')).toBeDefined()
})

test('what was unselected by hand stays so on the next visit, for this park alone', async () => {
  const first = renderApp(PAGE)
  await ride('Space Mountain')
  await first.user.click(await button('Unselect all'))
  expect(screen.getByText('0 rides chosen.')).toBeDefined()
  first.unmount()

  const second = renderApp(PAGE)
  expect((await ride('Space Mountain')).checked).toBe(false)
  await second.user.click(await button('Activate Alerts · $1'))
  expect(await screen.findByText('No Rides Selected')).toBeDefined()
  second.unmount()

  const third = renderApp(`/get-alerts?park=${EPCOT}`)
  expect((await ride('Space Mountain')).checked).toBe(true)
  await third.user.click(await ride('Pirates'))
  third.unmount()

  const back = renderApp(PAGE)
  expect((await ride('Space Mountain')).checked).toBe(false)
  await back.user.click(await button('Select all'))
  back.unmount()
  const other = renderApp(`/get-alerts?park=${EPCOT}`)
  expect((await ride('Pirates')).checked).toBe(true)
  other.unmount()
  renderApp(PAGE)
  expect((await ride('Space Mountain')).checked).toBe(true)
})

test('the choice of one account is not shown to another on the same device', async () => {
  const first = renderApp(PAGE)
  await first.user.click(await ride('Pirates'))
  first.unmount()
  serveIdentity({ isSignedIn: true, email: 'ben@example.com' })
  renderApp(PAGE)
  expect((await ride('Pirates')).checked).toBe(true)
})

test('a search leaves the rides that it names', async () => {
  const { user } = renderApp(PAGE)
  await ride('Space Mountain')
  await user.type(screen.getByRole('searchbox', { name: 'Search rides' }), 'pir')
  expect(screen.queryByRole('checkbox', { name: 'Space Mountain' })).toBeNull()
  expect(await ride('Pirates')).toBeDefined()
})

test('a change of the rides is saved at once, and taken back with a word where it is refused', async () => {
  const alerts = serveSubscriptions([watching()])
  const { user } = renderApp(PAGE)
  await user.click(await ride('Pirates'))
  await waitFor(() => expect(alerts.changes).toHaveLength(1))
  expect((await ride('Pirates')).checked).toBe(true)

  serveSubscriptions([watching()], () => refusal('unavailable'))
  await user.click(await ride('Space Mountain'))
  expect(await screen.findByText('Save Failed')).toBeDefined()
  await waitFor(async () => expect((await ride('Space Mountain')).checked).toBe(true))
})

test('unselect all is not sent to a park that is watched: its alerts would cover all rides', async () => {
  const alerts = serveSubscriptions([watching()])
  const { user } = renderApp(PAGE)
  await user.click(await button('Unselect all'))
  expect(await screen.findByText(/^No Rides Selected\. Until you choose one/)).toBeDefined()
  await user.click(await ride('Pirates'))
  await waitFor(() => expect(alerts.changes).toHaveLength(1))
  expect(alerts.changes).toEqual([
    {
      watches: [
        expect.objectContaining({ rideId: SPACE.rideId, active: false }),
        expect.objectContaining({ rideId: PIRATES.rideId, active: true }),
      ],
    },
  ])
})

test('a link to a ride opens the list there, with the limit of the ride', async () => {
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => undefined)
  serveSubscriptions([watching()])
  renderApp(`${PAGE}&ride=${SPACE.rideId}`)
  const limit = await screen.findByRole('button', { name: /^Alert at 15 min.*Space Mountain/ })
  expect(limit.getAttribute('aria-expanded')).toBe('true')
  expect(scrolled.mock.contexts).toEqual([limit.closest('li')])
})

test('a limit says how often its ride got that short, from one answer for the park', async () => {
  const shares = Array.from({ length: 24 }, (_, index) => (index + 1) / 100)
  const weekday = { days: 40, shares, bestHours: shares.map(() => 9) }
  const answers: string[] = []
  server.use(
    http.get('*/api/parks/:parkId/usual', ({ request }) => {
      answers.push(request.url)
      const none = { days: 0, shares: [], bestHours: [] }
      const rides = [{ rideId: SPACE.rideId, weekday, weekend: none }]
      return HttpResponse.json({ parkId: MAGIC_KINGDOM, timezone: 'America/New_York', rides })
    }),
  )
  serveSubscriptions([watching({ watches: watching().watches.map((watch) => ({ ...watch, active: true })) })])
  const { user } = renderApp(PAGE)
  await user.click(await screen.findByRole('button', { name: /^Alert at 15 min.*Space Mountain/ }))
  expect(
    await screen.findByText('At 15 min or less: 3% of the time on weekdays, most often at 9 am.'),
  ).toBeDefined()
  await user.click(screen.getByRole('button', { name: /^Alert at 15 min.*Pirates/ }))
  expect(screen.getByText('We don’t know yet how often it gets that short.')).toBeDefined()
  expect(answers).toHaveLength(1)
})

test('the row of a ride says on how many of the last days it got as short as its limit, unless the limit fits the ride', async () => {
  const often = { days: 40, shares: [0, 0.1, 0.25], bestHours: [null, 9, 9] }
  const lows = [15, 20, 10, null, 30, 15, 25]
  const [space] = watching().watches
  if (!space) throw new Error('No ride is watched')
  const fitted = { ...space, rideId: crypto.randomUUID(), rideName: 'Fitted', limit: 'fit' as const }
  server.use(
    http.get('*/api/parks/:parkId/usual', () =>
      HttpResponse.json({
        parkId: MAGIC_KINGDOM,
        timezone: 'America/New_York',
        rides: [space, fitted].map(({ rideId }) => ({ rideId, weekday: often, weekend: often, lows })),
      }),
    ),
  )
  serveSubscriptions([watching({ watches: [space, fitted] })])
  renderApp(PAGE)
  expect((await screen.findByText('3 of 7')).textContent).toBe('Short on 3 of 7 days')
  expect(screen.getByText('Fitted')).toBeDefined()
})

test('for a limit that a ride never meets, the one that it meets on most days is a tap away', async () => {
  const none = { days: 0, shares: [], bestHours: [] }
  server.use(
    http.get('*/api/parks/:parkId/usual', () =>
      HttpResponse.json({
        parkId: MAGIC_KINGDOM,
        timezone: 'America/New_York',
        rides: [{ rideId: SPACE.rideId, weekday: none, weekend: none, lows: [40, 35, 45, 35, 30, 50, 40] }],
      }),
    ),
  )
  const alerts = serveSubscriptions([watching()])
  const { user } = renderApp(PAGE)
  await user.click(await button(/^Set 40 min.*Space Mountain$/))
  await waitFor(() =>
    expect(alerts.changes).toMatchObject([{ watches: [{ rideId: SPACE.rideId, thresholdMinutes: 40 }, {}] }]),
  )
  expect(screen.getByText('5 of 7').textContent).toBe('Short on 5 of 7 days')
  expect(screen.queryByText(/^At 40 min/)).toBeNull()
})
