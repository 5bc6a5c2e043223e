import { createSealedTokens } from '@walkon/service/sealed-tokens'
import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createPostmark } from '../clients/postmark.ts'
import type { LeasedDelivery } from '../db/leases.ts'
import type { DeliveryContent } from '../domain/content.ts'
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
  now: () => new Date(),
})

const aDelivery = (content: DeliveryContent): LeasedDelivery => ({
  id: randomUUID(),
  address: 'visitor@example.com',
  email: 'visitor@example.com',
  content,
  attemptNo: 1,
  isUnsubscribed: false,
})

test('a mail that says how to confirm carries no unsubscribe header: it is not one of a series', async () => {
  const mail = await channel.write(
    aDelivery({
      kind: 'confirm-alerts',
      token: 't',
      parkName: 'Magic Kingdom',
      dates: ['2026-04-14'],
      expiresAt: '2026-04-15T00:00:00Z',
    }),
  )
  await channel.send([mail])

  expect(server.ledger.accepted).toMatchObject([{ tag: 'confirm-alerts', headers: {} }])
})
