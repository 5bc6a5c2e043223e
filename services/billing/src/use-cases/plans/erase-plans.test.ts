import { planEnded } from '@walkon/contracts/events/billing'
import { markErased } from '@walkon/runtime/erased-users'
import { hashAddress } from '@walkon/service/address-hash'
import type { Transaction } from '@walkon/service/database'
import { findTraces } from '@walkon/testing/traces'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { lockAddresses } from '../../db/checkout/orders.ts'
import { NOON } from '../../testing/billing.ts'
import { createTestPlans, idOf, openPage, type Owner } from '../../testing/plans.ts'

const plans = await createTestPlans()
const { anOwner, buy, clock, control, db, later, published, stripe } = plans
const { subscriptionsOf, userDeleted, waitingForLocks, work } = plans
afterAll(plans.close)
beforeEach(() => void (clock.now = NOON))

/** Applies the deletion of an account, a second from now. */
async function erase({ userId, email }: Owner) {
  await db.execute(`update outbox_batches set published_at = now()`)
  await userDeleted([email], new Date(clock.now.getTime() + 1_000), { userId })
  later(1)
}

/** The deletion as the consumer of the event begins it, not committed. */
const refuseDeletedIn = (tx: Transaction, { userId }: Owner) => markErased(tx, [userId], clock.now)

/** Returns the cents that Stripe has paid back of a subscription's newest month. */
async function refundedOf(subscriptionId: string): Promise<number> {
  const { latest_invoice: invoice } = await stripe.subscriptions.retrieve(subscriptionId, {
    expand: ['latest_invoice.payments'],
  })
  const payments = typeof invoice === 'string' ? undefined : invoice?.payments
  const intent = payments?.data[0]?.payment.payment_intent ?? null
  const refunds = await stripe.refunds.list({ payment_intent: idOf(intent) })
  return refunds.data.reduce((sum, { amount }) => sum + amount, 0)
}

test('a deleted account leaves its plan to be cancelled at Stripe, and what was paid without an address', async () => {
  const owner = anOwner()
  const { customerId } = await buy(owner)
  await erase(owner)
  expect((await published(planEnded)).at(-1)).toMatchObject({ reason: 'erased' })
  expect(await findTraces(db, owner.email, owner.userId)).toEqual({ erased_users: 1 })

  await work()

  expect(await subscriptionsOf(customerId)).toEqual(['canceled'])
  const kept = await db.execute<{ plans: number; payments: number }>(`
    select (select count(*)::int from plans where user_id is null) as plans,
      (select count(*)::int from plan_payments where amount_cents = 1500) as payments`)
  expect(kept[0]).toMatchObject({ plans: 0 })
  expect(kept[0]?.payments).toBeGreaterThan(0)
})

test('a payment page that is open when its account is deleted can be paid no more', async () => {
  const owner = anOwner()
  const session = await openPage(owner)
  await erase(owner)
  await work()

  await expect(control(`/payments/${session}/pay`)).rejects.toThrow('session-closed')
})

test('a page that is being opened when its account is deleted is ended with the account', async () => {
  const owner = anOwner()
  let opening: ReturnType<typeof openPage> | undefined
  let erasing: ReturnType<typeof erase> | undefined
  await db.transaction(async (tx) => {
    await lockAddresses(tx, [hashAddress(owner.email)])
    opening = openPage(owner)
    await expect.poll(waitingForLocks).toBe(1)
    erasing = erase(owner)
    await expect.poll(waitingForLocks).toBe(2)
  })
  await Promise.allSettled([opening, erasing])
  await work()

  expect(await findTraces(db, owner.userId)).toEqual({ erased_users: 1 })
})

test('a page that was paid in the moment its account was deleted is cancelled, and what was paid is paid back', async () => {
  const owner = anOwner()
  const session = await openPage(owner)
  await control(`/payments/${session}/pay`)
  await erase(owner)
  await work()

  const { customer, subscription } = await stripe.checkout.sessions.retrieve(session)
  expect(await subscriptionsOf(idOf(customer))).toEqual(['canceled'])
  expect(await owner.coverage()).toEqual([])
  expect(await refundedOf(idOf(subscription))).toBe(1_500)
})

test('401: the token of a deleted account opens no page of a plan, also one that is asked for before the deletion is applied', async () => {
  const owner = anOwner()
  let opening: ReturnType<Owner['buy']> | undefined
  await db.transaction(async (tx) => {
    await refuseDeletedIn(tx, owner)
    opening = owner.buy()
    await expect.poll(waitingForLocks).toBe(1)
  })

  expect((await opening)?.statusCode).toBe(401)
  expect((await owner.buy()).statusCode).toBe(401)
  expect(await findTraces(db, owner.email)).toEqual({})
})
