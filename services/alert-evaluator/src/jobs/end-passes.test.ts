import { passEnded } from '@walkon/contracts/events/alerts'
import { passRevoked } from '@walkon/contracts/events/billing'
import { heard } from '@walkon/testing/service'
import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import {
  aPark,
  aPass,
  aReading,
  at,
  catalogOf,
  createTestEvaluator,
  passIdOf,
  type TestPark,
} from '../testing/evaluator.ts'

const { db, hear, hearIn, jobs, build, triggered, published, passTime, waitingForLocks, clear, close } =
  await createTestEvaluator()
afterAll(close)

let park: TestPark
beforeEach(async () => {
  await clear()
  park = aPark(2)
  await hear([catalogOf(park)])
})

const run = (name: string, of = jobs) => of.find((job) => job.name === name)?.run(AbortSignal.timeout(10_000))
const anHour = { date: '2026-07-01', startsAt: at(-30), endsAt: at(30) }

describe('end-passes', () => {
  test('PassEnded is published once, with the rides alerted in the windows of the pass', async () => {
    const pass = aPass(park, { windows: [anHour] })
    await hear([pass])
    await hear([aReading(park, 5)])
    const [message] = await triggered()
    await passTime(31)

    await run('end-passes')
    await run('end-passes')

    expect(await published(passEnded)).toMatchObject([
      {
        passId: pass.event.data['passId'],
        subscriptionId: message?.subscriptionId,
        alerts: [{ alertId: message?.alerts[0]?.alertId, rideId: park.attractions[0]?.rideId }],
      },
    ])
  })

  test('two runners at the same moment publish PassEnded once', async () => {
    await hear(Array.from({ length: 20 }, () => aPass(park, { windows: [anHour] })))
    await passTime(31)

    await Promise.all([run('end-passes'), run('end-passes', build().jobs), run('end-passes', build().jobs)])
    await run('end-passes')

    const ended = (await published(passEnded)).map(({ passId }) => passId)
    expect(ended).toHaveLength(20)
    expect(new Set(ended).size).toBe(20)
  })

  test('PassEnded waits for an alert that was made before the end and is not committed yet', async () => {
    const pass = aPass(park, { windows: [anHour] })
    await hear([pass])
    let ending: Promise<unknown> = Promise.resolve()
    await db.transaction(async (tx) => {
      await hearIn(tx, aReading(park, 5))
      await tx.execute(sql`update alerts set triggered_at = now() - interval '1 minute'`)
      await db.execute(sql`update passes set ends_at = now() - interval '30 seconds'`)
      await db.execute(sql`update pass_windows set ends_at = now() - interval '30 seconds'`)

      ending = Promise.resolve(run('end-passes'))
      await expect.poll(waitingForLocks).toBe(1)
    })
    await ending

    expect(await published(passEnded)).toMatchObject([{ passId: passIdOf(pass), alerts: [{}] }])
  })

  test('PassEnded is not published while a window is still to come', async () => {
    await hear([aPass(park, { windows: [anHour, { date: '2026-07-02', startsAt: at(60), endsAt: at(90) }] })])
    await passTime(31)

    await run('end-passes')

    expect(await published(passEnded)).toEqual([])
  })

  test('PassEnded leaves out rides alerted only in the windows of another pass', async () => {
    const email = 'ada@example.com'
    const over = aPass(park, {
      email,
      windows: [{ date: '2026-06-30', startsAt: at(-120), endsAt: at(-60) }],
    })
    await hear([over, aPass(park, { email, windows: [anHour] })])
    await hear([aReading(park, 5)])

    await run('end-passes')

    expect(await published(passEnded)).toMatchObject([{ passId: over.event.data['passId'], alerts: [] }])
  })

  test('PassEnded names no reopened ride: the guarantee counts short waits alone', async () => {
    const pass = aPass(park, { windows: [anHour] })
    await hear([pass])
    await hear([aReading(park, 5)])
    await hear([aReading(park, 5, { ride: 1 })])
    const [short = '', reopened = ''] = park.attractions.map(({ rideId }) => rideId)
    await db.execute(
      sql`update alerts set kind = 'reopened', wait_minutes = null where ride_id = ${reopened}::uuid`,
    )
    await passTime(31)

    await run('end-passes')

    expect((await published(passEnded)).map(({ alerts }) => alerts.map(({ rideId }) => rideId))).toEqual([
      [short],
    ])
  })

  test('PassEnded of each of two passes of one subscription names the alerts of its own windows, and those of both where they overlap', async () => {
    const email = 'ada@example.com'
    const days = (...windows: [date: string, from: number, to: number][]) =>
      windows.map(([date, from, to]) => ({ date, startsAt: at(from), endsAt: at(to) }))
    const earlier = aPass(park, { email, windows: days(['2026-06-30', -300, -60], ['2026-07-01', -30, 30]) })
    const later = aPass(park, { email, windows: days(['2026-07-01', -10, 40]) })
    await hear([earlier, later])
    const [one = '', two = ''] = park.attractions.map(({ rideId }) => rideId)
    await hear([aReading(park, 5)])
    await hear([aReading(park, 5, { ride: 1 })])
    await db.execute(sql`
      update alerts set triggered_at = now() - interval '20 minutes' where ride_id = ${one}::uuid`)
    await passTime(41)

    await run('end-passes')

    const ended = new Map(
      (await published(passEnded)).map(({ passId, alerts }) => [
        passId,
        alerts.map(({ rideId }) => rideId).toSorted(),
      ]),
    )
    expect(ended.get(passIdOf(earlier))).toEqual([one, two].toSorted())
    expect(ended.get(passIdOf(later))).toEqual([two])
  })

  test('PassEnded is not published for a revoked pass', async () => {
    const pass = aPass(park, { windows: [anHour] })
    await hear([pass])
    await hear([heard(passRevoked, { passId: String(pass.event.data['passId']), reason: 'refunded' })])
    await passTime(31)

    await run('end-passes')

    expect(await published(passEnded)).toEqual([])
  })

  test('a subscription whose window has ended moves to its next window', async () => {
    await hear([aPass(park, { windows: [anHour, { date: '2026-07-02', startsAt: at(60), endsAt: at(90) }] })])
    await passTime(31)
    await run('end-passes')

    await passTime(30)
    await hear([aReading(park, 5)])

    expect(await triggered()).toHaveLength(1)
  })
})
