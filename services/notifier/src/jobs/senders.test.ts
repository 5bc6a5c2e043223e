import type { SuppressionScope } from '@walkon/contracts/values'
import type { TriggeredAlert } from '@walkon/contracts/events/alerts'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { hashAddress } from '@walkon/service/address-hash'
import { insertDeliveries, type NewDelivery } from '../db/deliveries/deliveries.ts'
import type { SuppressionReason } from '../domain/suppression-scope.ts'
import { aLetter, TOKEN } from '../testing/letters.ts'
import { anAlert, anAlertEvent, createTestNotifier, linksFor, someAlerts } from '../testing/notifier.ts'
import { startPostmarkServer } from '../testing/postmark-server.ts'

const { db, hear, request, suppress, start, countStates, listDeliveries, listPublished, clear, close } =
  await createTestNotifier()
const postmark = await startPostmarkServer()
const running = await start({ env: { POSTMARK_API_URL: postmark.url } })

afterAll(async () => {
  await running.stop()
  await postmark.close()
  await close()
})

beforeEach(async () => {
  await clear()
  postmark.reset()
})

/** The states of all deliveries, once each has come to its end. */
async function settled(): Promise<Record<string, number>> {
  return vi.waitFor(async () => {
    const { queued, sending, unknown, ...ended } = await countStates()
    if (queued || sending || unknown) throw new Error('Some have not ended')
    return ended
  })
}

const suppressed = (address: string, reason: SuppressionReason, scope: SuppressionScope = 'alerts') =>
  suppress({ channel: 'email', addressHash: hashAddress(address), reason, scope })

const aConfirmation = (address: string) => ({
  notificationId: randomUUID(),
  recipient: { channel: 'email' as const, address },
  notification: aLetter(),
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
    linkHash: null,
  }
}

describe('what is queued', () => {
  test('is published as accepted, with the alerts it named', async () => {
    const alert = anAlert()
    await hear([anAlertEvent({ alerts: [alert] })])

    expect(await settled()).toEqual({ accepted: 1 })
    const alerts = [{ alertId: alert.alertId, rideId: alert.rideId }]
    expect(await listPublished()).toMatchObject([
      { type: 'DeliveryRecorded', data: { outcome: 'accepted', reason: null, alerts } },
    ])
  })

  test('carries links that open for the right address and for nothing else', async () => {
    await hear([
      anAlertEvent({
        email: 'owner@example.com',
        recipients: [{ channel: 'email', address: 'other@example.com' }],
      }),
    ])
    expect(await settled()).toEqual({ accepted: 1 })

    const { html, headers } = postmark.ledger.accepted[0]!
    const manageToken = /manage-alerts\?token=([\w.-]+)/.exec(html)?.[1] ?? ''
    const unsubscribeToken = /\/u\/([\w.-]+)>/.exec(headers['List-Unsubscribe'] ?? '')?.[1] ?? ''
    const in29Days = new Date(Date.now() + 29 * 86_400_000)
    expect(await linksFor('manage').open(manageToken, in29Days)).toMatchObject({
      email: 'owner@example.com',
    })
    expect(await linksFor('unsubscribe').open(unsubscribeToken, in29Days)).toMatchObject({
      email: 'other@example.com',
    })
    expect(await linksFor('manage').open(unsubscribeToken, in29Days)).toBeNull()
    expect(headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
  })

  test('loses its words once it was sent: they can hold a link that still works', async () => {
    await request(aConfirmation('visitor@example.com'))
    expect(await settled()).toEqual({ accepted: 1 })

    expect(postmark.ledger.accepted[0]?.html).toContain(TOKEN)
    await vi.waitFor(async () => expect((await listDeliveries())[0]?.content).toBeNull())
  })

  test('fails alone if it cannot be written, and the others of its batch go', async () => {
    await db.transaction((tx) => insertDeliveries(tx, [aDelivery([anAlert()]), aDelivery([])]))
    expect(await settled()).toEqual({ accepted: 1, failed: 1 })
  })

  test('is not sent once it has expired', async () => {
    await hear([anAlertEvent({ observedAt: new Date(Date.now() - 16 * 60_000).toISOString() })])

    expect(await settled()).toEqual({ expired: 1 })
    expect(postmark.ledger.accepted).toEqual([])
    expect(await listPublished()).toMatchObject([{ data: { outcome: 'expired', reason: 'expired' } }])
  })
})

describe('a suppressed address', () => {
  test.for(['unsubscribed', 'bounced', 'complained', 'invalid'] as const)(
    'that has %s gets no alert',
    async (reason) => {
      await suppressed('visitor@example.com', reason)
      await hear([anAlertEvent({ email: 'visitor@example.com' })])

      expect(await settled()).toEqual({ suppressed: 1 })
      expect(postmark.ledger.accepted).toEqual([])
      const told = (await listPublished()).filter(({ type }) => type !== 'MailListLeft')
      expect(told).toMatchObject([
        { type: 'RecipientSuppressed', data: { addressHash: hashAddress('visitor@example.com'), reason } },
        { type: 'DeliveryRecorded', data: { outcome: 'suppressed', reason } },
      ])
    },
  )

  test('that has unsubscribed still gets the mail that confirms it again', async () => {
    await suppressed('visitor@example.com', 'unsubscribed')
    await request(aConfirmation('visitor@example.com'))
    expect(await settled()).toEqual({ accepted: 1 })
  })

  test('whose letters came back gets not even the mail that confirms it again, also when it has unsubscribed too', async () => {
    await suppressed('visitor@example.com', 'unsubscribed')
    await suppressed('visitor@example.com', 'bounced', 'all')
    await request(aConfirmation('visitor@example.com'))
    expect(await settled()).toEqual({ suppressed: 1 })
  })
})

describe('a refusal', () => {
  test('of an address ends the delivery and keeps everything else from that address', async () => {
    // Postmark’s list bears out its refusal whenever the notifier asks for it.
    const since = new Date().toISOString()
    postmark.lists.streams['alerts']?.set('inactive@example.com', { reason: 'HardBounce', since })
    await hear([anAlertEvent({ email: 'inactive@example.com' })])
    expect(await settled()).toEqual({ failed: 1 })
    await hear([anAlertEvent({ email: 'inactive@example.com' })])

    expect(await settled()).toEqual({ failed: 1, suppressed: 1 })
    expect(postmark.state.calls).toBe(1)
  })

  test('of one message leaves the others of its batch accepted', async () => {
    const emails = ['invalid@example.com', 'visitor@example.com']
    await hear(emails.map((email) => anAlertEvent({ email })))
    expect(await settled()).toEqual({ failed: 1, accepted: 1 })
  })

  test('of our account is kept trying, and counted for an operator', async () => {
    postmark.state.faultOf = (call) => (call < 2 ? 'unauthorized' : null)
    await hear([anAlertEvent()])

    expect(await settled()).toEqual({ accepted: 1 })
    // Counted after the state is committed.
    await expect
      .poll(() => running.metrics.metrics())
      .toContain(
        'provider_configuration_errors_total{channel="email",reason="postmark-10",service="notifier"} 2',
      )
  })
})
