import { expect, test } from 'vitest'
import { alertAt, aVisitor, COVERED, minutes, TIMEZONE } from '../../test/desk-questions.ts'
import { explainDay } from './explain-day.ts'

const reading = (at: number, waitMinutes: number | null, status: 'OPERATING' | 'DOWN' = 'OPERATING') => ({
  observedAt: minutes(at),
  status,
  waitMinutes,
})

const dayOf = (observations: ReturnType<typeof reading>[], alerts: object = {}) =>
  explainDay(aVisitor({ ...COVERED, ...alerts }, {}), {
    subscriptionId: 'sub',
    rideId: 'ride',
    rideName: 'Space Mountain',
    timezone: TIMEZONE,
    history: { observations },
    cooldownMinutes: 60,
  })

test('a day on which the ride never got to its limit is told by its lowest wait', () => {
  expect(dayOf([reading(-30, 40), reading(-20, 25), reading(-10, 60)])).toBe(
    'Space Mountain never got to 15 min on this day. Lowest: 25 min at 1:50 pm.',
  )
})

test('each short wait of a day is told with its outcome', () => {
  const words = dayOf([reading(-40, 10), reading(-30, 40), reading(-20, 5)], { alerts: [alertAt(-40)] })
  expect(words).toMatch(
    /^Space Mountain was short 2 times on this day\. 10 min at 1:30 pm: An alert for Space Mountain was made .* 5 min at 1:50 pm: The alert before for Space Mountain was 20 min old/,
  )
})

test('a ride that posted nothing all day is told as that', () => {
  expect(dayOf([reading(-30, null, 'DOWN')])).toBe('Space Mountain posted no wait on this day.')
})
