import { createLog } from '@walkon/service/log'
import { createMemoryCache } from '@walkon/service/memory-cache'
import type { Cache } from '@walkon/service/cache'
import { afterAll, beforeEach, expect, test } from 'vitest'
import {
  aPark,
  aPass,
  aPoll,
  aReading,
  at,
  catalogOf,
  createTestEvaluator,
  type TestPark,
} from '../../testing/evaluator.ts'

const { hear, build, passTime, clear, close } = await createTestEvaluator()
afterAll(close)

let park: TestPark
beforeEach(async () => {
  await clear()
  park = aPark(2)
  await hear([catalogOf(park)])
  await hear([aPass(park)])
})

/** An evaluator, and the lines of its log that tell the outcome of polls. */
function evaluator(cache: Cache = createMemoryCache()) {
  const lines: Record<string, unknown>[] = []
  const log = createLog(
    { service: 'alert-evaluator', level: 'info' },
    { write: (line) => void lines.push(JSON.parse(line)) },
  )
  const { handlers } = build(cache, log)
  return { handlers, evaluated: () => lines.filter(({ msg }) => msg === 'polls evaluated') }
}

test('a batch that alerts is one log line: polls, news, matches, alerts and their traces', async () => {
  const { handlers, evaluated } = evaluator()

  const poll = aPoll(park, [5, 6])
  const trace = '0af7651916cd43dd8448eb211c80319c'
  poll.event.traceparent = `00-${trace}-b7ad6b7169203331-01`

  await hear([poll], handlers)

  expect(evaluated()).toMatchObject([
    { polls: 1, news: 2, matched: 2, made: 2, suppressed: {}, traces: [trace] },
  ])
})

test('a batch whose readings were all held back is one log line, with the number of each reason', async () => {
  const { handlers, evaluated } = evaluator()
  const other = aPark(1)

  await hear([aPoll(park, [5, 6], { trusted: false }), aReading(other, 5, { observedAt: at(-11) })], handlers)

  expect(evaluated()).toMatchObject([{ polls: 2, news: 0, made: 0, suppressed: { untrusted: 2, stale: 1 } }])
})

test('a batch with short waits for which no visitor asked is one log line', async () => {
  const { handlers, evaluated } = evaluator()

  await hear([aReading(park, 100)], handlers)

  expect(evaluated()).toMatchObject([{ news: 1, matched: 0, made: 0, suppressed: {} }])
})

test('a batch without news is no log line', async () => {
  const { handlers, evaluated } = evaluator()

  await hear([aPoll(park, [null, 0])], handlers)

  expect(evaluated()).toEqual([])
})

test('the log line of a batch counts watches that the cache knew to cool down', async () => {
  const { handlers, evaluated } = evaluator()
  await hear([aReading(park, 5)], handlers)
  // The cooldown ends in the database a moment before it ends in the cache.
  await passTime(61)

  await hear([aReading(park, 5)], handlers)

  expect(evaluated().at(-1)).toMatchObject({ matched: 1, made: 0, suppressed: { cooldown: 1 } })
})

test('the log line of a batch counts claims that another evaluator won', async () => {
  const shared = createMemoryCache()
  const other = aReading(park, 6)
  const { handlers, evaluated } = evaluator({
    ...shared,
    claim: async (claims, ttlSeconds) => {
      const granted = await shared.claim(claims, ttlSeconds)
      await hear([other])
      return granted
    },
  })

  await hear([aReading(park, 5)], handlers)

  expect(evaluated()).toMatchObject([{ matched: 1, made: 0, suppressed: { 'lost-claim': 1 } }])
})
