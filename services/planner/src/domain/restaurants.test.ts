import { letter } from '@walkon/contracts/letter'
import { describe, expect, test } from 'vitest'
import { backoffMs } from './check-pace.ts'
import { toDisneySlug } from './disney-slug.ts'
import { bookingPageOf } from './booking-page.ts'
import { mealAt } from './meal.ts'
import { toClockTime } from './park-clock.ts'
import { toRetiredLetter, toTableLetter } from './restaurant-letters.ts'

test.each([
  ['04:00', 'breakfast'],
  ['10:59', 'breakfast'],
  ['11:00', 'lunch'],
  ['15:59', 'lunch'],
  ['16:00', 'dinner'],
  ['23:30', 'dinner'],
  ['01:15', 'dinner'],
])('%s is %s', (time, meal) => {
  expect(mealAt(time)).toBe(meal)
})

test.each([
  ['Liberty Tree Tavern', 'liberty-tree-tavern'],
  ["Tony's Town Square Restaurant", 'tonys-town-square-restaurant'],
  ['Cosmic Ray’s Starlight Café', 'cosmic-rays-starlight-cafe'],
  ['Yak & Yeti', 'yak-yeti'],
  ['ハワイ', ''],
])('the slug of %s is "%s"', (name, slug) => {
  expect(toDisneySlug(name)).toBe(slug)
})

test('a restaurant is booked on the page of its operator, where we know one', () => {
  const world = 'e957da41-3552-4cf6-b636-5babc5cbc4e5'
  expect(bookingPageOf(world, 'Be Our Guest Restaurant')).toBe(
    'https://disneyworld.disney.go.com/dine-res/restaurant/be-our-guest-restaurant/',
  )
  expect([bookingPageOf(world, 'ハワイ'), bookingPageOf('another', 'Tavern')]).toEqual([null, null])
})

test.each([
  ['2026-11-01T05:30:00Z', '01:30'],
  ['2026-11-01T06:30:00Z', '01:30'],
  ['2026-03-08T07:30:00Z', '03:30'],
])('%s is %s by the clock of a park on a day when the clocks change', (at, time) => {
  expect(toClockTime(new Date(at), 'America/New_York')).toBe(time)
})

test('the pause after failures doubles up to ten minutes, and is never shorter than the provider asks for', () => {
  expect([1, 2, 3, 50].map((failures) => backoffMs(failures, 0))).toEqual([5_000, 10_000, 20_000, 600_000])
  expect(backoffMs(1, 90_000)).toBe(90_000)
})

describe('letters', () => {
  const watched = {
    parkId: '75ea578a-adc8-4116-a54d-dccb60765ef9',
    parkName: 'M'.repeat(300),
    restaurantName: 'R'.repeat(300),
    partySize: 20,
    preferredTime: 'any' as const,
  }
  const link = { token: 't'.repeat(43) }
  const reservation = (time: string) => ({
    date: '2026-11-26',
    source: 'reservation' as const,
    time,
    waitMinutes: null,
  })

  test('a letter is within the limits of its parts whatever the names', () => {
    const tables = Array.from({ length: 9 }, (_, index) => reservation(`1${index}:30`))
    expect(letter.safeParse(toTableLetter(watched, tables, link)).error).toBeUndefined()
    expect(letter.safeParse(toRetiredLetter(watched)).error).toBeUndefined()
  })

  test('a letter about many tables names the first five in the order of time, and how many more there are', () => {
    const tables = ['20:00', '12:30', '11:00', '16:00', '17:00', '18:00', '00:15'].map(reservation)
    const { subject, paragraphs } = toTableLetter({ ...watched, restaurantName: 'Tavern' }, tables, link)

    expect(subject).toBe('Table for 20 at Tavern, Thu, Nov 26, 12:15 am')
    expect(paragraphs.slice(0, 6)).toEqual([
      'Tavern: 12:15 am on Thu, Nov 26.',
      'Tavern: 11 am on Thu, Nov 26.',
      'Tavern: 12:30 pm on Thu, Nov 26.',
      'Tavern: 4 pm on Thu, Nov 26.',
      'Tavern: 5 pm on Thu, Nov 26.',
      'And 2 more.',
    ])
  })
})
