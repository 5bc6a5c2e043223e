import type { SystemFigure } from '@walkon/contracts/http/system'
import { expect, test } from 'vitest'
import { secondsWords, toRows } from './figure-rows.ts'

const figure = (name: SystemFigure['name'], value: number | null, labels = {}): SystemFigure => ({
  name,
  labels,
  value,
})
const rowsOf = (...figures: SystemFigure[]) => toRows({ startedAt: '', readAt: '', figures })

test.for([
  ['consumer_lag_seconds', 60, 'fine'],
  ['consumer_lag_seconds', 61, 'act'],
  ['outbox_rejected', 0, 'fine'],
  ['outbox_rejected', 1, 'act'],
  ['dependency_up', 1, 'fine'],
  ['dependency_up', 0, 'act'],
  ['alerts_unaccounted', null, 'unknown'],
  ['plan_text_months_spent', 9, 'fine'],
] as const)('%s of %s is: %s', ([name, value, state]) => {
  expect(rowsOf(figure(name, value))).toMatchObject([{ state }])
})

test('what somebody must act on comes first, then what could not be read', () => {
  const rows = rowsOf(
    figure('outbox_rejected', 0),
    figure('alerts_unaccounted', null),
    figure('dlq_messages_total', 2, { topic: 'identity.users' }),
  )
  expect(rows.map(({ of, value, state }) => [of, value, state])).toEqual([
    ['identity.users', '2', 'act'],
    ['', 'not read', 'unknown'],
    ['', '0', 'fine'],
  ])
})

test('the searches of all buyers together are compared with the budget of the day', () => {
  const bought = (visitor: number, check: number) =>
    rowsOf(
      figure('flight_searches_today', visitor, { buyer: 'visitor' }),
      figure('flight_searches_today', check, { buyer: 'check' }),
      figure('flight_searches_per_day', 100),
    ).filter(({ state }) => state === 'act')
  expect(bought(60, 39)).toHaveLength(0)
  expect(bought(60, 40)).toHaveLength(2)
})

test.for([
  [30_000, 36_000, 'fine'],
  [36_001, 36_000, 'act'],
  [30_000, 25_200, 'act'],
  [30_000, null, 'unknown'],
] as const)(
  'an undecided guarantee of %i seconds, of which the service says that it may be %s, is: %s',
  ([age, limit, state]) => {
    const rows = rowsOf(
      figure('guarantee_oldest_undecided_seconds', age),
      figure('guarantee_undecided_limit_seconds', limit),
    )
    expect(rows).toHaveLength(1)
    expect(rows).toMatchObject([{ state, limit: limit === null ? '' : `at most ${limit / 3600} h` }])
  },
)

test('of refunds only those that have failed are shown', () => {
  const rows = rowsOf(figure('refunds', 7, { state: 'made' }), figure('refunds', 1, { state: 'failed' }))
  expect(rows).toMatchObject([{ value: '1', state: 'act' }])
})

test.for([
  [0.25, '0.3 s'],
  [61, '61 s'],
  [600, '10 min'],
  [25_200, '7 h'],
] as const)('%s seconds are said as %s', ([seconds, words]) => {
  expect(secondsWords(seconds)).toBe(words)
})
