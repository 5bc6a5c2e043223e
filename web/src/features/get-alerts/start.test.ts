import { expect, test } from 'vitest'
import { beginWords, controlWords } from './start.ts'

const ORLANDO = 'America/New_York'
/** 3 pm in Orlando. */
const NOW = new Date('2026-07-01T19:00:00Z')
const NOW_WORDS = 'Alerts start right away.'
const LATER_WORDS = 'Alerts start when your first day begins.'

test.for([
  ['today', ['2026-07-01'], '', NOW_WORDS],
  ['today and a later day', ['2026-07-01', '2026-07-03'], '', NOW_WORDS],
  ['today, from a time that is past', ['2026-07-01'], '09:00', NOW_WORDS],
  ['today, from a time that is to come', ['2026-07-01'], '17:30', LATER_WORDS],
  ['a later day', ['2026-07-02'], '', LATER_WORDS],
  ['a later day, from a time', ['2026-07-02'], '09:00', LATER_WORDS],
] as const)('an order for %s says when its alerts begin, as its button does', ([, dates, time, words]) => {
  const start = { dates: [...dates], time }
  expect(beginWords(start, NOW, ORLANDO)).toBe(words)
  expect(controlWords(false, start, NOW, ORLANDO)).toBe(
    words === NOW_WORDS ? 'Activate Alerts' : 'Schedule Alerts',
  )
})

test.for([
  ['in the night on which clocks go back', '2026-11-01T06:45:00Z', '2026-11-01'],
  ['in the hours before 4 am', '2026-11-02T06:00:00Z', '2026-11-02'],
] as const)('an order for the park’s date begins right away %s', ([, at, date]) => {
  expect(beginWords({ dates: [date], time: '' }, new Date(at), ORLANDO)).toBe(NOW_WORDS)
})
