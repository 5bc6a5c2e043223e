import { sql } from 'drizzle-orm'
import { afterAll, afterEach, expect, test } from 'vitest'
import { saveSession } from '../db/checkout/checkouts.ts'
import { anAddress, NOON } from '../testing/billing.ts'
import { createTestCheckouts } from '../testing/checkouts.ts'
import { createTestPlans } from '../testing/plans.ts'

const billing = await createTestCheckouts()
const { clock, control, db, later, passesOf, start } = billing
const plans = await createTestPlans()
afterEach(async () => {
  clock.now = NOON
  plans.clock.now = NOON
  await billing.clearFaults()
  await plans.clearFaults()
})
afterAll(async () => {
  await billing.close()
  await plans.close()
})

const away = { provider: 'stripe', kind: 'down', count: 100 }
const sessionOf = (response: { json: () => unknown }) => (response.json() as { sessionId: string }).sessionId

const checkoutsOf = async (email: string) =>
  db.execute<{ id: string; sessionId: string | null }>(sql`
    select c.id, c.session_id as "sessionId" from checkouts c join orders o on o.id = c.order_id where o.email = ${email}`)

test.for([0, 2, 3, 10, 29, 31])(
  'an order can be paid %s minutes after Stripe could not open its page',
  async (minutes) => {
    const email = anAddress()
    await control('/faults', away)
    expect((await start({ email })).statusCode).toBe(503)
    await billing.clearFaults()
    later(minutes)

    const again = await start({ email })
    expect(again.statusCode).toBe(201)
    await billing.buy(sessionOf(again))
    expect(await passesOf(email)).toHaveLength(1)
  },
)

test('a page whose opening got no answer is not shown when its answer comes late', async () => {
  const email = anAddress()
  await control('/faults', away)
  await start({ email })
  await billing.clearFaults()
  const [lost] = await checkoutsOf(email)
  later(2)
  const shown = sessionOf(await start({ email }))

  const late = { sessionId: 'cs_test_late', url: 'https://pay.example/late', checkAt: clock.now }
  expect(await saveSession(db, lost!.id, late)).toBe(false)
  expect(await checkoutsOf(email)).toMatchObject([{ sessionId: shown }])
})

test('the same order within a minute of a lost answer is answered with the page of that session', async () => {
  const email = anAddress()
  await control('/faults', { provider: 'stripe', kind: 'reset-after-accept', count: 4 })
  expect((await start({ email })).statusCode).toBe(503)
  await billing.clearFaults()
  expect((await start({ email })).statusCode).toBe(201)

  const sessions = await billing.stripe.checkout.sessions.list({ limit: 100 })
  expect(sessions.data.filter(({ customer_email: to }) => to === email)).toHaveLength(1)
})

test.for([0, 2, 10, 29])(
  'a plan can be bought %s minutes after Stripe could not open its page',
  async (minutes) => {
    const owner = plans.anOwner()
    await plans.control('/faults', away)
    expect((await owner.buy()).statusCode).toBe(503)
    await plans.clearFaults()
    plans.later(minutes)

    const { subscriptionId } = await plans.buy(owner)
    expect(subscriptionId).not.toBe('')
    expect(await owner.plan()).toMatchObject({ state: 'active' })
  },
)
