import { assistDayActivated, assistDayRevoked, passActivated } from '@walkon/contracts/events/billing'
import { userNotificationRequested } from '@walkon/contracts/events/notifications'
import { findTraces } from '@walkon/testing/traces'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { NOON, TODAY, TOMORROW } from '../testing/billing.ts'
import { createTestPlans, idOf, type Owner } from '../testing/plans.ts'

const billing = await createTestPlans()
const { anOwner, clock, control, db, hearAbout, later, published, stripe, userDeleted, work } = billing
afterAll(billing.close)
beforeEach(() => void (clock.now = NOON))

type Day = { date?: string; parkId?: string }

async function openPage(owner: Owner, day: Day = {}): Promise<string> {
  const response = await owner.buyAssistDay(day)
  expect(response.statusCode).toBe(201)
  return response.json<{ sessionId: string }>().sessionId
}

async function pay(sessionId: string): Promise<void> {
  await control(`/payments/${sessionId}/pay`)
  await hearAbout(sessionId)
}

async function buyDay(owner: Owner, day: Day = {}): Promise<string> {
  const sessionId = await openPage(owner, day)
  await pay(sessionId)
  return sessionId
}

const windowsOf = async ({ userId }: Owner) =>
  (await published(assistDayActivated))
    .filter((day) => day.userId === userId)
    .flatMap(({ windows }) => windows)
const revocationsOf = async ({ userId }: Owner) =>
  (await published(assistDayRevoked)).filter((day) => day.userId === userId).map(({ reason }) => reason)
const lettersOf = async ({ userId }: Owner) =>
  (await published(userNotificationRequested))
    .filter((letter) => letter.userId === userId)
    .map(({ notification }) => notification.name)
const paymentOf = async (sessionId: string) =>
  idOf((await stripe.checkout.sessions.retrieve(sessionId)).payment_intent)

test('201: an account pays the price list’s five dollars on a page that leads back to Lightning Lane Assist', async () => {
  const owner = anOwner()
  const sessionId = await openPage(owner)

  expect(await stripe.checkout.sessions.retrieve(sessionId)).toMatchObject({
    mode: 'payment',
    amount_total: 500,
    customer_email: owner.email,
    success_url: 'https://walkon.example/lightning-lane?session_id={CHECKOUT_SESSION_ID}',
    cancel_url: 'https://walkon.example/lightning-lane',
  })
  expect(await owner.assistDay()).toEqual({
    state: 'opening',
    days: [],
    ended: [],
    dayCents: 500,
    currency: 'usd',
  })
})

test('a payment for today makes one day of 24 hours and one receipt, however often its webhooks come, and no ride-alert pass', async () => {
  const owner = anOwner()
  const sessionId = await buyDay(owner)
  await hearAbout(sessionId)

  expect(await windowsOf(owner)).toEqual([
    { startsAt: '2026-07-01T16:00:00.000Z', endsAt: '2026-07-02T16:00:00.000Z' },
  ])
  expect(await lettersOf(owner)).toEqual(['assist-receipt'])
  expect(await owner.assistDay()).toMatchObject({
    state: 'active',
    days: [{ parkId: billing.parkId, date: TODAY, endsAt: '2026-07-02T16:00:00.000Z' }],
  })
  expect(await published(passActivated)).toEqual([])
  later(24 * 60)
  expect(await owner.assistDay()).toMatchObject({ state: 'none', days: [] })
})

test.each([
  ['a later day', '2026-07-04', '2026-07-04T08:00:00.000Z', '2026-07-05T08:00:00.000Z'],
  ['a day on which clocks go back', '2026-11-01', '2026-11-01T09:00:00.000Z', '2026-11-02T09:00:00.000Z'],
  ['the day before', '2026-10-31', '2026-10-31T08:00:00.000Z', '2026-11-01T09:00:00.000Z'],
])('%s is the park’s own, from four to four by its clock', async (_name, date, startsAt, endsAt) => {
  const owner = anOwner()
  await buyDay(owner, { date })

  expect(await windowsOf(owner)).toEqual([{ startsAt, endsAt }])
  expect(await lettersOf(owner)).toEqual(['assist-receipt'])
})

test('a day is active within a minute when the browser never comes back and no webhook arrives', async () => {
  const owner = anOwner()
  const sessionId = await openPage(owner)
  await control(`/payments/${sessionId}/pay`)
  later(1)
  await work()

  expect(await owner.assistDay()).toMatchObject({ state: 'active' })
})

test('days of one account are bought one by one, and each is among those that ended once it is over', async () => {
  const owner = anOwner()
  await buyDay(owner, { date: TOMORROW })
  await buyDay(owner)

  expect((await owner.assistDay()).days.map(({ date }) => date)).toEqual([TODAY, TOMORROW])
  later(24 * 60 + 1)
  const { days, ended } = await owner.assistDay()
  expect(days.map(({ date }) => date)).toEqual([TOMORROW])
  expect(ended).toEqual([
    { parkId: billing.parkId, date: TODAY, state: 'over', paidCents: 500, orderedAt: NOON.toISOString() },
  ])
})

test('a double click and a second tab open one page, and another one is opened only after it has expired', async () => {
  const owner = anOwner()
  const pages = await Promise.all([openPage(owner), openPage(owner), openPage(owner)])
  expect(new Set(pages).size).toBe(1)
  later(33)

  expect(pages).not.toContain(await openPage(owner))
  await expect(control(`/payments/${pages[0]}/pay`)).rejects.toThrow('session-closed')
})

test('another day ends the page of the one before, so that one day is paid', async () => {
  const owner = anOwner()
  const first = await openPage(owner)
  const second = await openPage(owner, { date: TOMORROW })

  await expect(control(`/payments/${first}/pay`)).rejects.toThrow('session-closed')
  await pay(second)
  expect((await owner.assistDay()).days.map(({ date }) => date)).toEqual([TOMORROW])
})

test('a page that was paid in the moment in which another day is chosen has its day', async () => {
  const owner = anOwner()
  const first = await openPage(owner)
  await control(`/payments/${first}/pay`)
  await buyDay(owner, { date: TOMORROW })

  expect((await owner.assistDay()).days.map(({ date }) => date)).toEqual([TODAY, TOMORROW])
})

/** A day that is paid after it is over. */
async function payTooLate(owner: Owner): Promise<string> {
  clock.now = new Date('2026-07-02T07:45:00Z')
  const sessionId = await openPage(owner, { date: TOMORROW })
  await control(`/payments/${sessionId}/pay`)
  clock.now = new Date('2026-07-03T08:01:00Z')
  await work()
  await hearAbout(sessionId)
  return sessionId
}

test('a payment that comes after the end of its day goes back, once, and its buyer is told', async () => {
  const owner = anOwner()
  const sessionId = await payTooLate(owner)

  const { data } = await stripe.refunds.list({ payment_intent: await paymentOf(sessionId) })
  expect(data.map(({ amount }) => amount)).toEqual([500])
  expect(await lettersOf(owner)).toEqual(['assist-returned'])
  expect([await windowsOf(owner), await owner.assistDay()]).toMatchObject([
    [],
    { state: 'none', ended: [{ state: 'returned' }] },
  ])
})

test('a refund that the bank returns is not made again, and its buyer is told', async () => {
  const owner = anOwner()
  const intent = await paymentOf(await payTooLate(owner))
  const { data: made } = await stripe.refunds.list({ payment_intent: intent })
  await control(`/refunds/${made[0]?.id}/fail`)
  await hearAbout(intent)

  expect((await stripe.refunds.list({ payment_intent: intent })).data).toHaveLength(1)
  expect(await lettersOf(owner)).toEqual(['assist-returned', 'assist-refund-failed'])
})

test('a day whose payment is refunded in full ends, and its buyer is told once', async () => {
  const owner = anOwner()
  const sessionId = await buyDay(owner)
  await control(`/payments/${sessionId}/refund`)
  await hearAbout(await paymentOf(sessionId))
  await hearAbout(await paymentOf(sessionId))

  expect(await revocationsOf(owner)).toEqual(['refunded'])
  expect(await lettersOf(owner)).toEqual(['assist-receipt', 'assist-refunded'])
  expect(await owner.assistDay()).toMatchObject({ state: 'none', ended: [{ state: 'revoked' }] })
})

test('a dispute ends the day, and a dispute that is won gives it back as it was', async () => {
  const owner = anOwner()
  const sessionId = await buyDay(owner)
  await control(`/payments/${sessionId}/dispute`)
  await hearAbout(await paymentOf(sessionId))
  expect(await revocationsOf(owner)).toEqual(['disputed'])
  expect(await owner.assistDay()).toMatchObject({ state: 'none' })

  await control(`/payments/${sessionId}/dispute/close`, { outcome: 'won' })
  await hearAbout(await paymentOf(sessionId))

  const [bought, restored, ...further] = await windowsOf(owner)
  expect([restored, further]).toEqual([bought, []])
  expect(await owner.assistDay()).toMatchObject({ state: 'active' })
  expect(await lettersOf(owner)).toEqual(['assist-receipt'])
})

test('the deletion of an account ends its day and leaves nothing of it but the payment without an owner', async () => {
  const [owner, outsider] = [anOwner(), anOwner()]
  await buyDay(owner)
  await buyDay(outsider)
  await billing.publishAll()

  await userDeleted([owner.email], clock.now, { userId: owner.userId })

  expect(await revocationsOf(owner)).toEqual(['erased'])
  await billing.publishAll()
  expect(await findTraces(db, owner.email)).toEqual({})
  expect(await outsider.assistDay()).toMatchObject({ state: 'active' })
})

test('a payment for an account that was deleted meanwhile is paid back, once', async () => {
  const owner = anOwner()
  const sessionId = await openPage(owner)
  await control(`/payments/${sessionId}/pay`)
  await userDeleted([owner.email], clock.now, { userId: owner.userId })
  await work()
  await hearAbout(sessionId)

  const { data } = await stripe.refunds.list({ payment_intent: await paymentOf(sessionId) })
  expect(data.map(({ amount }) => amount)).toEqual([500])
  expect(await windowsOf(owner)).toEqual([])
})

test('an open page of a deleted account can be paid no more', async () => {
  const owner = anOwner()
  const sessionId = await openPage(owner)
  await userDeleted([owner.email], clock.now, { userId: owner.userId })
  await work()

  await expect(control(`/payments/${sessionId}/pay`)).rejects.toThrow('session-closed')
})
