import { afterAll, expect, test } from 'vitest'
import { createTestGuarantees, ended, someAlerts, told } from '../testing/guarantees.ts'

const guarantees = await createTestGuarantees()
const { buy, clock, hear, metrics, runJob, work } = guarantees
afterAll(guarantees.close)

/** The value of a gauge of billing. */
async function read(name: string, state?: string): Promise<number> {
  const labels = state === undefined ? '' : `state="${state}",`
  const line = (await metrics.metrics())
    .split('\n')
    .find((each) => each.startsWith(`${name}{${labels}service="billing"} `))
  return Number(line?.split(' ')[1])
}

test('the gauges follow a pass from its end, which must be heard of, to its refund', async () => {
  // Ages are told by the database's clock.
  clock.now = new Date(Date.now() - 5 * 86_400_000)
  const { passId } = await buy({ dates: [clock.now.toISOString().slice(0, 10)] })
  expect(await read('passes_without_end')).toBe(1)

  const alerts = someAlerts(3)
  await hear([ended(passId, alerts, clock.now)])
  await work()
  expect(await read('passes_without_end')).toBe(0)
  expect(await read('guarantees_undecided')).toBe(1)
  expect(await read('guarantee_oldest_undecided_seconds')).toBeGreaterThan(0)

  await hear([told(alerts, 'bounced')])
  while (await runJob('judge-guarantees')) continue
  expect(await read('guarantees_undecided')).toBe(0)
  expect(await read('guarantee_oldest_undecided_seconds')).toBe(0)
  expect(await read('refunds', 'due')).toBe(1)
  expect(await read('refund_oldest_unpaid_seconds')).toBeGreaterThan(0)

  await work()
  expect(await read('refunds', 'due')).toBe(0)
  expect(await read('refund_oldest_unpaid_seconds')).toBe(0)
})

test.for([
  [{}, 7],
  [{ GUARANTEE_SETTLE_HOURS: '9' }, 10],
  [{ ALERT_MESSAGES_MINUTES: '600' }, 11],
] as const)('with %j a guarantee is undecided for %i hours at most', async ([env, hours]) => {
  const configured = await createTestGuarantees(env)

  const lines = (await configured.metrics.metrics()).split('\n')
  await configured.close()

  const limit = lines.find((line) => line.startsWith('guarantee_undecided_limit_seconds{'))
  expect(limit?.split(' ').at(-1)).toBe(String(hours * 3600))
})
