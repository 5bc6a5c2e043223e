import { hashAddress } from '@walkon/service/address-hash'
import { createLog } from '@walkon/service/log'
import { createMetrics } from '@walkon/service/metrics'
import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { deliveriesOf } from '../deliveries/delivery-table.ts'
import { aNumber } from '../../testing/notifier.ts'
import { again, createPlanTextNotifier } from '../../testing/plan-texts.ts'
import { createDeliveryMetrics } from '../../metrics/deliveries.ts'

/** An alert whose text may not be sent any more goes by email: never both ways, and never none. */

const notifier = await createPlanTextNotifier()
const { alert, choose, clear, coverWithTexts, db, hear, remove, close } = notifier
const log = createLog({ service: 'notifier', level: 'error' }, { write: () => undefined })
const texts = deliveriesOf(db, createDeliveryMetrics(db, createMetrics('notifier'), log), 'sms')
afterAll(close)

// Choices count by address over the whole file, so each test has a visitor of its own.
let visitors = 0
let [ADA, NUMBER, OTHER] = ['', '', '']
beforeEach(async () => {
  await clear()
  ADA = `ada-${visitors++}@example.com`
  NUMBER = aNumber()
  OTHER = aNumber()
})

/** Leases texts as a sender does, and returns their numbers. */
const leaseTexts = async () =>
  (await texts.leaseQueued({ owner: randomUUID(), limit: 10, leaseSeconds: 60 })).leased.map(
    ({ address }) => address,
  )
const alerts = async () =>
  (
    await db.execute<{ address: string; state: string; why: string | null }>(sql`
      select address, state, last_error as why from deliveries where source = 'alert' order by created_at, address`)
  ).map(({ address, state, why }) => [address, state, why])
const mailedInstead = (reason: string) => [
  [NUMBER, 'suppressed', reason],
  [ADA, 'queued', null],
]
const setState = (state: string) =>
  db.execute(sql`update deliveries set state = ${state} where channel = 'sms'`)

test.for([
  ['removed', () => remove(ADA)],
  ['replaced by another', () => choose(ADA, OTHER)],
] as const)('a queued text of a plan goes by email at once when its number is %s', async ([_how, change]) => {
  await coverWithTexts(ADA, NUMBER)
  const event = alert(ADA)
  await hear([event])
  await change()
  expect(await alerts()).toEqual(mailedInstead('number-removed'))
  await hear([again(event)])
  await change()
  expect(await alerts()).toEqual(mailedInstead('number-removed'))
})

test.for(['sending', 'unknown'])(
  'a text of a plan that was %s when its number was removed, and must be sent again, goes by email',
  async (state) => {
    await coverWithTexts(ADA, NUMBER)
    await hear([alert(ADA)])
    await setState(state)
    await remove(ADA)
    expect(await alerts()).toEqual([[NUMBER, state, null]])
    await setState('queued')
    expect(await leaseTexts()).toEqual([])
    expect(await alerts()).toEqual(mailedInstead('number-removed'))
  },
)

test('a text of a plan goes to its number where that is chosen again before it is sent', async () => {
  await coverWithTexts(ADA, NUMBER)
  await hear([alert(ADA)])
  await setState('unknown')
  await remove(ADA)
  await choose(ADA, NUMBER)
  await setState('queued')
  expect(await leaseTexts()).toEqual([NUMBER])
  expect(await alerts()).toEqual([[NUMBER, 'sending', null]])
})

test('the text of a pass to the number of the plan still goes there when the plan’s number is removed', async () => {
  await coverWithTexts(ADA, NUMBER)
  const [toPass, own] = [
    { channel: 'sms', address: NUMBER },
    { channel: 'email', address: ADA },
  ] as const
  await hear([alert(ADA, { recipients: [toPass, own] })])
  await remove(ADA)
  expect(await leaseTexts()).toEqual([NUMBER])
  expect(await alerts()).toEqual([[NUMBER, 'sending', null]])
})

test('the removal of one visitor’s number leaves the texts of another visitor to the same number', async () => {
  const GRACE = 'grace@example.com'
  await coverWithTexts(ADA, NUMBER)
  await coverWithTexts(GRACE, NUMBER)
  await hear([alert(GRACE)])
  await remove(ADA)
  expect(await leaseTexts()).toEqual([NUMBER])
})

test('a text of a plan whose alert was mailed to another mailbox too goes by email to the visitor', async () => {
  await coverWithTexts(ADA, NUMBER)
  const [other, own] = [
    { channel: 'email', address: 'other@example.com' },
    { channel: 'email', address: ADA },
  ] as const
  await hear([alert(ADA, { recipients: [other, own] })])
  await remove(ADA)
  const all = await alerts()
  expect(all).toHaveLength(3)
  expect(all).toEqual(
    expect.arrayContaining([
      [NUMBER, 'suppressed', 'number-removed'],
      [ADA, 'queued', null],
      ['other@example.com', 'queued', null],
    ]),
  )
})

test.for(['sending', 'unknown'])(
  'a text that was %s when its number stopped, and must be sent again, goes by email',
  async (state) => {
    await coverWithTexts(ADA, NUMBER)
    await hear([alert(ADA)])
    await setState(state)
    const addressHash = hashAddress(NUMBER)
    await notifier.suppress({ channel: 'sms', addressHash, reason: 'unsubscribed', scope: 'all' })
    await setState('queued')
    expect(await leaseTexts()).toEqual([])
    expect(await alerts()).toEqual(mailedInstead('unsubscribed'))
  },
)

test('of two texts that are queued while their number stops, both go by email', async () => {
  await coverWithTexts(ADA, NUMBER)
  await hear([alert(ADA)])
  const addressHash = hashAddress(NUMBER)
  const stopped = await db.transaction(async (tx) => {
    await tx.execute(sql`update deliveries set updated_at = now() where channel = 'sms'`)
    const stopping = notifier.suppress({ channel: 'sms', addressHash, reason: 'unsubscribed', scope: 'all' })
    await vi.waitFor(async () => expect(await notifier.waitingForLocks()).toBe(1))
    await hear([alert(ADA)])
    return { stopping }
  })
  await stopped.stopping

  expect(await leaseTexts()).toEqual([])
  const [text, mail] = mailedInstead('unsubscribed')
  const alertsTo = async (address: string) => (await alerts()).filter(([to]) => to === address)
  expect(await alertsTo(NUMBER)).toEqual([text, text])
  expect(await alertsTo(ADA)).toEqual([mail, mail])
})

test('texts that are queued when all texts are stopped go by email', async () => {
  await coverWithTexts(ADA, NUMBER)
  await hear([alert(ADA)])
  const { jobs } = notifier.build({ env: { STOP_ALL_TEXTS: 'true' } })
  await jobs.find(({ name }) => name === 'send-sms')!.run(AbortSignal.timeout(60_000))
  expect(await alerts()).toEqual(mailedInstead('texts-stopped'))
})

test('texts that wait too long to be sent go by email, once; those in doubt and newer ones wait on', async () => {
  const makeLate = () =>
    db.execute(sql`update deliveries set created_at = now() - interval '181 seconds' where channel = 'sms'`)
  await coverWithTexts(ADA, NUMBER)
  await hear([alert(ADA)])
  await notifier.runJob('mail-late-texts')
  expect(await alerts()).toEqual([[NUMBER, 'queued', null]])

  await makeLate()
  for (const state of ['sending', 'unknown', 'accepted']) {
    await setState(state)
    await notifier.runJob('mail-late-texts')
    expect(await alerts()).toEqual([[NUMBER, state, null]])
  }

  await setState('queued')
  await notifier.runJob('mail-late-texts')
  await notifier.runJob('mail-late-texts')
  expect(await alerts()).toEqual(mailedInstead('text-late'))
})

test('a text that waits until its alerts are of no use any more expires, and nothing is mailed', async () => {
  await coverWithTexts(ADA, NUMBER)
  await hear([alert(ADA)])
  await db.execute(sql`update deliveries set created_at = now() - interval '1 hour', expires_at = now()`)
  await notifier.runJob('mail-late-texts')
  await notifier.runJob('expire-deliveries')
  expect(await alerts()).toEqual([[NUMBER, 'expired', 'expired']])
})
