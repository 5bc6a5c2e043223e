import { waitTimeObserved } from '@walkon/contracts/events/park-data'
import { on } from '@walkon/messaging/inbox'
import type { Cache } from '@walkon/service/cache'
import { createMemoryCache } from '@walkon/service/memory-cache'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { aPark, aPass, aReading, catalogOf, createTestEvaluator } from '../../testing/evaluator.ts'

const { hear, build, triggered, passTime, clear, close } = await createTestEvaluator()
afterAll(close)

const COOLDOWN_MINUTES = 60
const THRESHOLD_MINUTES = 15

type Step =
  | { do: 'wait'; minutes: number }
  | { do: 'read'; waits: (number | null)[]; ageMinutes: number; isNewest: boolean; dies: boolean }
  | { do: 'forget' }
  | { do: 'cut-off'; away: boolean }

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('wait' as const), minutes: fc.integer({ min: 1, max: 70 }) }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('read' as const),
      waits: fc.array(fc.option(fc.integer({ min: 0, max: 30 })), { minLength: 1, maxLength: 3 }),
      ageMinutes: fc.constantFrom(0, 0, 2.5, 5, 11),
      isNewest: fc.boolean(),
      dies: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'forget' as const }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cut-off' as const), away: fc.boolean() }) },
)

test('a watch alerts on each batch whose newest reading is short and current, but within its cooldown, also after crashes and losses of the cache', async () => {
  const oneRun = fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
    await clear()
    const park = aPark()
    await hear([catalogOf(park)])
    await hear([
      aPass(park, { windows: [{ date: '2026-07-01', startsAt: minutes(-1), endsAt: minutes(30_000) }] }),
    ])
    const world = createWorld()

    let elapsed = 0
    let lastAlert = Number.NEGATIVE_INFINITY
    let alerts = 0
    for (const next of steps) {
      if (next.do === 'wait') {
        elapsed += next.minutes
        await passTime(next.minutes)
        world.passTime(next.minutes)
      } else if (next.do === 'forget') world.forget()
      else if (next.do === 'cut-off') world.cutOff(next.away)
      else {
        const { waits, ageMinutes, isNewest, dies } = next
        const batch = waits.map((wait, index) =>
          aReading(park, wait, { observedAt: minutes(-ageMinutes - (waits.length - 1 - index)) }),
        )
        const position = { isNewest: async () => isNewest }
        if (dies) await expect(hear(batch, world.dying, position)).rejects.toThrow('killed')
        else await hear(batch, world.handlers, position)

        const wait = waits.at(-1) ?? 0
        const short = wait > 0 && wait <= THRESHOLD_MINUTES
        const current = ageMinutes <= 3 || (ageMinutes <= 10 && isNewest)
        if (!dies && short && current && elapsed - lastAlert >= COOLDOWN_MINUTES) {
          lastAlert = elapsed
          alerts += 1
        }
        expect(await triggered()).toHaveLength(alerts)
      }
    }
    await world.end()
  })

  await fc.assert(oneRun, { numRuns: 60 })
}, 360_000)

const minutes = (fromNow: number) => new Date(Date.now() + fromNow * 60_000).toISOString()

/** An evaluator whose cache follows the test's clock, can be emptied and can be unreachable. */
function createWorld() {
  let offset = 0
  let reachable = true
  let memory = createMemoryCache(() => Date.now() + offset)
  const cache: Cache = new Proxy(memory, {
    get: (_, method: keyof Cache) => {
      if (!reachable)
        return async () => {
          throw new Error('The cache is unreachable')
        }
      return memory[method]
    },
  })
  const { handlers, app } = build(cache)
  const killed = on(waitTimeObserved, async () => {
    throw new Error('The process was killed')
  })
  return {
    handlers,
    dying: [...handlers, killed],
    passTime: (by: number) => {
      offset += by * 60_000
    },
    forget: () => {
      memory = createMemoryCache(() => Date.now() + offset)
    },
    cutOff: (away: boolean) => {
      reachable = !away
    },
    end: () => app.close(),
  }
}
