import { createTestDatabase } from '@walkon/testing/database'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { scheduledRuns, scheduleDaily, type DailyJob } from './scheduled-jobs.ts'

const { db, drop } = await createTestDatabase('shop', join(import.meta.dirname, '../migrations'))
afterAll(drop)

const HOUR_MS = 3_600_000
const clock = { now: new Date() }
const at = (instant: string) => void (clock.now = new Date(instant))
const later = (ms: number) => void (clock.now = new Date(clock.now.getTime() + ms))
const never = new AbortController().signal

const run = vi.fn<(signal: AbortSignal) => Promise<void>>()
beforeEach(async () => {
  await db.delete(scheduledRuns)
  run.mockReset().mockResolvedValue()
  at('2026-07-14T12:00:00Z')
})

/** A replica, or a process after its restart: it remembers nothing. Returns its look at the clock. */
function aReplica(options: Partial<DailyJob> = {}) {
  const job = scheduleDaily(
    { db, now: () => clock.now },
    {
      name: 'check-prices',
      dailyAt: '06:00',
      timezone: 'Europe/Berlin',
      makeUpWithinMs: 12 * HOUR_MS,
      leaseMs: HOUR_MS,
      run,
      ...options,
    },
  )
  return async (signal = never) => void (await job.run(signal))
}

/** How often the job ran since the last question. */
const runs = () => run.mock.calls.splice(0).length

describe('a due time', () => {
  test('is run by one of two replicas that look at the same moment, and by neither again', async () => {
    const [first, second] = [aReplica(), aReplica()]
    await Promise.all([first(), second()])
    expect(runs()).toBe(1)
    later(2 * HOUR_MS)
    await Promise.all([first(), second()])
    expect(runs()).toBe(0)
  })

  test('is not run before it has come', async () => {
    const replica = aReplica()
    await replica()
    runs()
    at('2026-07-15T03:59:59Z')
    await replica()
    expect(runs()).toBe(0)
    at('2026-07-15T04:00:00Z')
    await replica()
    expect(runs()).toBe(1)
  })

  test('is not run by a second replica while the first still runs', async () => {
    let finish = () => {}
    run.mockReturnValueOnce(new Promise((resolve) => (finish = resolve)))
    const running = aReplica()()
    await vi.waitFor(() => expect(run).toHaveBeenCalledOnce())
    later(HOUR_MS - 1)
    await aReplica()()
    finish()
    await running
    later(1)
    await aReplica()()
    expect(runs()).toBe(1)
  })

  test('costs no query once its run is known to have finished', async () => {
    const [first, second] = [aReplica(), aReplica()]
    await first()
    await second()
    const queries = vi.spyOn(db, 'insert')
    await first()
    await second()
    expect(queries).not.toHaveBeenCalled()
    queries.mockRestore()
  })
})

describe('a run that did not finish', () => {
  test('is made up once after a restart, within its bound', async () => {
    at('2026-07-14T16:00:00Z')
    await aReplica()()
    await aReplica()()
    expect(runs()).toBe(1)
  })

  test('is not made up later than its bound', async () => {
    at('2026-07-14T16:00:00.001Z')
    await aReplica()()
    expect(runs()).toBe(0)
  })

  test('is made up once for all the days that were missed', async () => {
    await aReplica()()
    runs()
    at('2026-07-19T12:00:00Z')
    const replica = aReplica()
    await replica()
    await replica()
    expect(runs()).toBe(1)
  })

  test('is made up by another replica once the lease of a dead process is over', async () => {
    run.mockReturnValueOnce(new Promise(() => {}))
    void aReplica()()
    await vi.waitFor(() => expect(run).toHaveBeenCalledOnce())
    later(HOUR_MS)
    await aReplica()()
    expect(runs()).toBe(2)
  })

  test('is tried again five minutes after a failure, which the loop is told of', async () => {
    run.mockRejectedValueOnce(new Error('provider away'))
    const replica = aReplica()
    await expect(replica()).rejects.toThrow('provider away')
    later(5 * 60_000 - 1)
    await replica()
    expect(runs()).toBe(1)
    later(1)
    await replica()
    expect(runs()).toBe(1)
    await replica()
    expect(runs()).toBe(0)
  })

  test('is made up at once by another replica when its process was stopped', async () => {
    const stopping = new AbortController()
    run.mockImplementationOnce(async (signal) => {
      stopping.abort()
      signal.throwIfAborted()
    })
    await expect(aReplica()(stopping.signal)).rejects.toMatchObject({ name: 'AbortError' })
    await aReplica()()
    expect(runs()).toBe(2)
  })

  test('is aborted when its lease ends, and what it does after that does not count as finished', async () => {
    let finish = () => {}
    run.mockImplementationOnce(async (signal) => {
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
      await new Promise<void>((resolve) => (finish = resolve))
    })
    const overdue = aReplica({ leaseMs: 20 })()
    await vi.waitFor(() => expect(run.mock.calls[0]?.[0].aborted).toBe(true))
    later(20)
    run.mockRejectedValueOnce(new Error('provider away'))
    await expect(aReplica()()).rejects.toThrow('provider away')
    finish()
    await overdue
    later(5 * 60_000)
    await aReplica()()
    expect(runs()).toBe(3)
  })
})

describe('on days on which the clocks change', () => {
  /** The instants at which a replica that looks every half hour runs. */
  async function ranBetween(from: string, to: string, dailyAt: string): Promise<string[]> {
    const ranAt: string[] = []
    run.mockImplementation(async () => void ranAt.push(clock.now.toISOString()))
    at(from)
    const replica = aReplica({ dailyAt, makeUpWithinMs: HOUR_MS })
    for (; clock.now < new Date(to); later(HOUR_MS / 2)) await replica()
    return ranAt
  }

  test('a time that the clocks skip is run as much later', async () => {
    expect(await ranBetween('2026-03-28T12:00:00Z', '2026-03-30T12:00:00Z', '02:30')).toEqual([
      '2026-03-29T01:30:00.000Z',
      '2026-03-30T00:30:00.000Z',
    ])
  })

  test('a time that the clocks show twice is run once, at the first', async () => {
    expect(await ranBetween('2026-10-24T12:00:00Z', '2026-10-26T12:00:00Z', '02:30')).toEqual([
      '2026-10-25T00:30:00.000Z',
      '2026-10-26T01:30:00.000Z',
    ])
  })

  test('six in the morning is six in the morning', async () => {
    expect(await ranBetween('2026-10-24T12:00:00Z', '2026-10-26T12:00:00Z', '06:00')).toEqual([
      '2026-10-25T05:00:00.000Z',
      '2026-10-26T05:00:00.000Z',
    ])
  })
})

test.for([
  ['25:00', 'Europe/Berlin'],
  ['06:00', 'Mars/Olympus'],
] as const)('a job that is due at %s in %s is refused when the service is built', ([dailyAt, timezone]) => {
  expect(() => aReplica({ dailyAt, timezone })).toThrow(RangeError)
})
