import { passActivated, passRestored, passRevoked } from '@walkon/contracts/events/billing'
import { afterAll, afterEach, expect, test } from 'vitest'
import { NOON, TODAY, TOMORROW } from '../../testing/billing.ts'
import { createTestGuarantees, ended, someAlerts, told, type Bought } from '../../testing/guarantees.ts'

const guarantees = await createTestGuarantees()
const { buy, clock, endWith, guaranteeOf, hear, hearStripe, later, published, runJob, stripe, work } =
  guarantees
afterEach(() => void (clock.now = NOON))
afterAll(guarantees.close)

const DAY = 24 * 60
const restoredOf = async (passId: string) =>
  (await published(passRestored)).filter((restored) => restored.passId === passId)
const revokedOf = async (passId: string) =>
  (await published(passRevoked)).filter((revoked) => revoked.passId === passId)

async function dispute({ sessionId }: Bought): Promise<void> {
  await stripe.dispute(sessionId)
  await hearStripe()
}
async function close({ sessionId }: Bought, outcome: 'won' | 'lost'): Promise<void> {
  await stripe.closeDispute(sessionId, outcome)
  await hearStripe()
}

test('a pass that was taken back for a dispute is given back with all its windows when the dispute is won, once', async () => {
  const bought = await buy({ dates: [TODAY, TOMORROW] })
  await dispute(bought)
  expect(await revokedOf(bought.passId)).toHaveLength(1)
  expect(await restoredOf(bought.passId)).toEqual([])

  await close(bought, 'won')
  await hearStripe()

  const activated = (await published(passActivated)).find(({ passId }) => passId === bought.passId)
  expect(await restoredOf(bought.passId)).toEqual([activated])
  expect(activated?.windows).toHaveLength(2)
})

test('a pass that was given back keeps its guarantee', async () => {
  const bought = await buy()
  await dispute(bought)
  await close(bought, 'won')

  await endWith(bought.passId, 2)

  expect(await guaranteeOf(bought.passId)).toMatchObject({ decision: 'refund', owedState: 'made' })
  expect(await stripe.refundsOf(bought.sessionId)).toMatchObject([{ amount: 100 }])
})

test('a pass whose dispute is lost stays taken back, and nothing is refunded', async () => {
  const bought = await buy()
  await dispute(bought)
  await close(bought, 'lost')
  await endWith(bought.passId, 0)

  expect(await restoredOf(bought.passId)).toEqual([])
  expect(await guaranteeOf(bought.passId)).toBeNull()
  expect(await stripe.refundsOf(bought.sessionId)).toEqual([])
})

test('a won dispute whose webhooks are lost is noticed within a week', async () => {
  const bought = await buy({ dates: ['2026-08-15'] })
  await dispute(bought)
  await stripe.closeDispute(bought.sessionId, 'won')
  await work()
  expect(await restoredOf(bought.passId)).toEqual([])

  later(7 * DAY)
  await work()

  expect(await restoredOf(bought.passId)).toHaveLength(1)
})

test('a pass that is disputed again is taken back again', async () => {
  const bought = await buy()
  await dispute(bought)
  await close(bought, 'won')
  await dispute(bought)

  expect(await revokedOf(bought.passId)).toHaveLength(2)
})

test('a refund that a dispute had stopped is made when the dispute is won, once', async () => {
  const bought = await buy()
  await hear([ended(bought.passId)])
  while (await runJob('judge-guarantees')) continue
  await stripe.dispute(bought.sessionId)
  await work()
  expect(await guaranteeOf(bought.passId)).toMatchObject({ owedState: 'due' })

  await close(bought, 'won')
  await hearStripe()

  expect(await guaranteeOf(bought.passId)).toMatchObject({ owedState: 'made', refundReason: null })
  expect(await stripe.refundsOf(bought.sessionId)).toMatchObject([{ amount: 100 }])
  expect(await restoredOf(bought.passId)).toEqual([])
})

test.for([
  { rides: 2, decision: 'refund', refunds: 1 },
  { rides: 3, decision: 'kept', refunds: 0 },
])(
  'a guarantee that a dispute had left without a decision is decided by the $rides rides that had counted: $decision',
  async ({ rides, decision, refunds }) => {
    const bought = await buy()
    // Another ride is open, so that three could still come; the dispute comes before the decision.
    const alerts = someAlerts(rides + 1)
    await hear([told(alerts.slice(0, rides), 'delivered')])
    await stripe.dispute(bought.sessionId)
    await hear([ended(bought.passId, alerts)])
    await hearStripe()
    later(1)
    await work()
    expect(await guaranteeOf(bought.passId)).toMatchObject({ decision: 'void', ridesCounted: rides })

    await close(bought, 'won')
    await hearStripe()

    expect(await guaranteeOf(bought.passId)).toMatchObject({ decision })
    expect(await stripe.refundsOf(bought.sessionId)).toHaveLength(refunds)
  },
)

test('what became of the alerts of a disputed pass is kept for the case that the dispute is won', async () => {
  const bought = await buy()
  const alerts = someAlerts(3)
  await hear([told(alerts, 'delivered', { recordedAt: new Date('2026-07-02T12:00:00Z') })])
  await dispute(bought)
  later(60 * DAY)
  while (await runJob('purge-past-retention')) continue
  await close(bought, 'won')

  await hear([ended(bought.passId, alerts)])
  await work()

  expect(await guaranteeOf(bought.passId)).toMatchObject({ decision: 'kept', ridesCounted: 3 })
})
