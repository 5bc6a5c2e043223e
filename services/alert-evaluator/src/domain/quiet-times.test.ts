import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { watchTheClock } from '../testing/quiet-model.ts'
import { currentOrNextAlertWindow, endOfPause, type QuietTimes } from './quiet-times.ts'
import type { Window } from './windows.ts'

const NEW_YORK = 'America/New_York'
const none: QuietTimes = { quietHours: null, pausedAt: null }
const night: QuietTimes = { quietHours: { from: '22:00', until: '08:00' }, pausedAt: null }

const window = (startsAt: string, endsAt: string): Window => ({
  startsAt: new Date(startsAt),
  endsAt: new Date(endsAt),
})
/** A week of New York's summer. */
const week = window('2026-07-01T04:00Z', '2026-07-08T04:00Z')

const at = (now: string, quiet: QuietTimes, windows = [week], timezone = NEW_YORK) =>
  currentOrNextAlertWindow(windows, quiet, timezone, new Date(now))

describe('quiet hours', () => {
  test('without quiet times the window is that of the pass', () => {
    expect(at('2026-07-02T16:00Z', none)).toEqual(week)
  })

  test('by day alerts are on from the end of the night’s quiet hours to the next ones', () => {
    expect(at('2026-07-02T16:00Z', night)).toEqual(window('2026-07-02T12:00Z', '2026-07-03T02:00Z'))
  })

  test('quiet hours that cross midnight hold alerts back before and after it', () => {
    const day = window('2026-07-03T12:00Z', '2026-07-04T02:00Z')
    expect(at('2026-07-03T02:00Z', night)).toEqual(day)
    expect(at('2026-07-03T11:59Z', night)).toEqual(day)
  })

  test('at the very end of quiet hours alerts are on', () => {
    const end = new Date('2026-07-03T12:00Z')
    expect(currentOrNextAlertWindow([week], night, NEW_YORK, end)?.startsAt).toEqual(end)
  })

  test('quiet hours within a day leave the night', () => {
    const lunch = { quietHours: { from: '12:00', until: '13:30' }, pausedAt: null }
    expect(at('2026-07-02T15:00Z', lunch)).toEqual(window('2026-07-01T17:30Z', '2026-07-02T16:00Z'))
  })

  test('a window that ends in quiet hours opens no more', () => {
    expect(at('2026-07-08T03:00Z', night)).toBeNull()
  })

  test('a window within quiet hours is passed over for the next one', () => {
    const nightly = window('2026-07-03T05:00Z', '2026-07-03T09:00Z')
    const later = window('2026-07-05T16:00Z', '2026-07-05T20:00Z')
    expect(at('2026-07-02T16:00Z', night, [nightly, later])).toEqual(later)
  })

  test('a window that is ahead opens after the quiet hours of its own day', () => {
    const ahead = window('2026-07-20T04:00Z', '2026-07-21T04:00Z')
    expect(at('2026-07-02T16:00Z', night, [ahead])).toEqual(window('2026-07-20T12:00Z', '2026-07-21T02:00Z'))
  })

  test('the same hours are others in another park’s time zone', () => {
    expect(at('2026-07-02T16:00Z', night, [week], 'Asia/Tokyo')).toEqual(
      window('2026-07-02T23:00Z', '2026-07-03T13:00Z'),
    )
  })
})

describe('quiet hours while the clocks change', () => {
  const spring = window('2026-03-07T05:00Z', '2026-03-10T04:00Z')
  const autumn = window('2026-10-31T04:00Z', '2026-11-03T05:00Z')

  test('the night that is an hour short ends at eight all the same', () => {
    expect(at('2026-03-08T08:00Z', night, [spring])?.startsAt).toEqual(new Date('2026-03-08T12:00Z'))
  })

  test('the night that is an hour longer ends at eight all the same', () => {
    expect(at('2026-11-01T08:00Z', night, [autumn])?.startsAt).toEqual(new Date('2026-11-01T13:00Z'))
  })

  test('quiet hours until a time that the clocks leave out end where the clocks jump', () => {
    const early = { quietHours: { from: '23:00', until: '02:30' }, pausedAt: null }
    expect(at('2026-03-08T06:30Z', early, [spring])?.startsAt).toEqual(new Date('2026-03-08T07:00Z'))
  })

  test('quiet hours that the clocks leave out do not happen that day', () => {
    const skipped = { quietHours: { from: '02:10', until: '02:50' }, pausedAt: null }
    expect(at('2026-03-08T07:00Z', skipped, [spring])).toEqual(
      window('2026-03-07T07:50Z', '2026-03-09T06:10Z'),
    )
  })

  test('quiet hours until a time that comes twice end at the first', () => {
    const early = { quietHours: { from: '23:00', until: '01:30' }, pausedAt: null }
    expect(at('2026-11-01T05:00Z', early, [autumn])?.startsAt).toEqual(new Date('2026-11-01T05:30Z'))
  })
})

describe('a pause', () => {
  const paused = { quietHours: null, pausedAt: new Date('2026-07-03T00:30Z') }

  test('lasts until the park’s next day begins', () => {
    expect(at('2026-07-03T01:00Z', paused)).toEqual(window('2026-07-03T08:00Z', '2026-07-08T04:00Z'))
  })

  test('of one visitor ends at other instants in parks of other time zones', () => {
    expect(endOfPause(paused.pausedAt, NEW_YORK)).toEqual(new Date('2026-07-03T08:00Z'))
    expect(endOfPause(paused.pausedAt, 'Asia/Tokyo')).toEqual(new Date('2026-07-03T19:00Z'))
  })

  test('that is over changes nothing but when the window opened', () => {
    expect(at('2026-07-03T08:00Z', paused)?.startsAt).toEqual(new Date('2026-07-03T08:00Z'))
    expect(at('2026-07-06T16:00Z', paused)?.endsAt).toEqual(week.endsAt)
  })

  test('into quiet hours ends with them', () => {
    expect(at('2026-07-03T01:00Z', { ...night, pausedAt: paused.pausedAt })).toEqual(
      window('2026-07-03T12:00Z', '2026-07-04T02:00Z'),
    )
  })

  test('on the day after clocks left out the minutes between quiet hours leaves those of the third day, and no more', () => {
    const allButHalfAnHour = {
      quietHours: { from: '02:30', until: '02:00' },
      pausedAt: new Date('2026-03-08T08:00Z'),
    }
    const stretch = [window('2026-03-07T21:22Z', '2026-03-10T08:00Z')]
    const found = currentOrNextAlertWindow(stretch, allButHalfAnHour, NEW_YORK, new Date('2026-03-07T21:22Z'))
    expect(found).toEqual(window('2026-03-10T06:00Z', '2026-03-10T06:30Z'))
  })

  test('after midnight is of the evening before, and leaves the day that follows', () => {
    expect(endOfPause(new Date('2026-07-03T04:30Z'), NEW_YORK)).toEqual(new Date('2026-07-03T08:00Z'))
  })
})

const MINUTE_MS = 60_000
const DAYS = 4
const STRETCH_MINUTES = DAYS * 24 * 60

/** Days before the clocks change, and one zone in which they never do. */
const places = [
  [NEW_YORK, '2026-03-07T05:00Z'],
  [NEW_YORK, '2026-10-31T04:00Z'],
  ['Europe/Paris', '2026-03-28T00:00Z'],
  ['Europe/Paris', '2026-10-24T00:00Z'],
  ['America/Santiago', '2026-09-05T00:00Z'],
  ['Australia/Lord_Howe', '2026-10-03T00:00Z'],
  ['Australia/Lord_Howe', '2026-04-04T00:00Z'],
  ['Asia/Tokyo', '2026-07-01T00:00Z'],
] as const

const clockTime = fc
  .integer({ min: 0, max: 24 * 60 - 1 })
  .map(
    (minute) => `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`,
  )
/** Half of them near the hours in which clocks change. */
const anyClockTime = fc.oneof(
  clockTime,
  fc.constantFrom('00:00', '01:30', '02:00', '02:10', '02:30', '03:00'),
)
const minute = fc.integer({ min: 0, max: STRETCH_MINUTES })

const scene = fc.record({
  place: fc.constantFrom(...places),
  quietHours: fc.option(
    fc.record({ from: anyClockTime, until: anyClockTime }).filter(({ from, until }) => from !== until),
  ),
  windows: fc.array(fc.record({ from: minute, minutes: fc.integer({ min: 1, max: 3 * 24 * 60 }) }), {
    minLength: 1,
    maxLength: 3,
  }),
  pausedAt: fc.option(minute),
})

test('for any windows, quiet hours and pause, alerts are on exactly in the minutes in which a clock in the park says so', () => {
  fc.assert(
    fc.property(scene, ({ place: [timezone, start], quietHours, windows, pausedAt }) => {
      const from = Date.parse(start)
      const instant = (minutes: number) => from + minutes * MINUTE_MS
      const spans = windows.map((span) => ({
        startsAt: new Date(instant(span.from)),
        endsAt: new Date(instant(span.from + span.minutes)),
      }))
      const clock = watchTheClock(timezone, quietHours, { from, minutes: STRETCH_MINUTES + 4 * 24 * 60 })
      const pausedDay = pausedAt === null ? null : clock[pausedAt]?.parkDay
      const isOn = clock.map(
        ({ at: now, isQuiet, parkDay }, position) =>
          !isQuiet &&
          spans.some(({ startsAt, endsAt }) => startsAt.getTime() <= now && now < endsAt.getTime()) &&
          !(pausedAt !== null && position >= pausedAt && parkDay === pausedDay),
      )
      const quiet = { quietHours, pausedAt: pausedAt === null ? null : new Date(instant(pausedAt)) }
      for (let position = 0; position < STRETCH_MINUTES; position += 17) {
        const opens = isOn.indexOf(true, position)
        const closes = opens < 0 ? -1 : isOn.indexOf(false, opens)
        const found = currentOrNextAlertWindow(spans, quiet, timezone, new Date(instant(position)))
        const expected = opens < 0 ? null : [instant(opens), instant(closes)]
        // A window that is open has begun at some time before.
        const seen = found && [Math.max(found.startsAt.getTime(), instant(position)), found.endsAt.getTime()]
        expect([position, seen]).toEqual([position, expected])
      }
    }),
    { numRuns: 40 },
  )
}, 120_000)
