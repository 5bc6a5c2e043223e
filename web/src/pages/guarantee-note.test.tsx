import { screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { button, PAGE, ride, serveGetAlerts } from '../test/get-alerts.ts'
import { serveOrderForm, today } from '../test/order-form.ts'
import { renderApp } from '../test/render-app.tsx'
import { aRide, MAGIC_KINGDOM, serveParks } from '../test/samples.ts'
import { server } from '../test/server.ts'

const HOME = `/?park=${MAGIC_KINGDOM}`
const rides = ['Test Track', 'Soarin’', 'Living with the Land', 'Journey of Water'].map((name, index) =>
  aRide({ name, popularity: 90 - index }),
)
const NO_SHARES = { days: 0, shares: [], bestHours: [] }

/** The usual waits of the park of all pages, a median for each ride; null without history. */
function serveMedians(medians: (number | null)[]) {
  server.use(
    http.get('*/api/parks/:parkId/usual', () =>
      HttpResponse.json({
        parkId: MAGIC_KINGDOM,
        timezone: 'America/New_York',
        rides: medians.map((medianMinutes, index) => ({
          rideId: rides[index]?.rideId,
          weekday: NO_SHARES,
          weekend: NO_SHARES,
          medianMinutes,
        })),
      }),
    ),
  )
}

// Its code is there at once, however busy the machine is.
beforeAll(() => import('./guarantee-exception.ts'))

beforeEach(() => {
  serveOrderForm()
  serveParks(rides)
})

const guarantee = () => screen.findByText(/Alerts for fewer than 3 rides, and your money comes back/)
const words = async () => (await guarantee()).textContent
const THE_RULE_ALONE = /by itself\. A ride that is short most of the day does not count\.$/

async function orderToday(medians: (number | null)[]) {
  serveMedians(medians)
  const { user } = renderApp(HOME)
  await user.click(today())
}

test('a ticket on which too few rides can count says how many can', async () => {
  await orderToday([60, 15, 10, 5])
  await expect
    .poll(words)
    .toMatch(/: only 1 of the rides here can count, as the others are short most of the day\.$/)
})

test('a ticket on which no ride can count says so', async () => {
  await orderToday([15, 15, 10, 5])
  await expect.poll(words).toMatch(/: none of the rides here can count, as each is short most of the day\.$/)
})

test('a ride without history may count', async () => {
  await orderToday([60, null, null, 5])
  await expect.poll(words).toMatch(THE_RULE_ALONE)
})

test('without usual waits the ticket has the rule alone', async () => {
  server.use(http.get('*/api/parks/:parkId/usual', () => HttpResponse.error()))
  const { user } = renderApp(HOME)
  await user.click(today())
  await expect.poll(words).toMatch(THE_RULE_ALONE)
})

test('nothing is looked up before a day is chosen', async () => {
  let asked = 0
  server.use(http.get('*/api/parks/:parkId/usual', () => ((asked += 1), HttpResponse.error())))
  renderApp(HOME)
  await guarantee()
  expect(asked).toBe(0)
})

test('a ticket for fewer than three rides says that it is paid back', async () => {
  serveGetAlerts()
  const { user } = renderApp(PAGE)
  await user.click(await ride('Pirates'))
  await button(/Activate Alerts/)
  await expect.poll(words).toMatch(/by itself: with the one ride you chose, it will\.$/)
})
