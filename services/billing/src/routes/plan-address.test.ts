import { hashAddress } from '@walkon/service/address-hash'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { lockAddresses } from '../db/checkout/orders.ts'
import { anAddress } from '../testing/billing.ts'
import { codeOf, createTestPlans } from '../testing/plans.ts'

/** Access tokens are dated by the real clock, so the service's clock stands at the real time here. */

const plans = await createTestPlans()
const { accounts, addressChanged, app, clock, db, waitingForLocks } = plans
afterAll(plans.close)

let [userId, old, fresh] = ['', '', '']
beforeEach(() => {
  clock.now = new Date()
  ;[userId, old, fresh] = [randomUUID(), anAddress(), anAddress()]
})

const buyAs = (account: { userId: string; email: string; issuedAt?: Date }) =>
  app.inject({ method: 'POST', url: '/plan/checkout', headers: accounts.headersFor(account) })
/** Buys with a token that is no younger than the change, however late the request is. */
const buyAsBefore = () => buyAs({ userId, email: old, issuedAt: clock.now })
const change = () => addressChanged(old, fresh, clock.now, userId)

test('401: a token from before the change of its account’s address buys no plan, and the renewed one does', async () => {
  await change()

  const refused = await buyAsBefore()

  expect([refused.statusCode, codeOf(refused)]).toEqual([401, 'unauthorized'])
  expect((await buyAs({ userId, email: fresh })).statusCode).toBe(201)
})

test('201: an account that has the address after another one left it buys a plan', async () => {
  clock.now = new Date(Date.now() - 60_000)
  await change()

  expect((await buyAs({ userId: randomUUID(), email: old })).statusCode).toBe(201)
})

test('a plan that is bought during the change of the address is refused', async () => {
  let changing: ReturnType<typeof change> | undefined
  let buying: ReturnType<typeof buyAs> | undefined
  await db.transaction(async (tx) => {
    await lockAddresses(tx, [hashAddress(old)])
    changing = change()
    await expect.poll(waitingForLocks).toBe(1)
    buying = buyAsBefore()
    await expect.poll(waitingForLocks).toBe(2)
  })
  await changing

  expect((await buying)?.statusCode).toBe(401)
})
