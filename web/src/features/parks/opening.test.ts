import { expect, test } from 'vitest'
import { samplePark } from '../../test/samples.ts'
import { nextOpening, openingSentence, sinceWords } from './opening.ts'

const hours = (opensAt: string, closesAt: string) => [{ type: 'OPERATING' as const, opensAt, closesAt }]
const noon = new Date('2026-04-14T16:00:00Z')
const tokyo = { ...samplePark, timezone: 'Asia/Tokyo' }

test('the hours are the park’s, with its zone, its time and the own time for a visitor elsewhere', () => {
  const open = { ...tokyo, hours: hours('2026-04-14T00:00:00Z', '2026-04-14T12:00:00Z'), isOpen: true }
  expect(openingSentence(open, new Date('2026-04-14T03:05:00Z'))).toBe(
    'Open 9 am to 9 pm GMT+9 (Mon, Apr 13, 8 pm to 8 am your time), now 12:05 pm.',
  )
})

test('a page that stays open says so when the park opens and when it closes', () => {
  const asLoadedAtEight = { ...samplePark, isOpen: false }
  expect(openingSentence(asLoadedAtEight, new Date('2026-04-14T13:00:00Z'))).toMatch(/^Open 9 am to 10 pm/)
  const asLoadedAtNoon = { ...samplePark, isOpen: true }
  expect(openingSentence(asLoadedAtNoon, new Date('2026-04-15T02:00:00Z'))).toMatch(/^Closed for today/)
})

test('early entry and ticketed events count while they last', () => {
  const park = {
    ...samplePark,
    hours: [
      { type: 'EXTRA_HOURS' as const, opensAt: '2026-04-14T12:30:00Z', closesAt: '2026-04-14T13:00:00Z' },
      ...hours('2026-04-14T13:00:00Z', '2026-04-14T22:00:00Z'),
      { type: 'TICKETED_EVENT' as const, opensAt: '2026-04-14T23:00:00Z', closesAt: '2026-04-15T04:00:00Z' },
    ],
  }
  const at = (time: string) => openingSentence(park, new Date(time))
  expect(at('2026-04-14T12:40:00Z')).toMatch(/^Open 8:30 am to 6 pm/)
  expect(at('2026-04-14T16:00:00Z')).toMatch(/^Open 9 am to 6 pm/)
  expect(at('2026-04-14T22:30:00Z')).toMatch(/^Closed for today, was open 9 am to 6 pm/)
  expect(at('2026-04-15T02:00:00Z')).toMatch(/^Open 9 am to 12 am/)
})

test('a closed park says whether it opens today or was open', () => {
  const closed = { ...samplePark, isOpen: false }
  expect(openingSentence(closed, new Date('2026-04-14T11:00:00Z'))).toMatch(/^Opens today, 9 am to 10 pm/)
  expect(openingSentence(closed, new Date('2026-04-15T03:00:00Z'))).toMatch(
    /^Closed for today, was open 9 am to 10 pm/,
  )
  expect(openingSentence({ ...closed, hours: [] }, noon)).toMatch(/^Closed today/)
})

test('a park that never closes is open all day', () => {
  const always = { ...samplePark, hours: hours('2026-04-14T08:00:00Z', '2026-04-15T08:00:00Z') }
  expect(openingSentence(always, noon)).toMatch(/^Open all day/)
})

test('an empty board says when waits are to be expected', () => {
  expect(nextOpening(samplePark, new Date('2026-04-14T11:00:00Z'))).toMatch(
    /^It opens at 9 am.*\. Waits are posted/,
  )
  expect(nextOpening(undefined, noon)).toBe('Waits are posted a few minutes after a park opens.')
})

test('what stands still says since when, by the clock today and by the day before that', () => {
  expect(sinceWords(new Date('2026-04-14T15:10:00Z'), noon, 'America/New_York')).toBe('since 11:10 am')
  const afterMidnight = new Date('2026-04-15T04:40:00Z')
  expect(sinceWords(new Date('2026-04-15T03:15:00Z'), afterMidnight, 'America/New_York')).toBe(
    'since 11:15 pm',
  )
  expect(sinceWords(new Date('2026-04-08T15:10:00Z'), noon, 'America/New_York')).toBe('since Wed, Apr 8')
})
