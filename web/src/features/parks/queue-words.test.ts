import type { RideQueue } from '@walkon/contracts/ride-queue'
import { expect, test } from 'vitest'
import { queueWords } from './queue-words.ts'

const words = (queue: RideQueue) => {
  const { name, news } = queueWords(queue, 'America/New_York')
  return news ? `${name}: ${news}` : name
}
const at = { startsAt: '2026-04-14T18:10:00Z', endsAt: '2026-04-14T19:10:00Z' }

test.for<[RideQueue, string]>([
  [{ kind: 'SINGLE_RIDER', waitMinutes: 15 }, 'Single rider: 15 min'],
  [{ kind: 'SINGLE_RIDER', waitMinutes: 0 }, 'Single rider: walk on'],
  [{ kind: 'SINGLE_RIDER' }, 'Single rider'],
  [{ kind: 'PAID_STANDBY', waitMinutes: 20 }, 'Paid line: 20 min'],
  [{ kind: 'RETURN_TIME', state: 'AVAILABLE', ...at }, 'Return time: 2:10 pm to 3:10 pm'],
  [{ kind: 'RETURN_TIME', state: 'AVAILABLE', startsAt: at.startsAt }, 'Return time: 2:10 pm'],
  [{ kind: 'RETURN_TIME', state: 'AVAILABLE' }, 'Return time: available'],
  [{ kind: 'RETURN_TIME', state: 'TEMP_FULL', ...at }, 'Return time: none right now'],
  [{ kind: 'RETURN_TIME', state: 'FINISHED' }, 'Return time: gone for today'],
  [{ kind: 'RETURN_TIME', state: 'UNKNOWN', ...at }, 'Return time: Unknown'],
  [{ kind: 'BOARDING_GROUP', state: 'PAUSED' }, 'Boarding groups: paused'],
  [
    { kind: 'BOARDING_GROUP', state: 'AVAILABLE', firstGroup: 20, lastGroup: 41, waitMinutes: 90 },
    'Boarding groups: open to join, calling 20 to 41, about 90 min',
  ],
  [
    { kind: 'BOARDING_GROUP', state: 'CLOSED', lastGroup: 7, nextAllocationAt: '2026-04-14T17:00:00Z' },
    'Boarding groups: closed, calling 7, next at 1 pm',
  ],
  [{ kind: 'BOARDING_GROUP', state: 'UNKNOWN' }, 'Boarding groups: Unknown'],
  [{ kind: 'UNKNOWN', name: 'SKIP_LINE' }, 'Skip line'],
  [{ kind: 'UNKNOWN' }, 'Another queue'],
])('a queue %o reads "%s"', ([queue, expected]) => {
  expect(words(queue)).toBe(expected)
})

test.for([
  [{ amount: 1500, currency: 'USD' }, '$15'],
  [{ amount: 1250, currency: 'EUR' }, '€12.50'],
  [{ amount: 1500, currency: 'JPY' }, '¥1,500'],
  [{ amount: 0, currency: 'USD' }, 'free'],
] as const)('the price %o of a paid return is written "%s"', ([price, expected]) => {
  expect(words({ kind: 'PAID_RETURN_TIME', state: 'AVAILABLE', ...at, price })).toBe(
    `Paid return: 2:10 pm to 3:10 pm, ${expected}`,
  )
})

test('a paid return without a published price shows none', () => {
  expect(
    words({ kind: 'PAID_RETURN_TIME', state: 'AVAILABLE', ...at, price: { amount: null, currency: 'USD' } }),
  ).toBe('Paid return: 2:10 pm to 3:10 pm')
})

test('a visitor elsewhere reads return times in the own time too', () => {
  const { news } = queueWords({ kind: 'RETURN_TIME', state: 'AVAILABLE', ...at }, 'America/Los_Angeles')
  expect(news).toBe('11:10 am to 12:10 pm (2:10 pm to 3:10 pm your time)')
})
