import { screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { button, PAGE, serveGetAlerts, serveSubscriptions, TODAY, watching } from '../test/get-alerts.ts'
import { renderApp } from '../test/render-app.tsx'
import { anAlert, EPCOT, MAGIC_KINGDOM, refusal } from '../test/samples.ts'
import { server } from '../test/server.ts'

beforeEach(serveGetAlerts)

test('alerts are stopped and activated again, and the days stay', async () => {
  const alerts = serveSubscriptions([watching()])
  const { user } = renderApp(PAGE)
  await user.click(await button('Stop Alerts'))
  await user.click(await button('Activate Alerts'))
  expect(await screen.findByText('Watching 1 ride.')).toBeDefined()
  expect(alerts.changes).toEqual([{ active: false }, { active: true }])
})

test('without a park in the address, the page is about the park of the running pass', async () => {
  serveSubscriptions([watching({ id: crypto.randomUUID(), parkId: EPCOT, state: 'ended' }), watching()])
  renderApp('/get-alerts')
  expect(await button('Stop Alerts')).toBeDefined()
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Park' }).value).toBe(MAGIC_KINGDOM)
})

test('a pass that ended while the page was open is said in its own words', async () => {
  localStorage.setItem('alertStartDate', TODAY)
  localStorage.setItem('isAlertsActive', 'true')
  serveSubscriptions([watching({ active: false, state: 'stopped' })], () => refusal('subscription-not-found'))
  const { user } = renderApp(PAGE)
  await user.click(await button('Activate Alerts'))
  expect(await screen.findByText('Subscription issue')).toBeDefined()
  expect(screen.getByText(/Please renew to receive alerts\.$/)).toBeDefined()
  expect(localStorage.getItem('isAlertsActive')).toBeNull()
})

test('a test alert goes out, and a refusal is said', async () => {
  serveSubscriptions([watching()])
  const asked: unknown[] = []
  server.use(
    http.post('*/api/notifications/test-alerts', async ({ request }) => {
      asked.push(await request.json())
      return asked.length === 1
        ? HttpResponse.json({ status: 'queued' }, { status: 202 })
        : refusal('internal')
    }),
  )
  const { user } = renderApp(PAGE)
  await user.click(await button('Send a test alert'))
  await waitFor(() => expect(asked).toEqual([{ channel: 'email' }]))
  await user.click(await button('Send a test alert'))
  expect(await screen.findByText('Failed to send test alert', { exact: false })).toBeDefined()
})

test('recent alerts are shown, and cleared', async () => {
  let isCleared = false
  server.use(
    http.get('*/api/notifications/history', () =>
      HttpResponse.json(isCleared ? [] : [anAlert({ rideName: 'Jungle Cruise' })]),
    ),
    http.delete('*/api/notifications/history', () => {
      isCleared = true
      return new HttpResponse(null, { status: 204 })
    }),
  )
  const { user } = renderApp(PAGE)
  expect(await screen.findByText('Jungle Cruise')).toBeDefined()
  await user.click(await button('Clear'))
  expect(await screen.findByText('Cleared')).toBeDefined()
})

test('where there were no alerts, none is promised: all of what was ordered may be paused', async () => {
  serveSubscriptions([watching()])
  server.use(http.get('*/api/notifications/history', () => HttpResponse.json([])))
  renderApp(PAGE)
  const panel = (await screen.findByText('No alerts yet today')).parentElement
  expect(panel?.textContent).toBe('No alerts yet todayAlerts of the last 24 hours show here.')
})

test('the debug panel says why a ride does not alert, once it is opened, and what it could not ask', async () => {
  serveSubscriptions([watching()])
  const { user } = renderApp(PAGE)
  await user.click(await screen.findByText('Debug'))
  expect(await screen.findByText('15 min now, limit 15: may alert now')).toBeDefined()
  expect(screen.getByText('Open by its hours')).toBeDefined()
})

test('debug information that cannot be had says so, and can be asked for again', async () => {
  serveSubscriptions([watching()])
  server.use(http.get(`*/api/parks/${MAGIC_KINGDOM}`, () => refusal('unavailable')))
  const { user } = renderApp(PAGE)
  await user.click(await screen.findByText('Debug'))
  expect(await screen.findByText('Failed to fetch debug information')).toBeDefined()
})
