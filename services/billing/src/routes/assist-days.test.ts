import { assistDayActivated, assistDayRevoked, passActivated } from '@walkon/contracts/events/billing'
import { userNotificationRequested } from '@walkon/contracts/events/notifications'
import { findTraces } from '@walkon/testing/traces'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { NOON } from '../testing/billing.ts'
import { codeOf, createTestPlans, idOf, type Owner } from '../testing/plans.ts'

const billing = await createTestPlans()
const { anOwner, clock, control, db, hearAbout, later, published, stripe, userDeleted, work } = billing
afterAll(billing.close)
beforeEach(() => void (clock.now = NOON))

async function openPage(owner: Owner): Promise<string> {
  const response = await owner.buyAssistDay()
  expect(response.statusCode).toBe(201)
  return response.json<{ sessionId: string }>().sessionId
}

async function pay(sessionId: string): Promise<void> {
  await control(`/payments/${sessionId}/pay`)
  await hearAbout(sessionId)
}

async function buyDay(owner: Owner): Promise<string> {
  const sessionId = await openPage(owner)
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
  expect(await owner.assistDay()).toEqual({ state: 'opening', endsAt: null, dayCents: 500, currency: 'usd' })
})

test('a payment makes one day of 24 hours and one receipt, however often its webhooks come, and no ride-alert pass', async () => {
  const owner = anOwner()
  const sessionId = await buyDay(owner)
  await hearAbout(sessionId)

  expect(await windowsOf(owner)).toEqual([
    { startsAt: '2026-07-01T16:00:00.000Z', endsAt: '2026-07-02T16:00:00.000Z' },
  ])
  expect(await lettersOf(owner)).toEqual(['assist-receipt'])
  expect(await owner.assistDay()).toMatchObject({ state: 'active', endsAt: '2026-07-02T16:00:00.000Z' })
  expect(await published(passActivated)).toEqual([])
  later(24 * 60)
  expect(await owner.assistDay()).toMatchObject({ state: 'none', endsAt: null })
})

test.each([
  ['the night in which clocks go forward', '2026-03-08T04:30:00.000Z', '2026-03-09T04:30:00.000Z'],
  ['the night in which they go back', '2026-11-01T04:30:00.000Z', '2026-11-02T04:30:00.000Z'],
])('a day that is paid before %s has 24 hours', async (_name, startsAt, endsAt) => {
  clock.now = new Date(startsAt)
  const owner = anOwner()
  await buyDay(owner)

  expect(await windowsOf(owner)).toEqual([{ startsAt, endsAt }])
})

test('a day is active within a minute when the browser never comes back and no webhook arrives', async () => {
  const owner = anOwner()
  const sessionId = await openPage(owner)
  await control(`/payments/${sessionId}/pay`)
  later(1)
  await work()

  expect(await owner.assistDay()).toMatchObject({ state: 'active' })
})

test('a day that is bought while another one runs begins at the end of that one', async () => {
  const owner = anOwner()
  await buyDay(owner)
  later(60)
  await buyDay(owner)

  expect(await windowsOf(owner)).toEqual([
    { startsAt: '2026-07-01T16:00:00.000Z', endsAt: '2026-07-02T16:00:00.000Z' },
    { startsAt: '2026-07-02T16:00:00.000Z', endsAt: '2026-07-03T16:00:00.000Z' },
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

test('a day whose payment is refunded in full ends, and its buyer is told once', async () => {
  const owner = anOwner()
  const sessionId = await buyDay(owner)
  await control(`/payments/${sessionId}/refund`)
  await hearAbout(await paymentOf(sessionId))
  await hearAbout(await paymentOf(sessionId))

  expect(await revocationsOf(owner)).toEqual(['refunded'])
  expect(await lettersOf(owner)).toEqual(['assist-receipt', 'assist-refunded'])
  expect(await owner.assistDay()).toMatchObject({ state: 'none' })
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

test('503: a page that cannot be opened charges nothing, and the same request opens it later', async () => {
  const owner = anOwner()
  await control('/faults', { provider: 'stripe', kind: 'error', count: 2 })
  const failed = await owner.buyAssistDay()
  expect([failed.statusCode, codeOf(failed)]).toEqual([503, 'checkout-unavailable'])

  expect(await openPage(owner)).toMatch(/^cs_test_/)
})
