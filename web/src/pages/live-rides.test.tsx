import type { LiveRideWithQueues } from '@walkon/contracts/http/live-queues'
import type { RideUsualWaits } from '@walkon/contracts/http/usual-waits'
import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { expectFocusOn } from '../test/focus.ts'
import { serveIdentity, wasSignedIn } from '../test/identity.ts'
import { renderApp } from '../test/render-app.tsx'
import {
  aRide,
  aSubscription,
  aWatch,
  MAGIC_KINGDOM,
  refusal,
  samplePark,
  serveParks,
} from '../test/samples.ts'
import { server } from '../test/server.ts'

/** The rides of the live page: their queues, what each has at its own address, favorites, order, and the way to an alert. */

const BOARD = `/live-wait-times?park=${MAGIC_KINGDOM}`
const SPACE: LiveRideWithQueues = {
  ...aRide({ name: 'Space Mountain', waitMinutes: 40, usualMinutes: 70, popularity: 60 }),
  today: [
    [300, 25],
    [360, 60],
    [420, 40],
  ],
  queues: [
    { kind: 'SINGLE_RIDER', waitMinutes: 15 },
    { kind: 'PAID_RETURN_TIME', state: 'AVAILABLE', price: { amount: 1500, currency: 'USD' } },
  ],
}
const CAROUSEL = aRide({ name: 'Carousel', waitMinutes: 5, usualMinutes: 10, popularity: 10 })

/** At or below 5, 10, 15 minutes in so much of the time, at every hour of every day. */
function serveUsual(shares = [0, 0.004, 0.12], days = 40): void {
  const hours = Array.from({ length: 24 }, (_, hour) => ({
    hour,
    days,
    medianMinutes: 65,
    shortMinutes: null,
    shares,
    downShare: 0,
  }))
  const usual: RideUsualWaits = {
    rideId: SPACE.rideId,
    name: SPACE.name,
    parkId: MAGIC_KINGDOM,
    timezone: 'America/New_York',
    usualMinutes: 70,
    weekday: hours,
    weekend: hours,
    downtimes: [],
    forecast: [],
  }
  server.use(http.get('*/api/parks/attractions/:rideId/usual', () => HttpResponse.json(usual)))
}

function openBoard(path = BOARD) {
  serveParks([SPACE, CAROUSEL])
  serveUsual()
  return renderApp(path)
}

const rowOf = async (name: string) => {
  const row = (await screen.findByRole('link', { name })).closest('li')
  if (!row) throw new Error(`${name} has no row`)
  return row
}
const names = () =>
  screen
    .getAllByRole('button', { name: /^Favorite: / })
    .map((star) => star.getAttribute('aria-label')?.replace('Favorite: ', ''))

test('a row shows the queues beside standby, with their waits and prices', async () => {
  openBoard()
  const queues = within(await rowOf('Space Mountain')).getByRole('list', { name: 'Other queues' })
  expect(
    within(queues)
      .getAllByRole('listitem')
      .map((queue) => queue.textContent),
  ).toEqual(['Single rider 15 min', 'Paid return available, $15'])
  expect(within(await rowOf('Carousel')).queryByRole('list')).toBeNull()
})

test('a ride that one usually walks on says so in place of a number', async () => {
  serveParks([aRide({ name: 'Carousel', waitMinutes: 5, usualMinutes: 0 })])
  renderApp(BOARD)
  expect(await screen.findByText('usual walk on')).toBeDefined()
})

test('a ride opens at an address of its own with its day in figures, and back closes it', async () => {
  const { user, address, goBack } = openBoard()
  await user.click(await screen.findByRole('link', { name: 'Space Mountain' }))
  const details = await screen.findByRole('dialog', { name: 'Space Mountain' })
  expect(address()).toBe(`${BOARD}&details=${SPACE.rideId}`)
  expect(
    within(details)
      .getAllByRole('definition')
      .slice(0, 3)
      .map((figure) => figure.textContent),
  ).toEqual(['40 min', '70 minat this hour', '25 minat 9 am'])
  goBack()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(address()).toBe(BOARD)
})

test('the day of a ride begins when the park opens, also where waits are posted all night', async () => {
  vi.setSystemTime('2026-04-14T18:00:00Z')
  serveParks([{ ...SPACE, today: [[0, 5], ...SPACE.today] }])
  serveUsual()
  renderApp(`${BOARD}&details=${SPACE.rideId}`)
  const lowest = (await screen.findByText('Lowest today')).parentElement
  await waitFor(() => expect(lowest?.textContent).toBe('Lowest today25 minat 9 am'))
})

test('the details of a ride say how often it gets to 5, 10 and 15 minutes at this hour', async () => {
  openBoard(`${BOARD}&details=${SPACE.rideId}`)
  const often = within(await screen.findByRole('region', { name: /^How short it gets, week/ }))
  expect(often.getAllByRole('term').map(({ nextSibling }) => nextSibling?.textContent)).toEqual([
    'never',
    'under 1% of the time',
    '12% of the time',
  ])
  expect(often.getByText('From 40 days.')).toBeDefined()
})

test('a ride of which too little is known says so in place of shares', async () => {
  openBoard()
  serveUsual([0, 0, 0], 2)
  renderApp(`${BOARD}&details=${SPACE.rideId}`)
  expect(await screen.findByText(/^We don’t know yet how short it gets at this hour/)).toBeDefined()
})

test('details whose usual waits cannot be loaded keep today, and offer the next try', async () => {
  serveParks([SPACE])
  server.use(http.get('*/api/parks/attractions/:rideId/usual', () => refusal('unavailable')))
  renderApp(`${BOARD}&details=${SPACE.rideId}`)
  const details = within(await screen.findByRole('dialog', { name: 'Space Mountain' }))
  expect(await details.findByRole('button', { name: 'Try again' })).toBeDefined()
  expect(details.getByText('at 9 am')).toBeDefined()
})

test('a ride that was opened by a link closes to the board of its park, and once', async () => {
  const { user, address } = openBoard(`${BOARD}&details=${SPACE.rideId}`)
  await user.dblClick(await screen.findByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(address()).toBe(BOARD)
})

test('a link to a ride that the board does not have says so over the board', async () => {
  openBoard(`${BOARD}&details=11111111-1111-4111-8111-111111111111`)
  expect(await screen.findByRole('dialog', { name: 'This ride is not on the board' })).toBeDefined()
  expect(await rowOf('Space Mountain')).toBeDefined()
})

test('a favorite comes first, keeps the focus, and is there at the next visit', async () => {
  const { user, unmount } = openBoard()
  await rowOf('Space Mountain')
  expect(names()).toEqual(['Carousel', 'Space Mountain'])
  await user.click(screen.getByRole('button', { name: 'Favorite: Space Mountain', pressed: false }))
  const star = screen.getByRole('button', { name: 'Favorite: Space Mountain', pressed: true })
  await expectFocusOn(star)
  expect(screen.getByRole('region', { name: 'Your favorites' }).contains(star)).toBe(true)
  unmount()

  openBoard()
  await rowOf('Space Mountain')
  expect(names()).toEqual(['Space Mountain', 'Carousel'])
  await user.click(screen.getByRole('button', { name: 'Favorite: Space Mountain' }))
  expect(screen.queryByRole('region', { name: 'Your favorites' })).toBeNull()
})

test('order, search and "only what is open" are in the address, and come from it', async () => {
  const { user, address } = openBoard(`${BOARD}&sort=drop`)
  await rowOf('Space Mountain')
  expect(names()).toEqual(['Space Mountain', 'Carousel'])
  await user.selectOptions(screen.getByRole('combobox', { name: 'Order of the rides' }), 'Name, A to Z')
  expect(names()).toEqual(['Carousel', 'Space Mountain'])
  await user.click(screen.getByRole('checkbox', { name: 'Only what is open' }))
  await user.type(screen.getByRole('searchbox', { name: 'Search rides' }), 'space')
  await waitFor(() => expect(address()).toBe(`${BOARD}&sort=name&q=space&open=1`))
  expect(names()).toEqual(['Space Mountain'])
})

test('the bell leads a visitor to the order of that park and ride', async () => {
  openBoard()
  const bell = await screen.findByRole('link', { name: 'Alert me: Carousel' })
  expect(bell.getAttribute('href')).toBe(`/?park=${MAGIC_KINGDOM}&ride=${CAROUSEL.rideId}#alerts`)
})

test('the bell leads an account to the watch of that ride', async () => {
  wasSignedIn()
  serveIdentity({ isSignedIn: true })
  openBoard()
  await waitFor(() =>
    expect(screen.getByRole('link', { name: 'Alert me: Carousel' }).getAttribute('href')).toBe(
      `/get-alerts?park=${MAGIC_KINGDOM}&ride=${CAROUSEL.rideId}`,
    ),
  )
})

test('the bell of a ride that the account watches now names the limit; that of another ride, or of alerts that are off, does not', async () => {
  wasSignedIn()
  serveIdentity({ isSignedIn: true })
  const watches = [
    aWatch('Carousel', { rideId: CAROUSEL.rideId, thresholdMinutes: 25 }),
    aWatch('Space Mountain', { rideId: SPACE.rideId, active: false }),
  ]
  server.use(http.get('*/api/alerts/subscriptions', () => HttpResponse.json([aSubscription({ watches })])))
  const { unmount } = openBoard()
  const bell = await screen.findByRole('link', { name: 'Alert at 25 min: Carousel' })
  expect(bell.getAttribute('href')).toBe(`/get-alerts?park=${MAGIC_KINGDOM}&ride=${CAROUSEL.rideId}`)
  expect(screen.getByRole('link', { name: 'Alert me: Space Mountain' })).toBeDefined()
  unmount()

  const requests = vi.fn(() => HttpResponse.json([aSubscription({ watches, active: false })]))
  server.use(http.get('*/api/alerts/subscriptions', requests))
  openBoard()
  await waitFor(() => expect(requests).toHaveBeenCalled())
  expect(await screen.findByRole('link', { name: 'Alert me: Carousel' })).toBeDefined()
})

test('a park that makes no alerts says so, and has no bells', async () => {
  serveParks([CAROUSEL])
  server.use(
    http.get(`*/api/parks/${MAGIC_KINGDOM}`, () => HttpResponse.json({ ...samplePark, mayAlert: false })),
  )
  renderApp(BOARD)
  expect(await screen.findByText('This park can’t alert yet')).toBeDefined()
  expect(screen.queryByRole('link', { name: /Alert me|Get alerts for this park/ })).toBeNull()
})
