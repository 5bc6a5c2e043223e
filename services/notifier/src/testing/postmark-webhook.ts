import { hashAddress } from '@walkon/service/address-hash'
import { sql } from 'drizzle-orm'
import { listSuppressions } from '../db/suppressions/suppressions.ts'
import { anAlertEvent, createTestNotifier } from './notifier.ts'
import { PATIENT, SETTINGS } from './settings.ts'
import type { ListedAddress } from './postmark-lists.ts'
import { startPostmarkServer } from './postmark-server.ts'

/** The mailbox of the events. */
export const EMAIL = 'visitor@example.com'

export const basic = (user: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
})
/** The header by which Postmark is known. */
export const POSTMARK = basic(SETTINGS.POSTMARK_WEBHOOK_USER, SETTINGS.POSTMARK_WEBHOOK_PASSWORD)

/** The notifier beside a Postmark that posts events and answers look-ups. */
export async function createPostmarkNotifier() {
  const postmark = await startPostmarkServer()
  const notifier = await createTestNotifier({ env: { ...PATIENT, POSTMARK_API_URL: postmark.url } })
  const { app, db, hear, runJob, listDeliveries, listPublished } = notifier

  /** Looks up due addresses; a claim that Postmark does not bear out, once more. */
  async function lookUp() {
    await runJob('check-addresses')
    await db.execute(sql`update address_checks set not_before = now() where settled_at is null`)
    await runJob('check-addresses')
  }

  /** Puts the address on a list of Postmark, as what happened there did. */
  const list = (reason: ListedAddress['reason'], stream = 'alerts') =>
    postmark.lists.streams[stream]?.set(EMAIL, { reason, since: '2026-04-14T14:41:05-04:00' })

  return {
    ...notifier,
    postmark,
    lookUp,
    list,
    unlist: (stream = 'alerts') => postmark.lists.streams[stream]?.delete(EMAIL),

    /** Sends an event, applies it once stored, and looks up its claim. */
    async post(payload: object | string, headers: Record<string, string> = POSTMARK) {
      const response = await app.inject({
        method: 'POST',
        url: '/webhooks/postmark',
        headers: { 'content-type': 'application/json', ...headers },
        payload,
      })
      while (await runJob('apply-postmark-events')) continue
      await lookUp()
      return response
    },

    /** A delivery whose call is under way, as it is when a receipt overtakes the answer. */
    async aDelivery(): Promise<string> {
      await hear([anAlertEvent({ email: EMAIL })])
      await db.execute(
        sql`update deliveries set state = 'sending', lease_until = now() + interval '1 minute'`,
      )
      const [delivery] = await listDeliveries()
      if (!delivery) throw new Error('The alert has no delivery')
      return delivery.id
    },

    /** A bounce that Postmark has too. */
    trulyBounced(id: string, kind: BounceKind = {}) {
      const event = bounced(id, kind)
      const { ID, Type, MessageID, Email } = event
      postmark.lists.bounces.set(ID, { Type, MessageID, Email })
      if (event.Inactive) list('HardBounce')
      return event
    },

    stateOf: async () => (await listDeliveries())[0]?.state,
    outcomes: async () =>
      (await listPublished()).flatMap(({ data }) =>
        data['outcome'] ? [[data['outcome'], data['reason']]] : [],
      ),
    reasons: async () =>
      (await listSuppressions(db, 'email', hashAddress(EMAIL))).map(
        ({ reason, scope }) => `${reason} ${scope}`,
      ),
    async close() {
      await notifier.close()
      await postmark.close()
    },
  }
}

/** The events, in Postmark's own shapes. */

export const message = (deliveryId: string) => ({
  MessageID: 'm1',
  ServerID: 1,
  MessageStream: 'alerts',
  Tag: 'ride-alerts',
  Metadata: { delivery_id: deliveryId },
})

export const delivered = (id: string) => ({
  RecordType: 'Delivery',
  ...message(id),
  Recipient: EMAIL,
  DeliveredAt: '2026-04-14T18:41:05Z',
  Details: '',
})

type BounceKind = { Type?: string; Inactive?: boolean }

export const bounced = (id: string, { Type = 'HardBounce', Inactive = true }: BounceKind = {}) => ({
  RecordType: 'Bounce',
  ...message(id),
  ID: 42,
  Type,
  TypeCode: 1,
  Email: EMAIL,
  Inactive,
  BouncedAt: '2026-04-14T18:41:05Z',
})

export const complained = (id: string) => ({
  RecordType: 'SpamComplaint',
  ...message(id),
  ID: 43,
  Email: EMAIL,
  Type: 'SpamComplaint',
})

let changes = 0

export const subscription = (
  SuppressSending: boolean,
  SuppressionReason: string | null,
  MessageStream = 'alerts',
) => ({
  RecordType: 'SubscriptionChange',
  MessageID: '00000000-0000-0000-0000-000000000000',
  MessageStream,
  Recipient: EMAIL,
  SuppressSending,
  SuppressionReason,
  // Postmark has no ids of events: two that say the same are told apart by their times.
  ChangedAt: new Date(Date.UTC(2026, 3, 14) + changes++).toISOString(),
  Metadata: {},
})
