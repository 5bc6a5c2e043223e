import { planEnded } from '@walkon/contracts/events/billing'
import { hashAddress } from '@walkon/service/address-hash'
import { findTraces } from '@walkon/testing/traces'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { lockAddresses } from '../db/orders.ts'
import { NOON } from '../testing/billing.ts'
import { createTestPlans, idOf, openPage, type Owner } from '../testing/plans.ts'

const plans = await createTestPlans()
const { anOwner, buy, clock, control, db, later, published, stripe } = plans
const { subscriptionsOf, userDeleted, waitingForLocks, work } = plans
afterAll(plans.close)
beforeEach(() => void (clock.now = NOON))

/** Applies the deletion of an account, a second from now. */
async function erase({ userId, email }: Owner) {
  await db.execute(`update outbox set published_at = now()`)
  await userDeleted([email], new Date(clock.now.getTime() + 1_000), { userId })
  later(1)
}

test('a deleted account leaves its plan to be cancelled at Stripe, and what was paid without an address', async () => {
  const owner = anOwner()
  const { customerId } = await buy(owner)
  await erase(owner)
  expect((await published(planEnded)).at(-1)).toMatchObject({ reason: 'erased' })
  expect(await findTraces(db, owner.email, owner.userId)).toEqual({})

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

  expect(await findTraces(db, owner.userId)).toEqual({})
})

test('a page that was paid in the moment its account was deleted is cancelled', async () => {
  const owner = anOwner()
  const session = await openPage(owner)
  await control(`/payments/${session}/pay`)
  await erase(owner)
  await work()

  const { customer } = await stripe.checkout.sessions.retrieve(session)
  expect(await subscriptionsOf(idOf(customer))).toEqual(['canceled'])
  expect(await owner.coverage()).toEqual([])
})
