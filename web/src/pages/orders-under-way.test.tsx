import type { PassState } from '@walkon/contracts/http/passes'
import { screen, within } from '@testing-library/react'
import { http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { serveIdentity, wasSignedIn } from '../test/identity.ts'
import { serveAlerts } from '../test/manage-alerts.ts'
import { LINK } from '../test/manage-page.ts'
import { aPass, servePasses } from '../test/passes.ts'
import { renderApp } from '../test/render-app.tsx'
import { refusal } from '../test/samples.ts'
import { server } from '../test/server.ts'

beforeEach(() => serveAlerts([]))

/** The panel that says that no alerts run. */
const panel = async () =>
  (await screen.findByRole('heading', { name: 'No alerts are running' })).parentElement!

function renderOwn(...states: PassState[]) {
  wasSignedIn()
  serveIdentity({ isSignedIn: true })
  servePasses(
    states.map((state, at) => aPass({ state, orderId: crypto.randomUUID(), parkName: `Park ${at}` })),
  )
  renderApp('/manage-alerts')
}

test.for([
  ['payment-processing', /Your payment is on its way. Your bank needs some time./],
  ['awaiting-confirmation', /Open the link in our email/],
  ['upcoming', /Your alerts start in a moment/],
  ['active', /Your alerts start in a moment/],
] as const)('an account whose only order is %s reads so where no alerts run', async ([state, words]) => {
  renderOwn(state)

  expect(await within(await panel()).findByText(words)).toBeDefined()
  expect(screen.getByText(/Park 0, Tue, Apr 14; Thu, Apr 16/)).toBeDefined()
})

test('orders that are over, unpaid or given back are not said to be under way', async () => {
  renderOwn('over', 'awaiting-payment', 'revoked', 'returned', 'payment-processing')

  await screen.findByText(/Park 4/)
  expect(screen.queryByText(/Park [0-3]/)).toBeNull()
})

test('orders that cannot be read are said to be missing, with a next try', async () => {
  wasSignedIn()
  serveIdentity({ isSignedIn: true })
  server.use(http.get('*/api/billing/passes', () => refusal('unavailable')))
  const { user } = renderApp('/manage-alerts')
  expect(await within(await panel()).findByText('Error loading your orders')).toBeDefined()

  servePasses([aPass({ state: 'active', parkName: 'Park 0' })])
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText(/Park 0/)).toBeDefined()
})

test('the holder of a link, who may not read orders, is told that no alerts run', async () => {
  servePasses([aPass({ state: 'payment-processing' })])
  renderApp(LINK)

  await panel()
  expect(screen.queryByText(/on its way/)).toBeNull()
})
