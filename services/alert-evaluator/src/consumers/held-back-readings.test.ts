import type { LogPosition } from '@walkon/messaging/inbox'
import type { Metrics } from '@walkon/service/metrics'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  aPark,
  aPass,
  aPoll,
  aReading,
  at,
  catalogOf,
  createTestEvaluator,
  type TestPark,
} from '../testing/evaluator.ts'

const { handlers, hear, triggered, passTime, clear, build, close } = await createTestEvaluator()
afterAll(close)

const BEHIND: LogPosition = { isNewest: async () => false }

let park: TestPark
beforeEach(async () => {
  await clear()
  park = aPark(3)
  await hear([catalogOf(park)])
})

describe('of several polls of a park in one batch', () => {
  test('of several polls in a batch the newest decides: a short wait that it contradicts makes no alert', async () => {
    await hear([aPass(park)])

    await hear([
      aReading(park, 12, { observedAt: at(-2) }),
      aReading(park, 5, { observedAt: at(-1) }),
      aReading(park, 60),
    ])

    expect(await triggered()).toEqual([])
  })

  test('of several polls in a batch the newest decides: a wait that is short in it alerts once, with its minutes', async () => {
    await hear([aPass(park)])

    await hear([
      aReading(park, 40, { observedAt: at(-2) }),
      aReading(park, 12, { observedAt: at(-1) }),
      aReading(park, 7),
    ])

    const messages = await triggered()
    expect(messages.flatMap(({ alerts }) => alerts.map(({ waitMinutes }) => waitMinutes))).toEqual([7])
  })

  test('of several polls in a batch each park has a newest of its own', async () => {
    const other = aPark(1)
    await hear([catalogOf(other)])
    await hear([aPass(park, { email: 'ada@example.com' }), aPass(other, { email: 'bob@example.com' })])

    await hear([aReading(park, 5, { observedAt: at(-1) }), aReading(other, 6)])

    expect(await triggered()).toHaveLength(2)
  })
})

describe('a reading that comes late', () => {
  const late = () => aReading(park, 5, { observedAt: at(-4) })

  test('a reading older than three minutes alerts if the log holds nothing newer', async () => {
    await hear([aPass(park)])
    await hear([late()], handlers, { isNewest: async () => true })

    expect(await triggered()).toHaveLength(1)
  })

  test('a reading older than three minutes makes no alert while newer records wait behind it, and is counted', async () => {
    await hear([aPass(park)])
    const evaluator = build()
    await hear([late()], evaluator.handlers, BEHIND)

    expect(await triggered()).toEqual([])
    expect(await suppressions(evaluator.metrics)).toEqual(['behind'])
  })

  test('a reading of the last three minutes alerts also where newer readings wait, and the log is not asked', async () => {
    await hear([aPass(park)])
    const isNewest = vi.fn(BEHIND.isNewest)
    await hear([aReading(park, 5, { observedAt: at(-2) })], handlers, { isNewest })

    expect(await triggered()).toHaveLength(1)
    expect(isNewest).not.toHaveBeenCalled()
  })
})

test('readings that a guard holds back make no alert and are counted', async () => {
  await hear([aPass(park)])
  const evaluator = build()
  const polls = [
    aReading(park, 5, { parkOpen: false }),
    aReading(park, 5, { trusted: false }),
    aReading(park, 5, { observedAt: at(-11) }),
    aPoll(park, [0, null, { status: 'CLOSED', waitMinutes: 5 }]),
  ]

  for (const poll of polls) await hear([poll], evaluator.handlers)

  expect(await triggered()).toEqual([])
  expect(await suppressions(evaluator.metrics)).toEqual(['park-closed', 'stale', 'untrusted'])
})

async function suppressions(registry: Metrics) {
  const counted = await registry.getSingleMetric('alerts_suppressed_total')?.get()
  return counted?.values.map(({ labels }) => labels['reason']).toSorted()
}

test('no alert is made before the window opens or after it has ended', async () => {
  await hear([
    aPass(park, { windows: [{ date: '2026-07-01', startsAt: at(1), endsAt: at(10) }] }),
    aPass(park, { windows: [{ date: '2026-07-01', startsAt: at(-10), endsAt: at(-1) }] }),
  ])

  await hear([aReading(park, 5)])

  expect(await triggered()).toEqual([])
})

test('a window that opens lets the next reading alert, before any job has run', async () => {
  await hear([aPass(park, { windows: [{ date: '2026-07-01', startsAt: at(10), endsAt: at(100) }] })])

  await passTime(11)
  await hear([aReading(park, 5)])

  expect(await triggered()).toHaveLength(1)
})

test('a ride or a park without a watch makes no alert', async () => {
  await hear([aPass(park)])

  await hear([aReading(park, 5, { rideId: randomUUID() }), aReading(aPark(), 5)])

  expect(await triggered()).toEqual([])
})
