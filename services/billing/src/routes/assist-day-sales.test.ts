import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { NOON, saleKeys } from '../testing/billing.ts'
import { codeOf, createTestPlans, type Owner } from '../testing/plans.ts'

const billing = await createTestPlans()
const { anOwner, clock, control, work } = billing
afterAll(billing.close)
beforeEach(() => void (clock.now = NOON))

type KeyOf = { userId?: string; parkId?: string; made?: number }

const openPage = async (owner: Owner) => (await owner.buyAssistDay()).json<{ sessionId: string }>().sessionId

test('409: a day that the account has is not sold again', async () => {
  const owner = anOwner()
  await control(`/payments/${await openPage(owner)}/pay`)
  await work()

  expect(codeOf(await owner.buyAssistDay())).toBe('assist-day-exists')
})

test.each([
  ['of another account', { userId: randomUUID() }],
  ['of another park', { parkId: randomUUID() }],
  ['that is six minutes old', { made: -6 }],
])('409: a day is not sold with a key %s', async (_name, { userId, parkId, made = 0 }: KeyOf) => {
  const owner = anOwner()
  const sale = { userId: userId ?? owner.userId, parkId: parkId ?? billing.parkId }
  const saleKey = await saleKeys.seal(sale, new Date(NOON.getTime() + made * 60_000))

  expect(codeOf(await owner.buyAssistDay({ saleKey }))).toBe('lane-connection-required')
  expect(codeOf(await owner.buyAssistDay({ saleKey: 'forged' }))).toBe('lane-connection-required')
})

test.each([
  ['over at the park', '2026-06-30', 'date-in-past'],
  ['more than a year ahead', '2027-08-01', 'date-too-far'],
])('422: a day that is %s', async (_name, date, code) => {
  expect(codeOf(await anOwner().buyAssistDay({ date }))).toBe(code)
})

test('503: a page that cannot be opened charges nothing, and the same request opens it later', async () => {
  const owner = anOwner()
  await control('/faults', { provider: 'stripe', kind: 'error', count: 2 })
  const failed = await owner.buyAssistDay()
  expect([failed.statusCode, codeOf(failed)]).toEqual([503, 'checkout-unavailable'])

  expect(await openPage(owner)).toMatch(/^cs_test_/)
})
