import { createMemoryCache } from '@walkon/service/memory-cache'
import { alertTriggered } from '@walkon/contracts/events/alerts'
import { createTestService, linkHeaders } from '@walkon/testing/service'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { alertEvaluator } from '../../app.ts'
import type { QuietHours } from '../../domain/quiet-times.ts'
import { createDatabaseWithClock } from '../../testing/database-clock.ts'
import { aPark, aPass, aReading, catalogOf } from '../../testing/evaluator.ts'
import { watchTheClock } from '../../testing/quiet-model.ts'

const MINUTE_MS = 60_000
const COOLDOWN_MINUTES = 60
const EMAIL = 'visitor@example.com'

const { database, setClock, drop } = await createDatabaseWithClock()
let now = 0
const { app, hear, runJob, published, clear, close, build } = await createTestService(alertEvaluator, {
  database,
  now: () => new Date(now),
})
afterAll(async () => {
  await close()
  await drop()
})

/** Quarters of hours, so that a reading often falls on an end. */
const clockTime = fc
  .integer({ min: 0, max: 95 })
  .map(
    (quarter) =>
      `${String(Math.floor(quarter / 4)).padStart(2, '0')}:${String((quarter % 4) * 15).padStart(2, '0')}`,
  )

type Step =
  | { do: 'wait'; minutes: number }
  | { do: 'read'; wait: number }
  | { do: 'set'; quietHours: QuietHours | null }
  /** Waits until quiet hours begin or end. */
  | { do: 'wait-for-edge'; isQuietThen: boolean }
  | { do: 'pause' }
  | { do: 'resume' }

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      minutes: fc.integer({ min: 1, max: 40 }).map((quarters) => quarters * 15),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({ do: fc.constant('read' as const), wait: fc.constantFrom(5, 5, 5, 40) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('set' as const),
      quietHours: fc.option(
        fc.record({ from: clockTime, until: clockTime }).filter(({ from, until }) => from !== until),
      ),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('wait-for-edge' as const), isQuietThen: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'pause' as const }) },
  { weight: 1, arbitrary: fc.constant({ do: 'resume' as const }) },
)

/** The evenings before the clocks change, and a zone in which they never do. */
const place = fc.constantFrom<[timezone: string, start: string]>(
  ['America/New_York', '2026-03-07T22:00Z'],
  ['America/New_York', '2026-10-31T22:00Z'],
  ['Europe/Paris', '2026-03-28T18:00Z'],
  ['Australia/Lord_Howe', '2026-10-03T06:00Z'],
  ['Asia/Tokyo', '2026-07-01T06:00Z'],
)

const scene = fc.record({
  place,
  /** Two passes, in quarters of an hour after the start. */
  passes: fc.tuple(
    fc.record({ from: fc.integer({ min: 0, max: 20 }), quarters: fc.integer({ min: 1, max: 160 }) }),
    fc.record({ from: fc.integer({ min: 40, max: 200 }), quarters: fc.integer({ min: 1, max: 96 }) }),
  ),
  steps: fc.array(step, { minLength: 4, maxLength: 20 }),
  readiesWatches: fc.boolean(),
})

test('a short wait alerts exactly when a pass is open, the cooldown is over, and by the park’s clock the visitor is neither quiet nor paused', async () => {
  const headers = await linkHeaders(EMAIL)
  const oneRun = fc.asyncProperty(
    scene,
    async ({ place: [timezone, start], passes, steps, readiesWatches }) => {
      await clear()
      const begin = Date.parse(start)
      const moveTo = async (at: number) => {
        now = at
        await setClock(new Date(at))
      }
      await moveTo(begin)
      const { handlers, app: replica } = build({ cache: createMemoryCache(() => now) })
      const park = { ...aPark(), timezone }
      const spans = passes.map(({ from, quarters }) => ({
        startsAt: begin + from * 15 * MINUTE_MS,
        endsAt: begin + (from + quarters) * 15 * MINUTE_MS,
      }))
      await hear([catalogOf(park)], handlers)
      for (const { startsAt, endsAt } of spans) {
        const windows = [
          {
            date: '2026-07-01',
            startsAt: new Date(startsAt).toISOString(),
            endsAt: new Date(endsAt).toISOString(),
          },
        ]
        await hear([aPass(park, { email: EMAIL, windows })], handlers)
      }

      let quietHours: QuietHours | null = null
      let pausedAt: number | null = null
      let lastAlertAt = Number.NEGATIVE_INFINITY
      let alerts = 0
      for (const next of steps) {
        if (next.do === 'wait' || next.do === 'wait-for-edge') {
          const edge =
            next.do === 'wait'
              ? now + next.minutes * MINUTE_MS
              : nextEdge(timezone, quietHours, next.isQuietThen)
          await moveTo(edge)
          await runJob('end-passes')
          if (readiesWatches) await runJob('ready-watches')
        } else if (next.do === 'set') {
          const payload = { quietHours: next.quietHours }
          const response = await app.inject({ method: 'PUT', url: '/preferences', headers, payload })
          expect(response.json()).toMatchObject(payload)
          quietHours = next.quietHours
        } else if (next.do === 'pause' || next.do === 'resume') {
          const method = next.do === 'pause' ? 'PUT' : 'DELETE'
          expect((await app.inject({ method, url: '/preferences/pause', headers })).statusCode).toBe(200)
          pausedAt = next.do === 'pause' ? now : null
        } else {
          await hear([aReading(park, next.wait, { observedAt: new Date(now).toISOString() })], handlers)
          const isOpen = spans.some(({ startsAt, endsAt }) => startsAt <= now && now < endsAt)
          const isRested = now - lastAlertAt >= COOLDOWN_MINUTES * MINUTE_MS
          const [seen] = watchTheClock(timezone, quietHours, { from: now, minutes: 1 })
          const isPaused =
            pausedAt !== null &&
            watchTheClock(timezone, null, { from: pausedAt, minutes: 1 })[0]?.parkDay === seen?.parkDay
          if (next.wait <= 15 && isOpen && isRested && !seen?.isQuiet && !isPaused) {
            lastAlertAt = now
            alerts += 1
          }
          expect(await published(alertTriggered)).toHaveLength(alerts)
        }
      }
      await replica.close()
    },
  )

  await fc.assert(oneRun, { numRuns: 40 })
}, 360_000)

/** The first minute after now in which quiet hours begin, or end; now if there is none within a day. */
function nextEdge(timezone: string, quietHours: QuietHours | null, isQuietThen: boolean): number {
  if (!quietHours) return now
  const clock = watchTheClock(timezone, quietHours, { from: now, minutes: 26 * 60 })
  const edge = clock.find(
    ({ isQuiet }, position) =>
      position > 0 && isQuiet === isQuietThen && clock[position - 1]?.isQuiet !== isQuiet,
  )
  return edge?.at ?? now
}
