import { hashAddress } from '@walkon/service/address-hash'
import { findTraces } from '@walkon/testing/traces'
import { eq } from 'drizzle-orm'
import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, expect, test } from 'vitest'
import type { Settings } from '../../config.ts'
import { deleteEndedUses } from '../../db/promo-codes/erased-code-uses.ts'
import { saveRetired, type NewPromoCodeRow } from '../../db/promo-codes/promo-codes.ts'
import { erasedCodeUses } from '../../db/schema.ts'
import { anAddress, NOON } from '../../testing/billing.ts'
import { createTestCheckouts } from '../../testing/checkouts.ts'
import { createTestCodes } from '../../testing/promo-codes.ts'
import { countCodeUses, keepCodeUses } from './keep-code-uses.ts'

const billing = await createTestCheckouts()
const { activateOwn, buy, clock, db, later, open, start, userDeleted } = billing
const { aCode } = createTestCodes(db)
afterEach(() => void (clock.now = NOON))
afterAll(billing.close)

const DAY_MINUTES = 24 * 60
const SPENT = { status: 409, code: 'promo-code-spent' }
const FREE = { discount: 'all-days', percent: null, maxRedemptionsPerEmail: 1 } as const

/** An address that used the code for a free day and then deleted its account. */
async function erasedAfterUse(promoCode: string): Promise<string> {
  const email = anAddress()
  expect((await activateOwn({ email, promoCode })).statusCode).toBe(202)
  await erase(email)
  return email
}

async function erase(email: string): Promise<void> {
  later(20)
  await userDeleted([email])
  later(20)
}

const keptUsesOf = (code: string) => db.select().from(erasedCodeUses).where(eq(erasedCodeUses.code, code))

test('a code that is once for each address is refused to a visitor who deleted the account and came back', async () => {
  const promoCode = await aCode(FREE)
  const email = await erasedAfterUse(promoCode)

  expect((await activateOwn({ email, promoCode })).json()).toMatchObject(SPENT)
  expect((await activateOwn({ promoCode })).statusCode).toBe(202)
})

test('a code that made a payment cheaper is refused at the next checkout after an erasure', async () => {
  const promoCode = await aCode({ maxRedemptionsPerEmail: 1 })
  const email = anAddress()
  await buy(await open({ email, promoCode }))
  await erase(email)

  expect((await start({ email, promoCode })).json()).toMatchObject(SPENT)
  expect((await start({ promoCode })).statusCode).toBe(201)
})

test('uses before and after erasures count together', async () => {
  const promoCode = await aCode({ ...FREE, maxRedemptionsPerEmail: 3 })
  const email = await erasedAfterUse(promoCode)
  await activateOwn({ email, promoCode })
  await erase(email)
  expect((await activateOwn({ email, promoCode })).statusCode).toBe(202)
  later(20)

  expect((await activateOwn({ email, promoCode })).json()).toMatchObject(SPENT)
  expect(await keptUsesOf(promoCode)).toMatchObject([{ uses: 2 }])
})

test('a use stays as a keyed hash, from which an address cannot be told', async () => {
  const email = await erasedAfterUse(await aCode(FREE))
  expect(Object.keys(await findTraces(db, email, hashAddress(email)))).not.toContain('erased_code_uses')
})

test('a use stays until its code ends, and a year at most', async () => {
  const codeEndsAt = new Date(NOON.getTime() + 10 * 86_400_000)
  const [ending, endless] = [await aCode({ ...FREE, expiresAt: codeEndsAt }), await aCode(FREE)]
  await erasedAfterUse(ending)
  clock.now = NOON
  const email = await erasedAfterUse(endless)
  expect(await keptUsesOf(ending)).toMatchObject([{ endsAt: codeEndsAt }])

  later(364 * DAY_MINUTES)
  expect((await activateOwn({ email, promoCode: endless, dates: [today()] })).json()).toMatchObject(SPENT)
  await deleteEndedUses(db, clock.now, 1_000)
  expect([await keptUsesOf(ending), await keptUsesOf(endless)]).toMatchObject([[], [{ uses: 1 }]])
  later(2 * DAY_MINUTES)
  expect((await activateOwn({ email, promoCode: endless, dates: [today()] })).statusCode).toBe(202)
  await deleteEndedUses(db, clock.now, 1_000)
  expect(await keptUsesOf(endless)).toEqual([])
})

test('the uses of a code go when it is retired', async () => {
  const promoCode = await aCode(FREE)
  await erasedAfterUse(promoCode)
  await saveRetired(db, promoCode, clock.now)

  await deleteEndedUses(db, clock.now, 1_000)
  expect(await keptUsesOf(promoCode)).toEqual([])
})

test.for<[string, Partial<NewPromoCodeRow>]>([
  ['without a limit for each address', { ...FREE, maxRedemptionsPerEmail: null, maxRedemptions: 9 }],
  ['that ended before the erasure', { ...FREE, expiresAt: new Date(NOON.getTime() + 60_000) }],
])('nothing stays of a use of a code %s', async ([, fields]) => {
  const promoCode = await aCode(fields)
  await erasedAfterUse(promoCode)
  expect(await keptUsesOf(promoCode)).toEqual([])
})

test('a use still counts while its key is being replaced', async () => {
  const use = { code: await aCode(FREE), addressHash: hashAddress(anAddress()) }
  const [old, fresh] = [new Uint8Array(randomBytes(32)), new Uint8Array(randomBytes(32))]
  const count = (TOKEN_KEYS: Settings['TOKEN_KEYS']) =>
    db.transaction((tx) => countCodeUses(tx, { TOKEN_KEYS }, use, clock.now))

  await db.transaction((tx) => keepCodeUses(tx, { TOKEN_KEYS: [old] }, [use], clock.now))
  expect([await count([fresh, old]), await count([fresh])]).toEqual([1, 0])
})

const today = () => clock.now.toISOString().slice(0, 10)
