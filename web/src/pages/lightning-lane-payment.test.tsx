import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { serveGates } from '../test/gates.ts'
import { serveIdentity, wasSignedIn } from '../test/identity.ts'
import { serveLanes } from '../test/lanes.ts'
import { renderApp } from '../test/render-app.tsx'

test.for([
  ['opening', 'Waiting for the payment. This page updates by itself.'],
  [
    'processing',
    'Your payment is on its way. Your bank needs some time. We’ll email you as soon as we know how it went.',
  ],
] as const)('a Lightning Lane day whose payment is %s reads so', async ([state, words]) => {
  wasSignedIn()
  serveIdentity({ isSignedIn: true })
  serveGates({ open: ['lightning-lane'] })
  serveLanes({
    subscription: { subscribed: false, subscription_end: null },
    day: { state, days: [], dayCents: 500, currency: 'usd' },
  })
  renderApp('/lightning-lane')

  expect(await screen.findByText(words)).toBeDefined()
})
