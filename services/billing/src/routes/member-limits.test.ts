import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { TOMORROW } from '../testing/billing.ts'
import { createTestCheckouts } from '../testing/checkouts.ts'

const billing = await createTestCheckouts({
  SUPPORT_REFUND_CENTS: '60',
  SUPPORT_REFUND_CENTS_PER_DAY: '100',
  SUPPORT_PASS_DAYS: '3',
  SUPPORT_PASS_DAYS_PER_DAY: '4',
})
const { aBuyer, accounts, app, parkId } = billing
afterAll(billing.close)

type Read = {
  payments: { id: string; version: number }[]
  ordersSeen: [{ version: number }]
  refundsLeft: object[]
  giftsLeft: object[]
}

/** A member of staff who has given nothing yet. */
function aMember(role: 'support' | 'admin') {
  const account = { email: `${role}@example.com`, userId: randomUUID(), roles: [role], aal: 'aal2' as const }
  const post = (url: string, payload: object) =>
    app.inject({ method: 'POST', url, headers: accounts.headersFor(account), payload })
  return {
    async read(email: string) {
      const answer = await post('/visitors/read', { email, userId: null, showsNumbers: false })
      return answer.json<Read>()
    },
    async refund({ id, version }: { id: string; version: number }, amountCents: number) {
      const asked = { requestId: randomUUID(), version, amountCents, reason: 'Goodwill' }
      return (await post(`/payments/${id}/refund`, asked)).statusCode
    },
    async give(email: string, dates: string[]) {
      const [{ version }] = (await this.read(email)).ordersSeen
      const asked = { email, parkId, dates, requestId: randomUUID(), version, reason: 'Goodwill' }
      return (await post('/passes/give', asked)).statusCode
    },
  }
}

test('200: the desk is told how much of a payment goes back, and how much of that by the member who reads', async () => {
  const email = await aBuyer()
  const member = aMember('support')
  const first = await member.read(email)
  expect(first).toMatchObject({
    payments: [{ leftCents: 100, memberCents: 60 }],
    refundsLeft: [{ dayCents: 100 }],
  })
  expect(await member.refund(first.payments[0]!, 60)).toBe(204)
  expect(await member.read(email)).toMatchObject({
    payments: [{ leftCents: 0, memberCents: 0 }],
    refundsLeft: [{ dayCents: 40 }],
  })
  expect(await aMember('admin').read(await aBuyer())).toMatchObject({
    payments: [{ leftCents: 100, memberCents: 100 }],
    refundsLeft: [{ dayCents: null }],
  })
})

test('200: what is told to a member is refunded, and a cent more is refused', async () => {
  const [email, other] = [await aBuyer(), await aBuyer()]
  const member = aMember('support')
  expect(await member.refund((await member.read(email)).payments[0]!, 60)).toBe(204)

  const { payments, refundsLeft } = await member.read(other)
  expect({ payments, refundsLeft }).toMatchObject({
    payments: [{ leftCents: 100, memberCents: 40 }],
    refundsLeft: [{ dayCents: 40 }],
  })
  expect(await member.refund(payments[0]!, 41)).toBe(403)
  expect(await member.refund(payments[0]!, 40)).toBe(204)
})

test('200: the days that a member is told are given, and a day more is refused', async () => {
  const [email, other] = [await aBuyer(), await aBuyer()]
  const member = aMember('support')
  const daysLeft = async (address: string) => (await member.read(address)).giftsLeft
  expect(await daysLeft(email)).toEqual([{ days: 3 }])
  expect(await member.give(email, [TOMORROW, '2026-07-03'])).toBe(200)
  expect(await daysLeft(email)).toEqual([{ days: 1 }])
  expect(await member.give(email, ['2026-07-04', '2026-07-05'])).toBe(403)

  expect(await daysLeft(other)).toEqual([{ days: 2 }])
  expect(await member.give(other, [TOMORROW, '2026-07-03', '2026-07-04'])).toBe(403)
  expect(await member.give(other, [TOMORROW, '2026-07-03'])).toBe(200)
  expect(await daysLeft(await aBuyer())).toEqual([{ days: 0 }])
  expect((await aMember('admin').read(email)).giftsLeft).toEqual([{ days: null }])
})
