import { expect, test } from 'vitest'
import { judgeReopening, judgeWait, type Reading, type Reopening, type Verdict } from './reading-verdict.ts'

const now = new Date('2026-07-01T16:00:00Z')
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)

const short: Reading = {
  status: 'OPERATING',
  waitMinutes: 15,
  observedAt: now,
  parkOpen: true,
  trusted: true,
  isNewest: true,
  isReplayed: false,
}

const waits: { name: string; reading: Partial<Reading>; expected: Verdict }[] = [
  { name: 'a wait at the threshold may alert', reading: {}, expected: 'may-alert' },
  { name: 'a wait of one minute may alert', reading: { waitMinutes: 1 }, expected: 'may-alert' },
  { name: 'a wait over the threshold is no news', reading: { waitMinutes: 16 }, expected: 'no-news' },
  { name: 'a walk-on is no news', reading: { waitMinutes: 0 }, expected: 'no-news' },
  { name: 'no reading is no news', reading: { waitMinutes: null }, expected: 'no-news' },
  {
    name: 'a ride that is down triggers no alert, also with a short last wait',
    reading: { status: 'DOWN' },
    expected: 'no-news',
  },
  { name: 'an unknown status is not open', reading: { status: 'UNKNOWN' }, expected: 'no-news' },
  {
    name: 'a short wait outside the park’s hours does not alert',
    reading: { parkOpen: false },
    expected: 'park-closed',
  },
  { name: 'a reading that is not trusted never alerts', reading: { trusted: false }, expected: 'untrusted' },
  {
    name: 'a reading three minutes old may alert, also where newer readings wait',
    reading: { observedAt: minutesAgo(3), isNewest: false },
    expected: 'may-alert',
  },
  {
    name: 'a reading older than three minutes is behind where newer ones wait',
    reading: { observedAt: minutesAgo(3.1), isNewest: false },
    expected: 'behind',
  },
  {
    name: 'a dead letter is behind also where its reading is fresh',
    reading: { isReplayed: true, isNewest: false },
    expected: 'behind',
  },
  {
    name: 'a reading ten minutes old may alert if it is the newest',
    reading: { observedAt: minutesAgo(10) },
    expected: 'may-alert',
  },
  {
    name: 'a reading eleven minutes old is stale',
    reading: { observedAt: minutesAgo(11) },
    expected: 'stale',
  },
  {
    name: 'a reading from the future is stale',
    reading: { observedAt: minutesAgo(-11) },
    expected: 'stale',
  },
]

test.for(waits)('$name', ({ reading, expected }) => {
  expect(judgeWait({ ...short, ...reading }, 15, now)).toBe(expected)
})

const reopened: Reopening = {
  isNewest: true,
  isReplayed: false,
  reopenedAt: minutesAgo(1),
  status: 'OPERATING',
  observedAt: now,
  parkOpen: true,
  trusted: true,
}

const reopenings: { name: string; change: Partial<Reopening>; expected: Verdict }[] = [
  { name: 'a ride that was down and runs again may alert', change: {}, expected: 'may-alert' },
  {
    name: 'a ride that opens in the morning has not reopened',
    change: { reopenedAt: null },
    expected: 'no-news',
  },
  { name: 'a ride that went down again is no news', change: { status: 'DOWN' }, expected: 'no-news' },
  {
    name: 'a reopening outside the park’s hours does not alert',
    change: { parkOpen: false },
    expected: 'park-closed',
  },
  { name: 'a reopening seen after a gap does not alert', change: { trusted: false }, expected: 'untrusted' },
  {
    name: 'a reopening of long ago does not alert',
    change: { observedAt: minutesAgo(11) },
    expected: 'stale',
  },
  {
    name: 'a reopening of ten minutes ago may alert in a fresh poll',
    change: { reopenedAt: minutesAgo(10) },
    expected: 'may-alert',
  },
  {
    name: 'a reopening of eleven minutes ago is stale also in a fresh poll',
    change: { reopenedAt: minutesAgo(11) },
    expected: 'stale',
  },
]

test.for(reopenings)('$name', ({ change, expected }) => {
  expect(judgeReopening({ ...reopened, ...change }, now)).toBe(expected)
})
