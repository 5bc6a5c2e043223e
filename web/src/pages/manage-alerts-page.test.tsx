import { subscriptionChange, watchChoices, type SubscriptionView } from '@walkon/contracts/http/alerts'
import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { serveIdentity, wasSignedIn } from '../test/identity.ts'
import { renderApp } from '../test/render-app.tsx'
import { anAlert, aSubscription, aWatch, refusal } from '../test/samples.ts'
import { server } from '../test/server.ts'

const TOKEN = 'manage-manage-manage'
const LINK = `/manage-alerts?token=${TOKEN}`

function guarded(request: Request, answer: () => Response): Response {
  return request.headers.get('authorization') === `Bearer ${TOKEN}` ? answer() : refusal('unauthorized')
}

/** An alert-evaluator and a notifier that remember, and know one token. */
function serveAlerts(subscriptions: SubscriptionView[], alerts = [anAlert()]) {
  let [saved, history] = [subscriptions, alerts]
  const changes: unknown[] = []
  const update = (id: unknown, change: (subscription: SubscriptionView) => SubscriptionView) => {
    saved = saved.map((subscription) => (subscription.id === id ? change(subscription) : subscription))
  }
  server.use(
    http.get('*/api/alerts/subscriptions', ({ request }) => guarded(request, () => HttpResponse.json(saved))),
    http.patch('*/api/alerts/subscriptions/:id', async ({ request, params }) => {
      const body = subscriptionChange.parse(await request.clone().json())
      changes.push(body)
      update(params['id'], (subscription) => ({
        ...subscription,
        active: body.active ?? subscription.active,
      }))
      return guarded(request, () => HttpResponse.json(saved[0]))
    }),
    http.put('*/api/alerts/subscriptions/:id/watches', async ({ request, params }) => {
      const body = watchChoices.parse(await request.clone().json())
      changes.push(body)
      update(params['id'], (subscription) => ({
        ...subscription,
        watches: subscription.watches.map((watch) => {
          const {
            active = watch.active,
            thresholdMinutes = watch.thresholdMinutes,
            onReopen = watch.onReopen,
          } = body.find(({ rideId }) => rideId === watch.rideId) ?? {}
          return { ...watch, active, thresholdMinutes, onReopen }
        }),
      }))
      return guarded(request, () => HttpResponse.json(saved[0]))
    }),
    http.get('*/api/notifications/history', ({ request }) =>
      guarded(request, () => HttpResponse.json(history)),
    ),
    http.delete('*/api/notifications/history', ({ request }) => {
      history = []
      return guarded(request, () => new HttpResponse(null, { status: 204 }))
    }),
  )
  return changes
}

const saveButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save Changes' })
const park = () => screen.findByRole('switch', { name: 'Alerts for Magic Kingdom Park' })
const ride = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })

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

test('a token that is refused is forgotten', async () => {
  serveAlerts([aSubscription()])
  renderApp('/manage-alerts?token=of-somebody-else')
  expect(await screen.findByText('Please log in to manage your alert subscriptions.')).toBeDefined()
  expect(sessionStorage).toHaveLength(0)
})

test('what is changed is collected, and goes out together with Save Changes', async () => {
  const changes = serveAlerts([aSubscription()])
  const { user } = renderApp(LINK)
  await park()
  expect(saveButton().disabled).toBe(true)
  await user.click(ride('Haunted Mansion'))
  await user.click(screen.getByRole('button', { name: 'Higher limit for Space Mountain' }))
  await user.click(ride('Tell me when it reopens: Space Mountain'))
  expect(changes).toEqual([])
  await user.click(saveButton())
  await screen.findByText('Changes saved')
  expect(changes).toEqual([
    [
      expect.objectContaining({ active: true, thresholdMinutes: 20, onReopen: true }),
      expect.objectContaining({ active: false, thresholdMinutes: 15, onReopen: false }),
    ],
  ])
  await waitFor(() => expect(ride('Haunted Mansion').checked).toBe(false))
})

test('turning a park off takes its rides with it, turning it on brings them back', async () => {
  const changes = serveAlerts([aSubscription()])
  const { user } = renderApp(LINK)
  await user.click(await park())
  expect([ride('Space Mountain').checked, ride('Haunted Mansion').checked]).toEqual([false, false])
  await user.click(saveButton())
  await screen.findByText('Changes saved')
  expect(changes[0]).toEqual({ active: false })
  expect(changes[1]).toMatchObject([{ active: false }, { active: false }])
  await user.click(await park())
  expect([ride('Space Mountain').checked, ride('Haunted Mansion').checked]).toEqual([true, true])
})

test('limits go from 5 to 120 in fives', async () => {
  serveAlerts([
    aSubscription({
      watches: [aWatch('Low', { thresholdMinutes: 10 }), aWatch('High', { thresholdMinutes: 118 })],
    }),
  ])
  const { user } = renderApp(LINK)
  await park()
  const lower = screen.getByRole<HTMLButtonElement>('button', { name: 'Lower limit for Low' })
  await user.click(lower)
  expect(lower.disabled).toBe(true)
  const higher = screen.getByRole<HTMLButtonElement>('button', { name: 'Higher limit for High' })
  await user.click(higher)
  expect(higher.disabled).toBe(true)
  const limits = screen.getAllByRole('status').map(({ textContent }) => textContent)
  expect(limits).toEqual(expect.arrayContaining(['5 min', '120 min']))
})

test('a park without any active ride gets all of them back, and says so', async () => {
  const changes = serveAlerts([aSubscription({ watches: [aWatch('Space Mountain', { active: false })] })])
  renderApp(LINK)
  expect(await screen.findByText('All rides enabled')).toBeDefined()
  expect(changes).toMatchObject([[{ active: true }]])
  await waitFor(() => expect(ride('Space Mountain').checked).toBe(true))
})

test('subscriptions that have ended are hidden', async () => {
  serveAlerts([aSubscription({ state: 'ended', watches: [aWatch('Space Mountain', { active: false })] })])
  renderApp(LINK)
  expect(await screen.findByText('No alerts are running')).toBeDefined()
})

test('what could not be saved stays changed, and can be saved again', async () => {
  serveAlerts([aSubscription()])
  server.use(http.put('*/api/alerts/subscriptions/:id/watches', () => refusal('internal'), { once: true }))
  const { user } = renderApp(LINK)
  await park()
  await user.click(ride('Haunted Mansion'))
  await user.click(saveButton())
  expect((await screen.findByText('Error saving changes')).parentElement?.textContent).toBe(
    'Error saving changes Failed to save your preferences. Please try again',
  )
  expect(ride('Haunted Mansion').checked).toBe(false)
  await user.click(saveButton())
  expect(await screen.findByText('Changes saved')).toBeDefined()
})

test('subscriptions that cannot be loaded can be asked for again', async () => {
  serveAlerts([aSubscription()])
  server.use(http.get('*/api/alerts/subscriptions', () => refusal('internal'), { once: true }))
  const { user } = renderApp(LINK)
  const panel = await screen.findByRole('alert')
  expect(panel.textContent).toContain('Error loading dataFailed to load your subscription data')
  await user.click(within(panel).getByRole('button', { name: 'Try again' }))
  expect(await park()).toBeDefined()
})

test('the recent alerts can be cleared', async () => {
  serveAlerts([aSubscription({ watches: [aWatch('Jungle Cruise')] })])
  const { user } = renderApp(LINK)
  const recent = await screen.findByRole('region', { name: 'Recent alerts' })
  expect(await within(recent).findByText('Space Mountain')).toBeDefined()
  await user.click(within(recent).getByRole('button', { name: 'Clear' }))
  expect(await within(recent).findByText('No alerts yet today')).toBeDefined()
})

test('a list that could not be cleared comes back with a word', async () => {
  serveAlerts([aSubscription({ watches: [aWatch('Jungle Cruise')] })])
  server.use(http.delete('*/api/notifications/history', () => refusal('internal')))
  const { user } = renderApp(LINK)
  await user.click(await screen.findByRole('button', { name: 'Clear' }))
  expect(await screen.findByText('Not cleared. Please try again.')).toBeDefined()
  expect(screen.getByText('Space Mountain')).toBeDefined()
})

test('the link of a mail counts also for somebody who is signed in, until they want their own alerts', async () => {
  wasSignedIn()
  serveIdentity({ isSignedIn: true })
  serveAlerts([aSubscription()])
  const { user } = renderApp(LINK)
  expect(await park()).toBeDefined()
  server.use(
    http.get('*/api/alerts/subscriptions', () => HttpResponse.json([])),
    http.get('*/api/notifications/history', () => HttpResponse.json([])),
  )
  await user.click(await screen.findByRole('button', { name: 'Show the alerts of ana@example.com' }))
  expect(await screen.findByText('No alerts are running')).toBeDefined()
  expect(screen.getByText('Logged in as').textContent).toBe('Logged in as ana@example.com')
  expect(sessionStorage).toHaveLength(0)
})
