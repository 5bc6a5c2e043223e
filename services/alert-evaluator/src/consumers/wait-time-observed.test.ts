import { waitTimeObserved } from '@walkon/contracts/events/park-data'
import { AT_THE_END, type LogPosition } from '@walkon/messaging/inbox'
import type { Transaction } from '@walkon/service/database'
import type { Metrics } from '@walkon/service/metrics'
import { sql } from 'drizzle-orm'
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
  readable,
  type TestPark,
} from '../testing/evaluator.ts'
import type { Heard } from '@walkon/testing/service'

const { db, handlers, hear, triggered, passTime, clear, build, outboxEvents, close } =
  await createTestEvaluator()
afterAll(close)

const CHANGED_AT = at(-3)
const BEHIND: LogPosition = { isNewest: async () => false }

let park: TestPark
beforeEach(async () => {
  await clear()
  park = aPark(3)
  await hear([catalogOf(park)])
})

test('a short wait alerts the visitors who watch the ride, with everything that the mail shows', async () => {
  await hear([aPass(park, { email: 'ada@example.com' })])
  const reading = aReading(park, 15, { usualMinutes: 45, changedAt: CHANGED_AT })

  await hear([reading])

  const [message] = await triggered()
  expect(message).toMatchObject({
    email: 'ada@example.com',
    recipients: [{ channel: 'email', address: 'ada@example.com' }],
    parkId: park.parkId,
    parkName: park.name,
    timezone: park.timezone,
    observedAt: reading.event.data['observedAt'],
    dates: ['2026-07-01'],
    alerts: [
      {
        kind: 'short-wait',
        rideId: park.attractions[0]?.rideId,
        rideName: 'Ride 1',
        waitMinutes: 15,
        thresholdMinutes: 15,
        changedAt: CHANGED_AT,
        usualMinutes: 45,
      },
    ],
  })
  const cooldownMinutes = (new Date(message?.nextAlertAt ?? 0).getTime() - Date.now()) / 60_000
  expect(cooldownMinutes).toBeCloseTo(60, 0)
})

test('a published AlertTriggered fits its contract and continues the trace of its cause', async () => {
  await hear([aPass(park)])
  const reading = aReading(park, 10)
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
  reading.event.traceparent = `00-${traceId}-00f067aa0ba902b7-01`

  await hear([reading])

  const [event] = (await outboxEvents()).filter(({ type }) => type === 'AlertTriggered').map(readable)
  expect(event).toMatchObject({ source: 'alert-evaluator', key: event?.data.subscriptionId })
  expect(event?.id).toBe(event?.data.alerts[0]?.alertId)
  expect(event?.traceparent).toContain(traceId)
})

test('rides that become short together are one message, the shortest first', async () => {
  await hear([aPass(park)])

  await hear([aPoll(park, [12, 5, 40])])

  const messages = await triggered()
  expect(messages.map(({ alerts }) => alerts.map(({ waitMinutes }) => waitMinutes))).toEqual([[5, 12]])
})

test('of rides with the same wait the message names the most wanted first', async () => {
  await hear([aPass(park)])

  await hear([
    aPoll(park, [
      { waitMinutes: 10 },
      { waitMinutes: 10, popularity: 20 },
      { waitMinutes: 10, popularity: 62.5 },
    ]),
  ])

  const [message] = await triggered()
  expect(message?.alerts.map(({ rideName, popularity }) => [rideName, popularity])).toEqual([
    ['Ride 3', 62.5],
    ['Ride 2', 20],
    ['Ride 1', 0],
  ])
})

test('each subscription has a message of its own', async () => {
  await hear([aPass(park, { email: 'ada@example.com' }), aPass(park, { email: 'bob@example.com' })])

  await hear([aReading(park, 5)])

  expect((await triggered()).map(({ email }) => email).toSorted()).toEqual([
    'ada@example.com',
    'bob@example.com',
  ])
})

test('an alert goes to the channels of all open passes, and to no other', async () => {
  const email = 'ada@example.com'
  const tomorrow = [{ date: '2026-07-02', startsAt: at(24 * 60), endsAt: at(48 * 60) }]
  await hear([
    aPass(park, { email }),
    aPass(park, { email, recipient: { channel: 'sms', address: '+15550100001' } }),
    aPass(park, { email, recipient: { channel: 'sms', address: '+15550100002' }, windows: tomorrow }),
  ])

  await hear([aReading(park, 5)])

  const [message] = await triggered()
  expect(message?.recipients.map(({ address }) => address).toSorted()).toEqual(['+15550100001', email])
})

test('two evaluators make the same alert, with the same id, of one observation', async () => {
  const pass = aPass(park)
  const reading = aReading(park, 5)
  await hear([pass])
  await hear([reading])
  const [first] = await triggered()

  await db.execute(sql`delete from inbox`)
  await db.execute(sql`delete from alerts`)
  await db.execute(sql`delete from outbox`)
  await passTime(61)
  await hear([reading])

  const [again] = await triggered()
  expect(again?.alerts[0]?.alertId).toBe(first?.alerts[0]?.alertId)
})

test('a batch that is delivered twice alerts once', async () => {
  await hear([aPass(park)])
  const batch = [aPoll(park, [5, 8])]

  await hear(batch)
  await passTime(61)
  await hear(batch)

  expect(await triggered()).toHaveLength(1)
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

describe('a poll that may alert no watch', () => {
  const scheduled = [{ date: '2026-07-02', startsAt: at(60), endsAt: at(90) }]

  test('a poll reads no watch that cools down, has a lower threshold or a later window', async () => {
    await hear(Array.from({ length: 30 }, () => aPass(park)))
    await hear([aReading(park, 10)])
    await hear(Array.from({ length: 30 }, () => aPass(park, { windows: scheduled })))

    expect(await watchesReadBy([aPoll(park, [10, 16])])).toBe(0)
  })

  test('a poll that may alert no watch reads none, even when the statistics promise many', async () => {
    await hear(Array.from({ length: 30 }, () => aPass(park, { windows: scheduled })))
    await passTime(61)
    await db.execute(sql`analyze watches`)
    await passTime(-61)

    expect(await watchesReadBy([aReading(park, 10)])).toBe(0)
  })
})

async function watchesReadBy(poll: Heard[]): Promise<number> {
  const handler = handlers.find(({ definition }) => definition === waitTimeObserved)
  return db.transaction(async (tx) => {
    const before = await readsOfWatches(tx)
    await handler?.handle(
      poll.map(({ event }) => event),
      tx,
      AT_THE_END,
    )
    return (await readsOfWatches(tx)) - before
  })
}

/** Rows of the table that this connection has read, by scan and by index. */
async function readsOfWatches(tx: Transaction): Promise<number> {
  const [row] = await tx.execute<{ reads: number }>(sql`
    select coalesce(sum(seq_tup_read + idx_tup_fetch), 0)::int as reads
    from pg_stat_xact_user_tables where relname = 'watches'`)
  return row?.reads ?? 0
}
