import { newSubscription, type SubscriptionView } from '@walkon/contracts/http/alerts'
import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import type { z } from 'zod/mini'
import { LINK, serveManagePage } from '../test/manage-page.ts'
import { clickTwiceAtOnce, renderApp } from '../test/render-app.tsx'
import {
  aRide,
  aSubscription,
  EPCOT,
  MAGIC_KINGDOM,
  refusal,
  sampleDestination,
  serveParks,
} from '../test/samples.ts'
import { server } from '../test/server.ts'

const [SOARIN, TEST_TRACK] = [aRide({ name: 'Soarin’' }), aRide({ name: 'Test Track' })]

/** An alert-evaluator whose visitor's plan covers until then; `added` holds the parks that were asked for. */
function serveCover(coveredUntil: string | null, subscriptions: SubscriptionView[] = []) {
  serveParks([SOARIN, TEST_TRACK])
  serveManagePage()
  const added: z.output<typeof newSubscription>[] = []
  server.use(
    http.get('*/api/alerts/cover', () => HttpResponse.json({ coveredUntil })),
    http.get('*/api/alerts/subscriptions', () => HttpResponse.json(subscriptions)),
    http.post('*/api/alerts/subscriptions', async ({ request }) => {
      const asked = newSubscription.parse(await request.json())
      added.push(asked)
      const view = aSubscription({
        id: crypto.randomUUID(),
        parkId: asked.parkId,
        parkName: 'EPCOT',
        dates: [],
        isCoveredByPlan: true,
        watches: (asked.watches ?? []).map((watch) => ({
          rideId: watch.rideId,
          rideName: watch.rideId === SOARIN.rideId ? 'Soarin’' : 'Test Track',
          active: watch.active !== false,
          thresholdMinutes: watch.thresholdMinutes ?? 15,
          onReopen: false,
          nextAlertAt: null,
        })),
      })
      return HttpResponse.json(view, { status: 201 })
    }),
  )
  return added
}

type User = ReturnType<typeof renderApp>['user']

async function choosePark(user: User) {
  const form = within(await screen.findByRole('region', { name: 'Add a park' }))
  const destinations = form.getByLabelText('Destination')
  await waitFor(() => expect(within(destinations).queryAllByRole('option').length).toBeGreaterThan(1))
  await user.selectOptions(destinations, sampleDestination.name)
  await user.selectOptions(form.getByLabelText('Park'), 'EPCOT')
  return form
}

const addButton = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Add EPCOT' })

test('a park is added by choosing rides in it, with their limits', async () => {
  const added = serveCover('2026-12-21T17:00:00Z')
  const { user } = renderApp(LINK)
  const form = await choosePark(user)
  expect((await addButton()).disabled).toBe(true)
  await user.click(await form.findByRole('checkbox', { name: 'Soarin’' }))

  await user.click(await addButton())

  expect(await screen.findByText('Park added')).toBeDefined()
  expect(added).toMatchObject([
    {
      parkId: EPCOT,
      watches: [{ rideId: SOARIN.rideId, thresholdMinutes: 15 }],
    },
  ])
  expect(await screen.findByText('Email, unlimited plan')).toBeDefined()
  expect(screen.getByRole('switch', { name: 'Alerts for EPCOT' })).toBeDefined()
})

test('a double click adds one park', async () => {
  const added = serveCover('2026-12-21T17:00:00Z')
  const { user } = renderApp(LINK)
  const form = await choosePark(user)
  await user.click(await form.findByRole('checkbox', { name: 'Soarin’' }))

  clickTwiceAtOnce(await addButton())

  await screen.findByText('Park added')
  expect(added).toHaveLength(1)
})

test('a visitor without a plan is offered no park to add', async () => {
  serveCover(null, [aSubscription()])
  renderApp(LINK)

  expect(await screen.findByRole('switch', { name: 'Alerts for Magic Kingdom Park' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Add a park' })).toBeNull()
})

test('a park that is there already is not offered again', async () => {
  serveCover('2026-12-21T17:00:00Z', [aSubscription({ parkId: MAGIC_KINGDOM })])
  const { user } = renderApp(LINK)
  await user.click(await screen.findByRole('button', { name: 'Add a park' }))
  const form = await choosePark(user)

  expect(
    within(form.getByLabelText('Park'))
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['EPCOT'])
})

test('a park that could not be added keeps its choice, and says why', async () => {
  serveCover('2026-12-21T17:00:00Z')
  server.use(http.post('*/api/alerts/subscriptions', () => refusal('plan-required'), { once: true }))
  const { user } = renderApp(LINK)
  const form = await choosePark(user)
  await user.click(await form.findByRole('checkbox', { name: 'Soarin’' }))
  await user.click(await addButton())

  expect((await screen.findByRole('alert')).textContent).toContain('Your plan has ended')
  expect(form.getByRole<HTMLInputElement>('checkbox', { name: 'Soarin’' }).checked).toBe(true)
})

test('rides that cannot be loaded can be asked for again', async () => {
  serveCover('2026-12-21T17:00:00Z')
  server.use(http.get('*/api/parks/:parkId/live', () => refusal('unavailable'), { once: true }))
  const { user } = renderApp(LINK)
  const form = await choosePark(user)
  await user.click(await form.findByRole('button', { name: 'Try again' }))

  expect(await form.findByRole('checkbox', { name: 'Soarin’' })).toBeDefined()
})
