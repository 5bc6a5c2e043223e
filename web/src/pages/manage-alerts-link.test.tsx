import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { serveIdentity, wasSignedIn } from '../test/identity.ts'
import { findRide, park, saveButton, serveAlerts } from '../test/manage-alerts.ts'
import { LINK } from '../test/manage-page.ts'
import { aDevice, servePush } from '../test/push.ts'
import { renderApp } from '../test/render-app.tsx'
import { aSubscription, refusal } from '../test/samples.ts'
import { server } from '../test/server.ts'

test.each(['/manage-alerts', '/ride-alerts'])(
  'without a token %s leads to log in, and says why',
  async (path) => {
    const { address } = renderApp(path)
    await waitFor(() => expect(address()).toBe('/auth'))
    expect(await screen.findByText('Please log in to manage your alert subscriptions.')).toBeDefined()
  },
)

test('the token of a mail leaves the address at once, and lasts for a reload of the tab', async () => {
  serveAlerts([aSubscription()])
  const first = renderApp(LINK)
  await park()
  await waitFor(() => expect(first.address()).toBe('/manage-alerts'))
  first.unmount()
  renderApp('/manage-alerts')
  expect(await park()).toBeDefined()
})

test('a manage link that is refused says that it is old and names the link to open, before it leads to log in', async () => {
  serveAlerts([aSubscription()])
  const { user, address } = renderApp('/manage-alerts?token=of-another-site')
  const panel = await screen.findByRole('alert')
  expect(panel.textContent).toContain('This link no longer works')
  expect(panel.textContent).toContain('Open “Change your rides” in your newest alert email')
  expect(sessionStorage).toHaveLength(0)
  await user.click(within(panel).getByRole('button', { name: 'Login' }))
  await waitFor(() => expect(address()).toBe('/auth'))
})

test('a manage link that ends while its page is open says so when something is saved', async () => {
  serveAlerts([aSubscription()])
  server.use(http.patch('*/api/alerts/subscriptions/:id', () => refusal('unauthorized')))
  const { user } = renderApp(LINK)
  await user.click(await findRide('Space Mountain'))
  await user.click(saveButton())
  expect((await screen.findByRole('alert')).textContent).toContain('This link no longer works')
})

test('the link of a mail decides also for a visitor who is signed in, until the visitor asks for the alerts of the account', async () => {
  wasSignedIn()
  serveIdentity({ isSignedIn: true })
  serveAlerts([aSubscription()])
  const { user } = renderApp(LINK)
  expect(await park()).toBeDefined()
  server.use(
    http.get('*/api/alerts/subscriptions', () => HttpResponse.json([])),
    http.get('*/api/alerts/preferences', () => HttpResponse.json({ quietHours: null, pausedParks: [] })),
    http.get('*/api/alerts/cover', () => HttpResponse.json({ coveredUntil: null })),
    http.get('*/api/notifications/history', () => HttpResponse.json([])),
  )
  await user.click(await screen.findByRole('button', { name: 'Show the alerts for ana@example.com' }))
  expect(await screen.findByText('No alerts are running')).toBeDefined()
  expect(screen.getByText('Logged in as').textContent).toBe('Logged in as ana@example.com')
  expect(sessionStorage.getItem('walkon.manage-token')).toBeNull()
})

test('a manage link lists the devices of its address', async () => {
  serveAlerts([aSubscription()])
  servePush([aDevice({ name: 'Chrome on Android' })])
  renderApp(LINK)
  const devices = await screen.findByRole('region', { name: 'Push notifications' })
  expect(await within(devices).findByText('Chrome on Android')).toBeDefined()
})
