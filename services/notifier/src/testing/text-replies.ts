import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { leaseQueued } from '../db/deliveries/leases.ts'
import { recordReceipt, recordSteps } from '../db/deliveries/outcomes.ts'
import { anAlert, textedEvent, type createTestNotifier } from './notifier.ts'

export const NUMBER = '+14075550123'
export const EMAIL = 'visitor@example.com'

/** The hands of tests about what visitors reply to their texts. */
export function createTextReplies({
  db,
  hear,
  confirmNumbers,
  applyTwilio,
  listDeliveries,
  listPublished,
}: Awaited<ReturnType<typeof createTestNotifier>>) {
  let replies = 0
  return {
    replied: (Body: string, From = NUMBER) =>
      applyTwilio({ MessageSid: `SM${replies++}`, From, To: '+18885550100', Body, SmsStatus: 'received' }),

    /** A text of alerts that Twilio has accepted. */
    async textAccepted(alerts = [anAlert()]) {
      const event = textedEvent({ email: EMAIL, recipients: [{ channel: 'sms', address: NUMBER }], alerts })
      await confirmNumbers([event])
      await hear([event])
      await db.execute(sql`update deliveries set state = 'accepted', called_at = now(), accepted_at = now()`)
      const [delivery] = await listDeliveries()
      if (!delivery) throw new Error('No text was queued.')
      return { id: delivery.id, alertIds: alerts.map(({ alertId }) => alertId) }
    },
    /** Twilio accepts the queued texts, and says that they arrived. */
    textsArrive: () =>
      db.transaction(async (tx) => {
        const owner = randomUUID()
        const { leased } = await leaseQueued(tx, 'sms', { owner, limit: 50, leaseSeconds: 60 })
        const steps = leased.map(({ id }) => ({
          id,
          step: { state: 'accepted' as const, providerId: `SM${id}` },
        }))
        await recordSteps(tx, owner, steps)
        for (const { id, step } of steps)
          await recordReceipt(tx, id, { state: 'delivered', reason: null, providerId: step.providerId })
      }),
    answers: async () =>
      (await listDeliveries()).flatMap(({ content }) =>
        content && 'kind' in content && content.kind === 'reply-answer' ? [content] : [],
      ),
    repliesPublished: async () =>
      (await listPublished()).filter(({ type }) => type === 'RecipientReplied').map(({ data }) => data),
    suppressions: () => db.execute(sql`select channel, address_hash as hash, reason from suppressions`),
  }
}
