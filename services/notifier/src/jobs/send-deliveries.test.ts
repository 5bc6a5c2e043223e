import type { TriggeredAlert } from '@walkon/contracts/events/alerts'
import { createSealedTokens } from '@walkon/service/sealed-tokens'
import { createTestDatabase } from '@walkon/testing/database'
import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { hashAddress } from '@walkon/service/address-hash'
import { claimQueued } from '../db/claims.ts'
import { insertDeliveries, type NewDelivery } from '../db/deliveries.ts'
import { migrationsFolder } from '../db/migrations.ts'
import { suppress } from '../db/suppressions.ts'
import type { SuppressionReason } from '../domain/delivery.ts'
import {
  anAlert,
  anAlertEvent,
  buildNotifier,
  countStates,
  empty,
  listDeliveries,
  listPublished,
  request,
  someAlerts,
  startNotifier,
  TOKEN_KEY,
  trigger,
} from '../testing/notifier.ts'
import { startPostmarkServer } from '../testing/postmark-server.ts'

const { db, drop } = await createTestDatabase('notifier', migrationsFolder)
const postmark = await startPostmarkServer()
const { handlers } = buildNotifier(db)
const running = await startNotifier(db, { POSTMARK_API_URL: postmark.url })

afterAll(async () => {
  await running.stop()
  await postmark.close()
  await drop()
})

beforeEach(async () => {
  await empty(db)
  postmark.reset()
})

/** The states of all deliveries, once each has come to its end. */
async function settled(): Promise<Record<string, number>> {
  return vi.waitFor(
    async () => {
      const { queued, sending, unknown, ...ended } = await countStates(db)
      if (queued || sending || unknown) throw new Error('Some have not ended')
      return ended
    },
    { timeout: 5_000 },
  )
}

const suppressed = (address: string, reason: SuppressionReason) =>
  db.transaction((tx) => suppress(tx, [{ channel: 'email', addressHash: hashAddress(address), reason }]))

const aConfirmation = (address: string) => ({
  notificationId: randomUUID(),
  recipient: { channel: 'email' as const, address },
  notification: {
    kind: 'confirm-alerts' as const,
    token: 'confirmation-token',
    parkName: 'Magic Kingdom',
    dates: ['2026-04-14'],
    expiresAt: '2099-04-14T18:00:00Z',
  },
  expiresAt: '2099-04-14T18:00:00Z',
})

/** Without a ride there is nothing to write; no contract lets such a thing in. */
function aDelivery(alerts: TriggeredAlert[]): NewDelivery {
  const { email, recipients: _, ...data } = someAlerts()
  return {
    id: randomUUID(),
    source: 'alert',
    sourceId: randomUUID(),
    subscriptionId: data.subscriptionId,
    email,
    channel: 'email',
    address: email,
    addressHash: hashAddress(email),
    parkId: data.parkId,
    content: { kind: 'ride-alerts', ...data, alerts },
    expiresAt: '2099-01-01T00:00:00Z',
    observedAt: data.observedAt,
    requestedAt: data.observedAt,
    traceparent: null,
  }
}

describe('what is queued', () => {
  test('leaves at its commit, and not when the sender would look by itself', async () => {
    for (let sent = 1; sent <= 6; sent++) {
      await trigger(db, handlers, [anAlertEvent()])
      const committedAt = performance.now()
      expect(await settled()).toEqual({ accepted: sent })
      expect(postmark.ledger.accepted.at(-1)?.acceptedAt).toBeLessThan(committedAt + 400)
    }
  })

  test('is published as accepted, with the alerts it named', async () => {
    const alert = anAlert()
    await trigger(db, handlers, [anAlertEvent({ alerts: [alert] })])

    expect(await settled()).toEqual({ accepted: 1 })
    const alerts = [{ alertId: alert.alertId, rideId: alert.rideId }]
    expect(await listPublished(db)).toMatchObject([
      { type: 'DeliveryRecorded', data: { outcome: 'accepted', reason: null, alerts } },
    ])
  })

  test('carries links that open for the right address and for nothing else', async () => {
    await trigger(db, handlers, [
      anAlertEvent({
        email: 'owner@example.com',
        recipients: [{ channel: 'email', address: 'other@example.com' }],
      }),
    ])
    expect(await settled()).toEqual({ accepted: 1 })

    const { html, headers } = postmark.ledger.accepted[0]!
    const keys = [new Uint8Array(Buffer.from(TOKEN_KEY, 'base64url'))]
    const manageToken = /manage-alerts\?token=([\w.-]+)/.exec(html)?.[1] ?? ''
    const unsubscribeToken = /\/u\/([\w.-]+)>/.exec(headers['List-Unsubscribe'] ?? '')?.[1] ?? ''
    const in29Days = new Date(Date.now() + 29 * 86_400_000)
    expect(await createSealedTokens('manage', keys).open(manageToken, in29Days)).toEqual({
      email: 'owner@example.com',
    })
    expect(await createSealedTokens('unsubscribe', keys).open(unsubscribeToken, in29Days)).toEqual({
      email: 'other@example.com',
    })
    expect(await createSealedTokens('manage', keys).open(unsubscribeToken, in29Days)).toBeNull()
    expect(headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
  })

  test('is forgotten in its words once it was sent: it can hold a link that still works', async () => {
    await request(db, handlers, aConfirmation('visitor@example.com'))
    expect(await settled()).toEqual({ accepted: 1 })

    expect(postmark.ledger.accepted[0]?.html).toContain('confirmation-token')
    expect((await listDeliveries(db))[0]?.content).toBeNull()
  })

  test('that cannot be written fails alone, and the others of its batch go', async () => {
    await db.transaction((tx) => insertDeliveries(tx, [aDelivery([anAlert()]), aDelivery([])]))
    expect(await settled()).toEqual({ accepted: 1, failed: 1 })
  })

  test('but expired is not sent', async () => {
    await trigger(db, handlers, [
      anAlertEvent({ observedAt: new Date(Date.now() - 16 * 60_000).toISOString() }),
    ])

    expect(await settled()).toEqual({ expired: 1 })
    expect(postmark.ledger.accepted).toEqual([])
    expect(await listPublished(db)).toMatchObject([{ data: { outcome: 'expired', reason: 'expired' } }])
  })
})

describe('a suppressed address', () => {
  test.for(['unsubscribed', 'bounced', 'complained', 'invalid'] as const)(
    'that has %s gets no alert',
    async (reason) => {
      await suppressed('visitor@example.com', reason)
      await trigger(db, handlers, [anAlertEvent({ email: 'visitor@example.com' })])

      expect(await settled()).toEqual({ suppressed: 1 })
      expect(postmark.ledger.accepted).toEqual([])
      expect(await listPublished(db)).toMatchObject([
        { type: 'RecipientSuppressed', data: { addressHash: hashAddress('visitor@example.com'), reason } },
        { type: 'DeliveryRecorded', data: { outcome: 'suppressed', reason } },
      ])
    },
  )

  test('that has unsubscribed still gets the mail that confirms it again', async () => {
    await suppressed('visitor@example.com', 'unsubscribed')
    await request(db, handlers, aConfirmation('visitor@example.com'))
    expect(await settled()).toEqual({ accepted: 1 })
  })

  test('that bounced does not, also when it has unsubscribed besides', async () => {
    await suppressed('visitor@example.com', 'unsubscribed')
    await suppressed('visitor@example.com', 'bounced')
    await request(db, handlers, aConfirmation('visitor@example.com'))
    expect(await settled()).toEqual({ suppressed: 1 })
  })
})

describe('a refusal', () => {
  test('of an address ends the delivery and keeps everything else from that address', async () => {
    await trigger(db, handlers, [anAlertEvent({ email: 'inactive@example.com' })])
    expect(await settled()).toEqual({ failed: 1 })
    await trigger(db, handlers, [anAlertEvent({ email: 'inactive@example.com' })])

    expect(await settled()).toEqual({ failed: 1, suppressed: 1 })
    expect(postmark.state.calls).toBe(1)
  })

  test('of one message leaves the others of its batch accepted', async () => {
    const emails = ['invalid@example.com', 'visitor@example.com']
    await trigger(
      db,
      handlers,
      emails.map((email) => anAlertEvent({ email })),
    )
    expect(await settled()).toEqual({ failed: 1, accepted: 1 })
  })

  test('of our account is kept trying, and counted for an operator', async () => {
    postmark.state.faultOf = (call) => (call < 2 ? 'unauthorized' : null)
    await trigger(db, handlers, [anAlertEvent()])

    expect(await settled()).toEqual({ accepted: 1 })
    expect(await running.metrics.metrics()).toContain(
      'provider_configuration_errors_total{channel="email",reason="postmark-10",service="notifier"} 2',
    )
  })
})

test('two claims never hold the same delivery', async () => {
  postmark.state.faultOf = () => 'rate-limited'
  await trigger(
    db,
    handlers,
    Array.from({ length: 40 }, () => anAlertEvent()),
  )
  await db.execute(sql`update deliveries set channel = 'push', state = 'queued', not_before = now()`)

  const claims = await Promise.all(
    Array.from({ length: 4 }, () =>
      claimQueued(db, { channel: 'push', owner: randomUUID(), limit: 15, leaseSeconds: 60 }),
    ),
  )
  const ids = claims.flatMap(({ claimed }) => claimed.map(({ id }) => id))
  expect(ids).toHaveLength(40)
  expect(new Set(ids).size).toBe(40)
})
