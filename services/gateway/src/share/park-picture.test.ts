import { expect, test } from 'vitest'
import { aSharedRide, PARK_ID } from '../testing/shared-parks.ts'
import { toParkPicture } from './park-picture.ts'

const park = { id: PARK_ID, name: 'Magic Kingdom Park', timezone: 'America/New_York' }
const readAt = new Date('2026-04-14T18:10:00Z')

const wordsOf = (rides: Parameters<typeof toParkPicture>[0]['rides'], name = park.name) =>
  [...(toParkPicture({ park: { ...park, name }, rides, readAt }) ?? '').matchAll(/<text[^>]*>([^<]*)/g)].map(
    ([, words]) => words,
  )

test('a picture shows how many rides are short, by the park’s clock, and its popular rides from the shortest wait on', () => {
  expect(
    wordsOf([
      aSharedRide('Space Mountain', 45, 90),
      aSharedRide('Tiki Room', 0, 20),
      aSharedRide('Big Thunder', 20, 80),
      aSharedRide('Castle', null, 99),
    ]),
  ).toEqual([
    'Walkon',
    'Wait times at 2:10 pm EDT',
    'Magic Kingdom Park',
    '1 ride is under 20 min right now',
    'Walk on',
    'Tiki Room',
    '20 min',
    'Big Thunder',
    '45 min',
    'Space Mountain',
  ])
})

test('a ride that few want is not shown before the popular ones, however short it is', () => {
  const popular = Array.from({ length: 12 }, (_, rank) => aSharedRide(`Popular ${rank}`, 60, 50))
  expect(wordsOf([aSharedRide('Carousel', 5, 1), ...popular])).not.toContain('Carousel')
})

test('a long name ends before the edge, and one with signs of XML is text', () => {
  const words = wordsOf([aSharedRide('<b> & "the Incredibly Long Ride of the Whole Park"', 10)], 'A & B')
  expect(words).toContain('A &amp; B')
  expect(words.at(-1)).toBe('&lt;b&gt; &amp; &quot;the Incredibly Long Ride of…')
})

test('a board without a wait has no picture', () => {
  expect(toParkPicture({ park, rides: [aSharedRide('Castle', null)], readAt })).toBeNull()
  expect(toParkPicture({ park, rides: [{ ...aSharedRide('Tron', 5), status: 'DOWN' }], readAt })).toBeNull()
})
