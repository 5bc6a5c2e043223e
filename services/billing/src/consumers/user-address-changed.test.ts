import type { DataExport } from '@walkon/contracts/http/data-export'
import { passMoved } from '@walkon/contracts/events/billing'
import { hashAddress } from '@walkon/service/address-hash'
import { findTraces } from '@walkon/testing/traces'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { lockOrder } from '../db/checkout/orders.ts'
import { insertPromoCode } from '../db/promo-codes/promo-codes.ts'
import { anAddress, createTestBilling, NOON, TOMORROW } from '../testing/billing.ts'

const billing = await createTestBilling({ PROMO_GUESSES_PER_CLIENT: '1000' })
const { activate, activateOwn, addressChanged, app, askForLink, clock, confirm, db, later, passesOf } =
  billing
const { userDeleted, waitingForLocks } = billing
afterEach(() => void (clock.now = NOON))
afterAll(billing.close)

let [old, fresh, outsider] = ['', '', '']
beforeEach(() => ([old, fresh, outsider] = [anAddress(), anAddress(), anAddress()]))

const traces = (email: string) => findTraces(db, email, hashAddress(email))
const ordersOf = (email: string) =>
  db.execute<{ id: string; status: string }>(
    sql`select id, status from orders where email = ${email} and address_hash = ${hashAddress(email)} order by created_at`,
  )
const movesTo = async (email: string) =>
  (await billing.published(passMoved)).filter((move) => move.email === email)
const exportOf = async (email: string) => {
  const headers = billing.accounts.headersFor({ email })
  return (await app.inject({ url: '/export', headers })).json<DataExport>()
}

test('orders, passes and used codes of the old address are exported for the new one alone', async () => {
  await confirm(await askForLink({ email: old }))
  later(1)
  const before = await exportOf(old)

  await addressChanged(old, fresh)

  const after = await exportOf(fresh)
  expect(after).toMatchObject({ ...before, orders: [{ email: fresh, status: 'fulfilled' }] })
  expect(after['promoRedemptions']).toHaveLength(1)
  expect(after['confirmationLinks']).toHaveLength(1)
  expect(Object.values(await exportOf(old)).flat()).toEqual([])
})

test('PassMoved names the passes of its park and follows PassActivated under the key of its pass', async () => {
  await activateOwn({ email: old })
  await activateOwn({ email: old, dates: [TOMORROW] })
  const park = await billing.addPark({ parkId: crypto.randomUUID() })
  await activateOwn({ email: old, parkId: park.parkId })
  const [one, other, elsewhere] = (await passesOf(old)).map(({ passId }) => passId)

  await addressChanged(old, fresh)

  const moves = new Map((await movesTo(fresh)).map((move) => [move.passId, new Set(move.passIds)]))
  const together = new Set([one, other])
  expect(Object.fromEntries(moves)).toEqual({
    [one!]: together,
    [other!]: together,
    [elsewhere!]: new Set([elsewhere]),
  })
  const events = await db.execute<{ type: string }>(
    sql`select headers->>'ce_type' as type from outbox where key = ${one} order by position`,
  )
  expect(events.map(({ type }) => type)).toEqual(['PassActivated', 'PassMoved'])
})

test('an address change leaves the rows of other addresses', async () => {
  await activateOwn({ email: old })
  await activateOwn({ email: outsider })
  await billing.publishAll()
  const before = await traces(outsider)

  await addressChanged(old, fresh)

  expect(await traces(outsider)).toEqual(before)
})

test('an order that is placed for the old address after the change stays there, however late the change is heard', async () => {
  await activateOwn({ email: old })
  const changedAt = new Date(clock.now.getTime() + 60_000)
  later(20)
  await activateOwn({ email: old })

  await addressChanged(old, fresh, changedAt)

  expect([(await ordersOf(old)).length, (await ordersOf(fresh)).length]).toEqual([1, 1])
  const [first] = await passesOf(old)
  expect(await movesTo(fresh)).toMatchObject([{ passId: first!.passId, passIds: [first!.passId] }])
})

test('a change that is delivered twice moves nothing that was ordered for the old address between the two', async () => {
  await activateOwn({ email: old })
  later(1)
  const change = await addressChanged(old, fresh)
  later(20)
  await activateOwn({ email: old })

  await change.again()
  await change.asAnotherEvent()

  expect([(await ordersOf(old)).length, (await ordersOf(fresh)).length]).toEqual([1, 1])
  expect(await movesTo(fresh)).toHaveLength(1)
})

test('two changes one after the other take orders to the last address, and back to the first', async () => {
  await activateOwn({ email: old })
  const last = anAddress()
  later(1)
  await addressChanged(old, fresh)
  later(1)
  await addressChanged(fresh, last)
  expect(await ordersOf(last)).toHaveLength(1)

  later(1)
  await addressChanged(last, old)

  expect(await ordersOf(old)).toHaveLength(1)
  expect([await ordersOf(fresh), await ordersOf(last)]).toEqual([[], []])
})

test('a promo code that the old address has used counts for the new one', async () => {
  await insertPromoCode(db, { code: 'ONCEEACH', channel: 'email', maxRedemptionsPerEmail: 1 })
  await activateOwn({ email: old, promoCode: 'ONCEEACH' })
  later(11)

  await addressChanged(old, fresh)

  expect((await activateOwn({ email: fresh, promoCode: 'ONCEEACH' })).json()).toMatchObject({
    code: 'promo-code-spent',
  })
  expect((await activateOwn({ email: old, promoCode: 'ONCEEACH' })).statusCode).toBe(202)
})

test('a confirmation that runs during the change makes a pass that moves, or none', async () => {
  const token = await askForLink({ email: old })
  const [order] = await ordersOf(old)
  later(1)
  let confirming: ReturnType<typeof confirm> | undefined
  let changing: ReturnType<typeof addressChanged> | undefined
  await db.transaction(async (tx) => {
    await lockOrder(tx, order!.id)
    changing = addressChanged(old, fresh)
    await expect.poll(waitingForLocks).toBe(1)
    confirming = confirm(token)
    await expect.poll(waitingForLocks).toBe(2)
  })
  await changing

  expect((await confirming)?.statusCode).toBe(410)
  expect([await passesOf(old), await passesOf(fresh)]).toEqual([[], []])
})

test('a deletion right after the change erases everything that was stored under both addresses', async () => {
  await activateOwn({ email: old })
  await activate({ email: old, dates: ['2026-07-05'] })
  await billing.publishAll()
  later(1)
  const changedAt = clock.now
  await addressChanged(old, fresh)
  await billing.publishAll()
  later(1)

  await userDeleted([fresh], clock.now, { former: { [old]: changedAt } })

  // The hash keeps the links of the old address ended.
  expect(await traces(fresh)).toEqual({ ended_links: 1 })
  expect(await traces(old)).toEqual({ ended_links: 1 })
})

test('the deletion of an account leaves what another visitor has ordered at its former address since', async () => {
  later(1)
  const changedAt = clock.now
  await addressChanged(old, fresh)
  later(10)
  await activateOwn({ email: old })
  later(10)

  await userDeleted([fresh], clock.now, { former: { [old]: changedAt } })

  expect(await ordersOf(old)).toHaveLength(1)
})
