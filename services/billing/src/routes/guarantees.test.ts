import { afterAll, expect, test } from 'vitest'
import { NOON } from '../testing/billing.ts'
import { createTestGuarantees, ended, someAlerts, told } from '../testing/guarantees.ts'

const guarantees = await createTestGuarantees()
const { accounts, activateOwn, app, buy, endWith, hear, passesOf, work } = guarantees
afterAll(guarantees.close)

const read = (passId: string) =>
  app.inject({
    url: `/guarantees/${passId}`,
    headers: accounts.headersFor({ email: 'admin@example.com', roles: ['admin'], aal: 'aal2' }),
  })

test('200: one answer says why a pass was refunded, without anything personal', async () => {
  const { passId, email } = await buy()
  await endWith(passId, 2)

  const answer = await read(passId)
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toMatchObject({
    passId,
    endedAt: NOON.toISOString(),
    paidCents: 100,
    ridesAlerted: 2,
    ridesCounted: 2,
    ridesOpen: 0,
    decision: 'refund',
    reason: 'fewer-than-three-rides',
    refund: { state: 'made', amountCents: 100, reason: null, refundId: expect.stringMatching(/^re_/) },
  })
  expect(answer.body).not.toContain(email)
})

test('200: while receipts are waited for, the answer says how many rides are open and until when', async () => {
  const { passId } = await buy()
  const alerts = someAlerts(3)
  await hear([told(alerts.slice(0, 1), 'delivered'), ended(passId, alerts)])
  await work()

  expect((await read(passId)).json()).toMatchObject({
    ridesAlerted: 3,
    ridesCounted: 1,
    ridesOpen: 2,
    settleUntil: new Date(NOON.getTime() + 6 * 3_600_000).toISOString(),
    decision: null,
    refund: null,
  })
})

test('404: a free pass, a pass that has not ended and an unknown one have no guarantee', async () => {
  await activateOwn({ email: 'free@example.com' })
  const [free] = await passesOf('free@example.com')
  await endWith(free!.passId, 0)
  const { passId } = await buy()

  for (const id of [free!.passId, passId, crypto.randomUUID()])
    expect((await read(id)).json()).toMatchObject({ status: 404, code: 'guarantee-not-found' })
})

test('400: what is no id of a pass is refused', async () => {
  expect((await read('a-pass')).statusCode).toBe(400)
})
