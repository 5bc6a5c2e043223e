import { userAddressChanged } from '@walkon/contracts/events/identity'
import { hashAddress } from '@walkon/service/address-hash'
import { createLog } from '@walkon/service/log'
import { createMetrics } from '@walkon/service/metrics'
import { heard } from '@walkon/testing/service'
import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { deliveriesOf } from '../deliveries/delivery-table.ts'
import { alerted } from '../../testing/dated-events.ts'
import { ADA, createErasingNotifier } from '../../testing/erasures.ts'
import { aNumber } from '../../testing/notifier.ts'
import { createDeliveryMetrics } from '../../metrics/deliveries.ts'

/** Mails that are queued in place of texts at the same moment at which the visitor is erased, or has another address. */

const notifier = await createErasingNotifier()
const { db, hear, runJob, confirmNumbers, suppress, waitingForLocks, before, deleted, clear, close } =
  notifier
const log = createLog({ service: 'notifier', level: 'error' }, { write: () => undefined })
const texts = deliveriesOf(db, createDeliveryMetrics(db, createMetrics('notifier'), log), 'sms')
afterAll(close)
beforeEach(clear)

const NEW_ADDRESS = 'ada@example.org'
const LEASE = { owner: randomUUID(), limit: 10, leaseSeconds: 60 }

/** Ways by which the alerts of a queued text are mailed, after their preparation. */
const WAYS = [
  [
    'is withdrawn',
    async () => {
      await db.execute(sql`update deliveries set created_at = now() - interval '181 seconds'`)
      return () => runJob('mail-late-texts')
    },
  ],
  [
    'ends when it is leased',
    async (number: string) => {
      await db.execute(sql`update deliveries set state = 'unknown'`)
      await suppress({
        channel: 'sms',
        addressHash: hashAddress(number),
        reason: 'unsubscribed',
        scope: 'all',
      })
      await db.execute(sql`update deliveries set state = 'queued'`)
      return () => texts.leaseQueued(LEASE)
    },
  ],
  [
    'is refused',
    async () => {
      const { leased } = await texts.leaseQueued(LEASE)
      const reason = 'twilio-21614'
      const refused = leased.map((call) => ({
        call,
        answer: { kind: 'refused' as const, reason },
        step: { state: 'failed' as const, reason },
      }))
      return () => texts.recordAnswers(LEASE.owner, refused)
    },
  ],
] as const

/** Queues a text, and lets the change come between the insert of the mail in its place and the commit. */
async function mailDuring(change: () => Promise<unknown>, prepare: (typeof WAYS)[number][1]): Promise<void> {
  const number = aNumber()
  const event = alerted(ADA, before, { recipients: [{ channel: 'sms', address: number }] })
  await confirmNumbers([event])
  await hear(event)
  const mail = await prepare(number)
  const underWay = await db.transaction(async (tx) => {
    // The mail's row is inserted by then, that of its alert is not.
    await tx.execute(sql`lock table delivery_alerts in share mode`)
    const mailing = mail()
    await expect.poll(waitingForLocks).toBe(1)
    const changing = change()
    await expect.poll(waitingForLocks).toBe(2)
    return [mailing, changing]
  })
  await Promise.all(underWay)
}

test.for(WAYS)('a mail in place of a text that %s is erased with its visitor', async ([_how, prepare]) => {
  await mailDuring(() => hear(deleted(ADA)), prepare)

  expect(await notifier.listDeliveries()).toEqual([])
})

test.for(WAYS)(
  'a mail in place of a text that %s goes to the address that its visitor’s account has by then',
  async ([_how, prepare]) => {
    const changedAt = new Date().toISOString()
    const change = { userId: randomUUID(), oldEmail: ADA, newEmail: NEW_ADDRESS, changedAt }
    await mailDuring(() => hear(heard(userAddressChanged, change)), prepare)

    const mails = (await notifier.listDeliveries()).filter(({ channel }) => channel === 'email')
    expect(mails.map(({ address }) => address)).toEqual([NEW_ADDRESS])
  },
)
