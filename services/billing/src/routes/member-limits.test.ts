import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { createTestCheckouts } from '../testing/checkouts.ts'

const billing = await createTestCheckouts({
  SUPPORT_REFUND_CENTS: '60',
  SUPPORT_REFUND_CENTS_PER_DAY: '100',
})
const { aBuyer, accounts, app } = billing
afterAll(billing.close)

/** A member of staff who has given nothing yet. */
function aMember(role: 'support' | 'admin') {
  const account = { email: `${role}@example.com`, userId: randomUUID(), roles: [role], aal: 'aal2' as const }
  const post = (url: string, payload: object) =>
    app.inject({ method: 'POST', url, headers: accounts.headersFor(account), payload })
  return {
    async read(email: string) {
      const answer = await post('/visitors/read', { email, userId: null, showsNumbers: false })
      return answer.json<{ payments: { id: string; version: number }[]; refundsLeft: object[] }>()
    },
    async refund({ id, version }: { id: string; version: number }, amountCents: number) {
      const asked = { requestId: randomUUID(), version, amountCents, reason: 'Goodwill' }
      return (await post(`/payments/${id}/refund`, asked)).statusCode
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
