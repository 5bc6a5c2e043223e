import { afterAll, afterEach, expect, test } from 'vitest'
import { sql } from 'drizzle-orm'
import { anAddress, NOON } from '../../testing/billing.ts'
import { createTestPlans, openPage, type Owner } from '../../testing/plans.ts'

const plans = await createTestPlans()
const { addressChanged, anOwner, buy, clock, control, db, eventsNaming, hearAbout, later } = plans
const { pay, stripe, work } = plans
afterEach(async () => {
  clock.now = NOON
  await plans.clearFaults()
})
afterAll(plans.close)

async function aCustomer() {
  const owner = anOwner()
  return { owner, customerId: (await buy(owner)).customerId }
}

const addressAtStripe = async (customerId: string) => {
  const customer = await stripe.customers.retrieve(customerId)
  return customer.deleted ? null : customer.email
}
const move = ({ userId, email }: Pick<Owner, 'userId' | 'email'>, to: string) =>
  addressChanged(email, to, clock.now, userId)
const changesOf = async (customerId: string) =>
  (await eventsNaming(customerId)).filter(({ type }) => type === 'customer.updated')
const dueOf = (userId: string) =>
  db.execute(
    sql`select from plans where user_id = ${userId} and check_at <= ${clock.now.toISOString()}::timestamptz`,
  )

test('the customer at Stripe has the new address of its account, and is changed once, however often the change is heard', async () => {
  const { owner, customerId } = await aCustomer()
  const fresh = anAddress()

  const change = await move(owner, fresh)
  await work()
  await change.again()
  await change.asAnotherEvent()
  await work()

  expect(await addressAtStripe(customerId)).toBe(fresh)
  expect(await changesOf(customerId)).toHaveLength(1)
})

test('a customer that Stripe does not change is tried again within minutes, and its plan is read all the same', async () => {
  const { owner, customerId } = await aCustomer()
  await control('/faults', { provider: 'stripe', kind: 'error', count: 2 })
  const fresh = anAddress()
  await move(owner, fresh)
  await work()
  expect(await addressAtStripe(customerId)).toBe(owner.email)

  later(1)
  await work()

  expect(await addressAtStripe(customerId)).toBe(fresh)
  expect(await dueOf(owner.userId)).toEqual([])
})

test('a change that Stripe made without an answer is made again, to the same address', async () => {
  const { owner, customerId } = await aCustomer()
  await control('/faults', { provider: 'stripe', kind: 'reset-after-accept', count: 2 })
  const fresh = anAddress()
  await move(owner, fresh)
  await work()
  later(1)
  await work()

  expect(await addressAtStripe(customerId)).toBe(fresh)
})

test('of two changes the later address is what Stripe has in the end', async () => {
  const { owner, customerId } = await aCustomer()
  const [second, third] = [anAddress(), anAddress()]
  await move(owner, second)
  await move({ ...owner, email: second }, third)
  await work()

  expect(await addressAtStripe(customerId)).toBe(third)
})

test('an account that changes its address on the payment page has a customer with the new one', async () => {
  const owner = anOwner()
  const sessionId = await openPage(owner)
  const fresh = anAddress()
  await move(owner, fresh)
  await work()

  const { customerId } = await pay(sessionId)
  // The customer is known, so its plan is due once more.
  await work()

  expect(await addressAtStripe(customerId)).toBe(fresh)
})

test('the customer of a plan that has ended follows too, and nothing more is asked of it', async () => {
  const { owner, customerId } = await aCustomer()
  const { data } = await stripe.subscriptions.list({ customer: customerId })
  await stripe.subscriptions.cancel(data[0]!.id)
  await hearAbout(data[0]!.id)
  const fresh = anAddress()

  await move(owner, fresh)
  await work()

  expect(await addressAtStripe(customerId)).toBe(fresh)
  later(60 * 24)
  expect(await dueOf(owner.userId)).toEqual([])
})

test('the customer of another account that has used the old address stays as it is', async () => {
  const { customerId } = await aCustomer()
  const other = anOwner()

  await move(other, anAddress())
  await work()

  expect(await changesOf(customerId)).toEqual([])
})
