import type { EndedAlerts } from '@walkon/contracts/http/alerts'
import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { park, ride, saveButton, serveAlerts } from '../test/manage-alerts.ts'
import { anEmailWay, LINK } from '../test/manage-page.ts'
import { renderApp } from '../test/render-app.tsx'
import { aSubscription, refusal } from '../test/samples.ts'
import { server } from '../test/server.ts'

const anEnd = (overrides: Partial<EndedAlerts> = {}): EndedAlerts => ({
  subscriptionId: aSubscription().id,
  parkId: aSubscription().parkId,
  parkName: 'Magic Kingdom Park',
  timezone: 'America/New_York',
  endedAt: '2026-11-26T00:08:00Z',
  reason: 'over',
  alertCount: 9,
  rideCount: 5,
  ...overrides,
})

/** An alert-evaluator that tells of this end until it is put away. */
function serveEnd(end: EndedAlerts, subscriptions = [] as ReturnType<typeof aSubscription>[]) {
  serveAlerts(subscriptions, [])
  const seen: string[] = []
  server.use(
    http.get('*/api/alerts/ended', () => HttpResponse.json([end])),
    http.put('*/api/alerts/ended/:id/seen', ({ params }) => {
      seen.push(String(params['id']))
      return HttpResponse.json([])
    }),
  )
  return seen
}

test('a pass that has ended says so with what it brought, and another day at the park is one tap away', async () => {
  serveEnd(anEnd())
  renderApp(LINK)
  expect(await screen.findByRole('heading', { name: 'Alerts Expired' })).toBeDefined()
  expect(screen.getByText('Your alert subscription has expired for today.')).toBeDefined()
  expect(
    screen.getByText(/^Magic Kingdom Park: 9 alerts for 5 rides\. It ran until Wed, Nov 25, 7:08 pm EST\./),
  ).toBeDefined()
  expect(screen.getByRole('link', { name: /Add another day/ }).getAttribute('href')).toBe(
    `/?park=${anEnd().parkId}#alerts`,
  )
  expect(screen.queryByText('No alerts are running')).toBeNull()
})

test('a pass whose money went back says that there is an issue with the subscription', async () => {
  serveEnd(anEnd({ reason: 'refunded' }))
  renderApp(LINK)
  expect(await screen.findByRole('heading', { name: 'Subscription issue' })).toBeDefined()
  expect(
    screen.getByText(
      'Your subscription is no longer active or not valid for this park. Please renew to receive alerts.',
    ),
  ).toBeDefined()
})

test('an end that is put away is told no more', async () => {
  const seen = serveEnd(anEnd())
  const { user } = renderApp(LINK)
  await user.click(await screen.findByRole('button', { name: /Got it/ }))
  await screen.findByText('No alerts are running')
  expect(screen.queryByText('Alerts Expired')).toBeNull()
  expect(seen).toEqual([anEnd().subscriptionId])
})

test('an end that could not be put away stays, with a word', async () => {
  serveEnd(anEnd())
  server.use(http.put('*/api/alerts/ended/:id/seen', () => refusal('internal')))
  const { user } = renderApp(LINK)
  await user.click(await screen.findByRole('button', { name: /Got it/ }))
  expect(await screen.findByRole('alert')).toBeDefined()
  expect(screen.getByText('Alerts Expired')).toBeDefined()
})

test('the park stands first, and recent alerts after it', async () => {
  serveAlerts([aSubscription()])
  renderApp(LINK)
  const card = await park()
  const recent = screen.getByRole('heading', { name: 'Recent alerts' })
  expect(card.compareDocumentPosition(recent) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  const pause = screen.getByRole('region', { name: 'Pause for today' })
  const rides = within(screen.getByRole('region', { name: 'Magic Kingdom Park' }))
  expect(rides.getByRole('region', { name: 'Pause for today' })).toBe(pause)
})

test('without a park and an alert the page says once that nothing runs', async () => {
  serveAlerts([], [])
  renderApp(LINK)
  await screen.findByText('No alerts are running')
  expect(screen.queryByText('No alerts yet today')).toBeNull()
})

test('a visitor who unsubscribed reads at the park that no alerts come, and where to get them again', async () => {
  serveAlerts([aSubscription()])
  server.use(
    http.get('*/api/notifications/ways', () =>
      HttpResponse.json({ email: anEmailWay({ state: 'unsubscribed' }), numbers: [] }),
    ),
  )
  renderApp(LINK)
  expect(await screen.findByText('No alerts come: you unsubscribed.')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Get them again' }).getAttribute('href')).toBe('#ways')
  expect(document.querySelector('#ways')).not.toBeNull()
})

test('the link of an old text says that it is old, and leads on', async () => {
  serveAlerts([aSubscription()])
  const { user, address } = renderApp('/manage-alerts?link=text')
  expect((await screen.findByRole('alert')).textContent).toContain(
    'This link is old or cut off. Open the link in our newest alert text, or log in.',
  )
  await user.click(screen.getByRole('button', { name: 'Login' }))
  await waitFor(() => expect(address()).toBe('/auth'))
})

test('that all rides were enabled is said of the save, and not above a later choice', async () => {
  serveAlerts([aSubscription({ allRidesEnabled: true })])
  const { user } = renderApp(LINK)
  expect(await screen.findByText('All rides enabled')).toBeDefined()
  await user.click(ride('Space Mountain'))
  expect(screen.queryByText('All rides enabled')).toBeNull()
  await user.click(saveButton())
  await screen.findByText('Changes saved')
  expect(screen.queryByText('All rides enabled')).toBeNull()
})
