import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { dayLabel, parkDateAt } from '../lib/park-time.ts'
import { serveGates } from '../test/gates.ts'
import { serveIdentity, wasSignedIn } from '../test/identity.ts'
import { LANE_PARK, serveLanes } from '../test/lanes.ts'
import { renderApp } from '../test/render-app.tsx'

beforeEach(() => {
  wasSignedIn()
  serveIdentity({ isSignedIn: true })
  serveGates({ open: ['lightning-lane'] })
})

test.for([
  ['opening', 'Waiting for the payment. This page updates by itself.'],
  [
    'processing',
    'Your payment is on its way. Your bank needs some time. We’ll email you as soon as we know how it went.',
  ],
] as const)('a Lightning Lane day whose payment is %s reads so', async ([state, words]) => {
  serveLanes({
    subscription: { subscribed: false, subscription_end: null },
    day: { state, days: [], dayCents: 500, currency: 'usd' },
  })
  renderApp('/lightning-lane')

  expect(await screen.findByText(words)).toBeDefined()
})

test('a day that runs names the day on which it ends: it is mostly the next one', async () => {
  const startsAt = new Date(Date.now() - 60_000)
  const endsAt = new Date(startsAt.getTime() + 24 * 3_600_000)
  serveLanes({
    day: {
      state: 'active',
      days: [
        {
          parkId: LANE_PARK,
          date: '2026-07-02',
          startsAt: startsAt.toISOString(),
          endsAt: endsAt.toISOString(),
        },
      ],
      dayCents: 500,
      currency: 'usd',
    },
  })
  renderApp('/lightning-lane')

  const day = await screen.findByText(/^Thu, Jul 2 at Magic Kingdom, on until/)
  expect(day.textContent).toContain(`on until ${dayLabel(parkDateAt(endsAt, 'America/New_York'))}, `)
})
