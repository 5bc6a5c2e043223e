import { lockOfThing } from '@walkon/service/advisory-locks'
import { passRevoked } from '@walkon/contracts/events/billing'
import { findTraces } from '@walkon/testing/traces'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, expect, test } from 'vitest'
import { hashAddress } from '@walkon/service/address-hash'
import { lockOrder } from '../db/checkout/orders.ts'
import { insertPromoCode } from '../db/promo-codes/promo-codes.ts'
import { anAddress, createTestBilling, NOON } from '../testing/billing.ts'

const billing = await createTestBilling({ PROMO_GUESSES_PER_CLIENT: '1000' })
const { activate, askForLink, clock, confirm, activateOwn, db, later, passesOf } = billing
const { redemptionsOf, userDeleted, waitingForLocks } = billing
afterEach(() => void (clock.now = NOON))
afterAll(billing.close)

const isRevoked = async (passId: string) =>
  (await billing.published(passRevoked)).some((pass) => pass.passId === passId && pass.reason === 'erased')

/** Generous, because a busy machine is slow. */

const traces = (email: string) => findTraces(db, email, hashAddress(email))

test('an erasure deletes all rows of the address and revokes its passes', async () => {
  const email = anAddress()
  await activateOwn({ email })
  const [pass] = await passesOf(email)
  await activate({ email, dates: ['2026-07-05'] })
  await billing.publishAll()
  expect(Object.keys(await traces(email)).toSorted()).toEqual([
    'confirmations',
    'orders',
    'outbox',
    'promo_redemptions',
  ])

  later(5)
  await userDeleted([email])

  expect(await traces(email)).toEqual({ ended_links: 1 })
  expect(await isRevoked(pass!.passId)).toBe(true)
})

test('PassRevoked follows PassActivated under the key of the pass', async () => {
  const email = anAddress()
  await activateOwn({ email })
  const [pass] = await passesOf(email)

  await userDeleted([email])

  const events = await db.execute<{ type: string }>(
    sql`select headers->>'ce_type' as type from outbox where key = ${pass!.passId} order by position`,
  )
  expect(events.map(({ type }) => type)).toEqual(['PassActivated', 'PassRevoked'])
})

test('an erasure leaves the rows of other addresses', async () => {
  const [email, outsider] = [anAddress(), anAddress()]
  await activateOwn({ email })
  await activateOwn({ email: outsider })
  await billing.publishAll()
  const before = await traces(outsider)

  await userDeleted([email])

  expect(await traces(outsider)).toEqual(before)
  expect(await isRevoked((await passesOf(outsider))[0]!.passId)).toBe(false)
})

test('orders placed after the deletion stay, however late UserDeleted arrives', async () => {
  const email = anAddress()
  await activateOwn({ email })
  const deletedAt = new Date(clock.now.getTime() + 60_000)
  later(20)
  await activateOwn({ email })
  const [old, fresh] = await passesOf(email)
  later(5)

  await userDeleted([email], deletedAt)

  expect([await isRevoked(old!.passId), await isRevoked(fresh!.passId)]).toEqual([true, false])
  expect(await traces(email)).toMatchObject({ orders: 1, promo_redemptions: 1 })
})

test('a second UserDeleted of the same deletion erases nothing that was ordered between the two', async () => {
  const email = anAddress()
  const deletion = await userDeleted([email])
  later(1)
  await activateOwn({ email })

  await deletion.again()
  await userDeleted([email], NOON)

  expect(await passesOf(email)).toHaveLength(1)
  expect(await traces(email)).toMatchObject({ orders: 1 })
})

test('a redemption still counts after the erasure of its order', async () => {
  await insertPromoCode(db, { code: 'COUNTED', channel: 'email', maxRedemptions: 2 })
  const email = anAddress()
  await activateOwn({ email, promoCode: 'COUNTED' })

  await userDeleted([email])

  expect(await redemptionsOf('COUNTED')).toBe(1)
})

test('a confirmation link used after the erasure is answered as unknown', async () => {
  const email = anAddress()
  const token = await askForLink({ email: email })
  await userDeleted([email])

  expect((await confirm(token)).json()).toMatchObject({ status: 404, code: 'confirmation-token-invalid' })
})

test('a confirmation that runs during the erasure leaves no pass', async () => {
  const email = anAddress()
  const token = await askForLink({ email: email })
  const [order] = await db.execute<{ id: string }>(sql`select id from orders where email = ${email}`)
  let confirming: ReturnType<typeof confirm> | undefined
  let deleting: ReturnType<typeof userDeleted> | undefined
  await db.transaction(async (tx) => {
    await lockOrder(tx, order!.id)
    deleting = userDeleted([email])
    await expect.poll(waitingForLocks).toBe(1)
    confirming = confirm(token)
    await expect.poll(waitingForLocks).toBe(2)
  })

  await deleting
  expect((await confirming)?.statusCode).toBe(404)
  expect(await passesOf(email)).toEqual([])
})

test('an order placed during the erasure is erased, or is newer than the deletion', async () => {
  const email = anAddress()
  await activateOwn({ email })
  later(20)
  let placing: ReturnType<typeof activateOwn> | undefined
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${lockOfThing(sql`${hashAddress(email)}::text`)})`)
    placing = activateOwn({ email })
    await expect.poll(waitingForLocks).toBe(1)
    later(1)
  })
  await placing

  await userDeleted([email], new Date(clock.now.getTime() - 30_000))

  const [old, fresh] = await passesOf(email)
  expect([await isRevoked(old!.passId), await isRevoked(fresh!.passId)]).toEqual([true, false])
})
