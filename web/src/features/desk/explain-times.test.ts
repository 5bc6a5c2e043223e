import { expect, test } from 'vitest'
import { alertAt, answer, change, HOUR, minutes, TIMEZONE } from '../../test/desk-questions.ts'
import { instantAt } from './park-instant.ts'

test.for([
  [
    'ended a minute before',
    [{ passId: 'pass', startsAt: minutes(-HOUR), endsAt: minutes(-1) }],
    'the one before ended at 2:09 pm.',
  ],
  [
    'begins later',
    [{ passId: 'pass', startsAt: minutes(HOUR), endsAt: minutes(2 * HOUR) }],
    'the next one began at 3:10 pm.',
  ],
  [
    'ended on another day',
    [{ passId: 'pass', startsAt: minutes(-48 * HOUR), endsAt: minutes(-24 * HOUR) }],
    'the one before ended at 2:10 pm on Mon, Apr 13.',
  ],
] as const)('a pass that %s is told with its moment', ([, passWindows, words]) => {
  expect(answer({ passWindows })).toContain(`covered the park at 2:10 pm: ${words}`)
})

test.for([
  ['active', minutes(HOUR), 'We can’t explain this one'],
  ['ended', minutes(-HOUR), 'the one before ended at 1:10 pm'],
  ['opening', null, 'No pass and no plan'],
] as const)('a plan that is %s covers until its end', ([state, coveredUntil, words]) => {
  const plans = [{ id: 'plan', state, createdAt: minutes(-48 * HOUR), coveredUntil }]
  expect(answer({ passWindows: [] }, {}, {}, { plans })).toContain(words)
})

test('a short wait minutes before the moment that was asked for is told with what became of it', () => {
  const observations = [
    { observedAt: minutes(-9), status: 'OPERATING' as const, waitMinutes: 10 },
    { observedAt: minutes(-3), status: 'OPERATING' as const, waitMinutes: 40 },
  ]
  expect(answer({ alerts: [alertAt(-30)] }, { observations })).toBe(
    'At 2:10 pm Space Mountain was 40 min, and the visitor’s limit was 15. Its lowest wait that day was 10 min, from 2:01 pm. At 2:01 pm it was 10 min. The alert before for Space Mountain was 21 min old, made at 1:40 pm: a ride alerts once in 60 min, so the next could come from 2:40 pm.',
  )
})

test.for([
  ['23:30', true],
  ['00:10', true],
  ['06:59', true],
  ['07:00', false],
  ['21:59', false],
] as const)('quiet hours from 22:00 to 07:00 hold %s: %s', ([time, isHeld]) => {
  const at = instantAt('2026-04-14', time, TIMEZONE)
  const words = answer(
    {
      alertPreferences: [{ quietFrom: '22:00:00', quietUntil: '07:00:00', pausedAt: null }],
      passWindows: [{ passId: 'pass', startsAt: minutes(-48 * HOUR), endsAt: minutes(48 * HOUR) }],
    },
    { at },
  )
  expect(words.includes('within the visitor’s quiet hours, 10 pm to 7 am')).toBe(isHeld)
})

test('a pause of the evening lasts past midnight, until the day of the park ends', () => {
  const paused = (time: string, date = '2026-04-15') =>
    answer(
      {
        alertPreferences: [
          {
            quietFrom: null,
            quietUntil: null,
            pausedAt: instantAt('2026-04-14', '21:00', TIMEZONE).toISOString(),
          },
        ],
        passWindows: [{ passId: 'pass', startsAt: minutes(-48 * HOUR), endsAt: minutes(48 * HOUR) }],
      },
      { at: instantAt(date, time, TIMEZONE) },
    )
  expect(paused('00:30')).toContain('had paused all alerts for the day at 9 pm on Tue, Apr 14')
  expect(paused('04:30')).toContain('We can’t explain this one')
})

test('of quiet hours and a pause, what stood at the instant counts after either changed', () => {
  const changes = [
    change(
      'pause',
      30,
      { quietHours: { from: '13:00', until: '15:00' }, pausedAt: null },
      { quietHours: { from: '13:00', until: '15:00' }, pausedAt: minutes(30) },
    ),
    change(
      'quiet-hours',
      60,
      { quietHours: { from: '13:00', until: '15:00' }, pausedAt: minutes(30) },
      { quietHours: null, pausedAt: minutes(30) },
    ),
  ]
  expect(answer({ visitorChanges: changes })).toContain('within the visitor’s quiet hours, 1 pm to 3 pm')
})

test.for([
  ['2026-04-14', '14:10', TIMEZONE, '2026-04-14T18:10:00.000Z'],
  ['2026-12-14', '14:10', TIMEZONE, '2026-12-14T19:10:00.000Z'],
  ['2026-04-14', '14:10', 'Asia/Tokyo', '2026-04-14T05:10:00.000Z'],
])('%s %s in %s is %s', ([date, time, timezone, instant]) => {
  expect(instantAt(date!, time!, timezone!).toISOString()).toBe(instant)
})

test('a moment before the pass is told as such, also if the ride has no reading of it', () => {
  const later = [{ passId: 'pass', startsAt: minutes(HOUR), endsAt: minutes(2 * HOUR) }]
  expect(answer({ passWindows: later }, { observations: [] })).toMatch(/^No pass and no plan/)
  expect(answer({}, { observations: [] })).toMatch(/^We have no reading/)
})
