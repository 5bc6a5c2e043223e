import { hashAddress } from '@walkon/service/address-hash'
import { findTraces } from '@walkon/testing/traces'
import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { sales } from '../db/schema.ts'
import { insertPromoCode } from '../db/promo-codes/promo-codes.ts'
import { anAddress, createTestBilling, NOON } from '../testing/billing.ts'

const { activate, activateOwn, build, clock, db, later, post, runJob, userDeleted, close } =
  await createTestBilling()
afterAll(close)
beforeEach(async () => {
  clock.now = NOON
  await db.execute(
    sql`truncate orders, free_sessions, checkouts, passes, pass_windows, published_passes, confirmations, promo_redemptions, sales, outbox`,
  )
})

/** A process of its own each time: the job runs once a day in one that knows of its last run. */
async function purge() {
  const { jobs, metrics } = build()
  await db.execute(sql`delete from scheduled_runs`)
  await jobs.find(({ name }) => name === 'purge-past-retention')?.run(AbortSignal.timeout(10_000))
  return metrics.metrics()
}

const daysPass = (days: number) => later(days * 24 * 60)
const count = async (table: string) => (await db.execute(sql`select from ${sql.identifier(table)}`)).length
const counts = async (...tables: string[]) => Promise.all(tables.map(count))

/** Makes all orders look paid. */
const payAll = () =>
  db.execute(sql`update orders set discount_cents = 0, total_cents = cardinality(dates) * day_price_cents`)

test('an order, its pass and days are deleted ninety days after the last day, and counted', async () => {
  await activateOwn({ dates: ['2026-07-01', '2026-07-05'] })
  daysPass(94)
  await purge()
  expect(await counts('orders', 'passes', 'pass_windows', 'published_passes')).toEqual([1, 1, 2, 1])

  daysPass(2)
  const metrics = await purge()

  expect(await counts('orders', 'passes', 'pass_windows', 'published_passes')).toEqual([0, 0, 0, 0])
  expect(metrics).toContain('purged_rows_total{table="orders",service="billing"} 1')
  expect(metrics).toContain('purged_rows_total{table="passes",service="billing"} 1')
})

test('an order that was never confirmed is deleted thirty days after it was given up, with its link', async () => {
  await activate()
  daysPass(2)
  await runJob('expire-orders')
  daysPass(28)
  await purge()
  expect(await counts('orders', 'confirmations')).toEqual([1, 1])

  daysPass(2)
  await purge()
  expect(await counts('orders', 'confirmations')).toEqual([0, 0])
})

test('what was paid stays for the accounts, without an address', async () => {
  const email = anAddress()
  await activateOwn({ email })
  await payAll()
  daysPass(92)
  await purge()
  await db.execute(sql`truncate outbox, promo_redemptions`)

  const [sale] = await db.select().from(sales)
  expect(sale).toMatchObject({ channel: 'email', dates: ['2026-07-01'], totalCents: 100 })
  expect(await findTraces(db, email, hashAddress(email))).toEqual({})
})

test('what an erased person has paid stays for the accounts, without an address', async () => {
  const email = anAddress()
  await activateOwn({ email })
  await payAll()
  await db.execute(sql`update outbox_batches set published_at = now()`)
  later(1)
  await userDeleted([email])
  expect(await counts('orders', 'sales')).toEqual([0, 1])
  expect(await findTraces(db, email, hashAddress(email))).toEqual({ ended_links: 1 })
})

test('a free order leaves nothing in the accounts', async () => {
  await activateOwn()
  daysPass(92)
  await purge()
  expect(await counts('orders', 'sales')).toEqual([0, 0])
})

test('a sale is deleted after ten years', async () => {
  await activateOwn()
  await payAll()
  daysPass(92)
  await purge()
  daysPass(3_500)
  await purge()
  expect(await count('sales')).toBe(1)

  daysPass(100)
  expect(await purge()).toContain('purged_rows_total{table="sales",service="billing"} 1')
  expect(await count('sales')).toBe(0)
})

test('an application to the affiliate programme is deleted after two years', async () => {
  await post('/affiliate-applications', {
    fullName: 'Ana Pop',
    email: anAddress(),
    instagramFollowers: 1_200,
    primaryPlatform: 'instagram',
    whyJoin: 'My followers plan their park days with me.',
  })
  daysPass(729)
  await purge()
  expect(await count('affiliate_applications')).toBe(1)

  daysPass(2)
  await purge()
  expect(await count('affiliate_applications')).toBe(0)
})

test('a code that an address may use once is refused to it after its order was deleted', async () => {
  const email = anAddress()
  await insertPromoCode(db, { code: 'ONCEAYEAR', channel: 'email', maxRedemptionsPerEmail: 1 })
  await activateOwn({ email, promoCode: 'ONCEAYEAR' })
  daysPass(92)
  await purge()
  expect(await counts('orders', 'promo_redemptions')).toEqual([0, 1])

  const again = await activateOwn({ email, promoCode: 'ONCEAYEAR', dates: ['2026-10-05'] })
  expect(again.json()).toMatchObject({ status: 409, code: 'promo-code-spent' })
})

test('a use of a code that has no limit for an address, or has expired, goes with its order', async () => {
  const expiresAt = new Date(NOON.getTime() + 86_400_000)
  await insertPromoCode(db, { code: 'SHORTLIVED', channel: 'email', maxRedemptionsPerEmail: 1, expiresAt })
  await activateOwn({ promoCode: 'SHORTLIVED' })
  await activateOwn({ promoCode: 'FREEDAY' })
  daysPass(92)
  expect(await purge()).toContain('purged_rows_total{table="promo_redemptions",service="billing"} 2')
  expect(await count('promo_redemptions')).toBe(0)
})

test('a person who deletes their account after the order was deleted leaves no use of a code behind', async () => {
  const email = anAddress()
  await insertPromoCode(db, { code: 'ONCEEVER', channel: 'email', maxRedemptionsPerEmail: 1 })
  await activateOwn({ email, promoCode: 'ONCEEVER' })
  daysPass(92)
  await purge()
  await userDeleted([email])
  expect(await count('promo_redemptions')).toBe(0)
})
