import type { PlanView } from '@walkon/contracts/http/plans'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { serveAccountRoutes } from '../test/account-routes.ts'
import { PASSWORD, serveIdentity, wasSignedIn } from '../test/identity.ts'
import { clickTwiceAtOnce, renderApp } from '../test/render-app.tsx'
import { aPlan, refusal, serveParks, somePlanTexts } from '../test/samples.ts'
import { server } from '../test/server.ts'

const CHECKOUT = 'https://pay.example/checkout'
const PORTAL = 'https://pay.example/portal'

beforeEach(() => serveParks([]))
afterEach(() => vi.useRealTimers())

/** Billing at its wire, with the plan of one account. `asked` holds what its buttons have asked for. */
function servePlan(plan: Partial<PlanView> = {}) {
  const billing = { plan: aPlan(plan), asked: [] as string[], reads: [] as string[] }
  server.use(
    http.get('*/api/notifications/plan-texts', () => HttpResponse.json(somePlanTexts({ isOffered: false }))),
    http.get('*/api/billing/plan', ({ request }) => {
      billing.reads.push(new URL(request.url).search)
      return HttpResponse.json(billing.plan)
    }),
    http.post('*/api/billing/plan/checkout', () => {
      billing.asked.push('checkout')
      return HttpResponse.json({ sessionId: 'cs_1', url: CHECKOUT }, { status: 201 })
    }),
    http.post('*/api/billing/plan/portal', () => {
      billing.asked.push('portal')
      return HttpResponse.json({ url: PORTAL }, { status: 201 })
    }),
  )
  return billing
}

function signIn() {
  wasSignedIn()
  serveIdentity({ isSignedIn: true })
}

/** Watches the addresses to which the page sends the browser. */
const watchLeaving = () => vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)

const button = (name: string | RegExp) => screen.findByRole('button', { name })
const ACTIVE = { state: 'active', currentPeriodEndsAt: '2026-12-21T17:00:00Z' } as const

test('the offer of the price list leads a signed-out visitor through the login to the plan', async () => {
  serveIdentity()
  servePlan()
  const { user, address } = renderApp('/pricing')
  const offer = await screen.findByRole('region', { name: 'Unlimited' })
  await waitFor(() => expect(offer.textContent).toContain('$15per month'))

  await user.click(screen.getByRole('link', { name: 'Get Unlimited' }))
  await waitFor(() => expect(address()).toBe('/auth'))
  await user.type(await screen.findByLabelText('Email', { selector: 'input' }), 'ana@example.com')
  await user.type(screen.getByLabelText(/^Password/, { selector: 'input' }), PASSWORD)
  await user.click(screen.getAllByRole('button', { name: 'Login' }).at(-1)!)

  expect(await button('Get the plan for $15 a month')).toBeDefined()
  expect(address()).toBe('/plan')
})

test('the plan says that it renews, that it can be cancelled, and that it has no guarantee', async () => {
  signIn()
  servePlan()
  renderApp('/plan')

  expect(await screen.findByText(/renews each month until you cancel/)).toBeDefined()
  expect(screen.getByText(/money-back guarantee of day passes does not apply/)).toBeDefined()
  expect(await screen.findByText(/If a payment fails, your alerts go on for 7 days/)).toBeDefined()
})

test('the button leads to the payment page, and a double click asks for one', async () => {
  signIn()
  const billing = servePlan()
  const leave = watchLeaving()
  renderApp('/plan')

  clickTwiceAtOnce(await button('Get the plan for $15 a month'))

  await waitFor(() => expect(leave).toHaveBeenCalledWith(CHECKOUT))
  expect(billing.asked).toEqual(['checkout'])
})

test('a payment page that cannot be opened says so, and can be asked for again', async () => {
  signIn()
  servePlan()
  server.use(http.post('*/api/billing/plan/checkout', () => refusal('checkout-unavailable'), { once: true }))
  const leave = watchLeaving()
  const { user } = renderApp('/plan')

  await user.click(await button('Get the plan for $15 a month'))
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to create checkout session')
  await user.click(await button('Get the plan for $15 a month'))

  await waitFor(() => expect(leave).toHaveBeenCalledWith(CHECKOUT))
})

test('a plan that was opened from Get Alerts leads back there, also over the payment page', async () => {
  signIn()
  const billing = servePlan()
  renderApp('/plan?from=get-alerts')
  expect(await screen.findByRole('link', { name: 'Back to Get Alerts' })).toBeDefined()
  cleanup()

  billing.plan = aPlan(ACTIVE)
  const back = renderApp('/plan?session_id=cs_1')
  await back.user.click(await screen.findByRole('link', { name: 'Back to Get Alerts' }))
  expect(back.address()).toBe('/get-alerts')
  cleanup()

  renderApp('/plan')
  expect(await screen.findByRole('link', { name: 'Choose parks and rides' })).toBeDefined()
  expect(screen.queryByText('Back to Get Alerts')).toBeNull()
})

test('after the return the page waits for the payment, and shows the plan once billing has heard of it', async () => {
  signIn()
  const billing = servePlan({ state: 'opening' })
  renderApp('/plan?session_id=cs_1')
  expect(await screen.findByText(/haven’t heard from the payment page yet/)).toBeDefined()

  billing.plan = aPlan(ACTIVE)

  expect(await screen.findByText('Active')).toBeDefined()
  expect(screen.getByText('Next payment: $15 on Mon, Dec 21.')).toBeDefined()
})

/** Moves the clock of the page's intervals second by second, with a turn of the event loop for the requests of each. */
async function pass(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    await act(() => vi.advanceTimersByTimeAsync(1_000))
    await act(() => new Promise((resolve) => setTimeout(resolve, 0)))
  }
}

test('back from the portal the page shows a cancellation when billing has heard of it', async () => {
  signIn()
  const billing = servePlan(ACTIVE)
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  renderApp('/plan?portal=1')
  expect(await screen.findByText('Next payment: $15 on Mon, Dec 21.')).toBeDefined()

  billing.plan = aPlan({ ...ACTIVE, cancelsAtPeriodEnd: true })
  await pass(3)

  expect(await button('Keep the plan')).toBeDefined()
  expect(new Set(billing.reads)).toEqual(new Set(['?returned=portal']))
})

test('back from the portal the page asks again for twenty seconds, then no more', async () => {
  signIn()
  const billing = servePlan(ACTIVE)
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  renderApp('/plan?portal=1')
  expect(await screen.findByText('Active')).toBeDefined()

  await pass(300)

  expect(billing.reads).toHaveLength(11)
})

test('a plan that is only looked at is asked for once', async () => {
  signIn()
  const billing = servePlan(ACTIVE)
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  renderApp('/plan')
  expect(await screen.findByText('Active')).toBeDefined()

  await pass(10)

  expect(billing.reads).toEqual([''])
})

test('a payment page that was left unpaid can be opened again', async () => {
  signIn()
  servePlan({ state: 'opening' })
  renderApp('/plan')

  expect(await button('Go to the payment')).toBeDefined()
  expect(screen.queryByText(/haven’t heard/)).toBeNull()
})

test('an active plan leads to its parks, and to the page on which it is cancelled', async () => {
  signIn()
  const billing = servePlan(ACTIVE)
  const leave = watchLeaving()
  const { user } = renderApp('/plan')

  const parks = await screen.findByRole('link', { name: 'Choose parks and rides' })
  expect(parks.getAttribute('href')).toBe('/manage-alerts')
  await user.click(await button('Card or cancel'))

  await waitFor(() => expect(leave).toHaveBeenCalledWith(PORTAL))
  expect(billing.asked).toEqual(['portal'])
})

test('a plan that is cancelled says until when it goes on, and can be kept', async () => {
  signIn()
  servePlan({ ...ACTIVE, cancelsAtPeriodEnd: true })
  renderApp('/plan')

  expect(
    await screen.findByText('Your alerts go on until Mon, Dec 21. Nothing more is charged.'),
  ).toBeDefined()
  expect(await button('Keep the plan')).toBeDefined()
})

test('a failed payment says until when the alerts go on, and asks for the card first', async () => {
  signIn()
  servePlan({ ...ACTIVE, state: 'past-due', graceEndsAt: '2026-11-28T17:00:00Z' })
  renderApp('/plan')

  expect(await screen.findByText('Your last payment failed')).toBeDefined()
  expect(screen.getByText(/Your alerts go on until Sat, Nov 28\. If no payment works by then/)).toBeDefined()
  expect(await button('Check your card')).toBeDefined()
})

test('the account shows how its plan stands, and leads to it', async () => {
  signIn()
  serveAccountRoutes()
  servePlan(ACTIVE)
  renderApp('/account')

  const section = await screen.findByRole('region', { name: 'Unlimited plan' })
  await waitFor(() => expect(section.textContent).toContain('Active'))
  expect(section.textContent).toContain('Next payment: $15 on Mon, Dec 21.')
  expect(screen.getByRole('link', { name: 'Your plan' }).getAttribute('href')).toBe('/plan')
})
