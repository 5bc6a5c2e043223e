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
    '1 of the big rides is under 20 min right now',
    'Walk on',
    'Tiki Room',
    '20 min',
    'Big Thunder',
    '45 min',
    'Space Mountain',
  ])
})

test('the picture says short of rides only over short ones, else the best moment of today that is gone', () => {
  const big = Array.from({ length: 12 }, (_, rank) => aSharedRide(`Big ${rank}`, 40, 90))
  const minor = Array.from({ length: 8 }, (_, rank) => aSharedRide(`Minor ${rank}`, 5, 1))
  const tron = aSharedRide('TRON', 45, 99)
  const gone = {
    ...tron,
    today: [
      [300, 85],
      [724, 5],
      [728, 45],
    ] as (typeof tron)['today'],
  }

  expect(wordsOf([...big, ...minor])).toContain('The shortest waits of the big rides right now')
  expect(wordsOf([...big, ...minor, gone])).toContain('Today’s best so far: 5 min at TRON')
  expect(wordsOf(minor)).toContain('8 rides are under 20 min right now')
})

test('a ride or a park whose name the typeface cannot draw is left out', () => {
  expect(wordsOf([aSharedRide('空飛ぶダンボ', 5), aSharedRide('Łąka', 10)])).not.toContain('5 min')
  expect(wordsOf([aSharedRide('Dumbo', 5)], '东京迪士尼乐园')).toEqual([])
})

test('a park whose rides are all named in another script says how many of them are short', () => {
  const rides = [aSharedRide('空飛ぶダンボ', 5), aSharedRide('ホーンテッドマンション', 45)]
  expect(wordsOf(rides, 'Tokyo Disneyland').slice(2)).toEqual([
    'Tokyo Disneyland',
    '1',
    'of 2 rides is under 20 min right now',
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
