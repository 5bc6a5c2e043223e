import { createLog } from '@walkon/service/log'
import { createSealedTokens } from '@walkon/service/sealed-tokens'
import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createPostmark } from '../clients/postmark.ts'
import type { ClaimedDelivery } from '../db/claims.ts'
import { someAlerts } from '../testing/notifier.ts'
import { startPostmarkServer } from '../testing/postmark-server.ts'
import { createEmailChannel } from './email.ts'

const server = await startPostmarkServer()
afterAll(server.close)
beforeEach(() => server.reset())

const keys = [new Uint8Array(randomBytes(32))]
const channel = createEmailChannel({
  postmark: createPostmark({
    apiUrl: server.url,
    serverToken: 'token',
    from: 'alerts@walkon.example',
    messageStream: 'outbound',
    timeoutSeconds: 1,
  }),
  site: {
    publicUrl: 'https://walkon.example',
    postalAddress: 'Walkon, 100 Example Street, Orlando, FL 32801',
  },
  manageTokens: createSealedTokens('manage', keys),
  unsubscribeTokens: createSealedTokens('unsubscribe', keys),
  log: createLog({ service: 'notifier', level: 'silent' }),
  now: () => new Date(),
})

function aClaim(): ClaimedDelivery {
  const { email, recipients: _, ...data } = someAlerts()
  return {
    id: randomUUID(),
    address: email,
    email,
    content: { kind: 'ride-alerts', ...data },
    attemptNo: 1,
    isUnsubscribed: false,
  }
}

test('when the lease has run out before the call, nothing is sent, because somebody else may be sending', async () => {
  const answered = await channel.send([aClaim()], () => false)

  expect(answered).toMatchObject([{ answer: { kind: 'retry', reason: 'lease-over' } }])
  expect(server.state.calls).toBe(0)
})

test('a mail that says how to confirm carries no unsubscribe header: it is not one of a series', async () => {
  const notification = {
    kind: 'confirm-alerts',
    token: 't',
    parkName: 'Magic Kingdom',
    dates: ['2026-04-14'],
    expiresAt: '2026-04-15T00:00:00Z',
  } as const
  await channel.send(
    [{ ...aClaim(), content: { ...notification, dates: [...notification.dates] } }],
    () => true,
  )

  expect(server.ledger.accepted).toMatchObject([{ tag: 'confirm-alerts', headers: {} }])
})
