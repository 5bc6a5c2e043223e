import { letter } from '@walkon/contracts/letter'
import { expect, test } from 'vitest'
import { toGoneRidesLetter, type GoneRidesOfPark } from './gone-rides-letter.ts'

const gone = (overrides: Partial<GoneRidesOfPark> = {}): GoneRidesOfPark => ({
  subscriptionId: '3f0f3a4e-6f1e-4a53-9d5a-0d6a1f7a9b11',
  parkId: '75ea578a-adc8-4116-a54d-dccb60765ef9',
  parkName: 'Magic Kingdom',
  timezone: 'America/New_York',
  rideNames: ['Astro Orbiter'],
  watchedCount: 3,
  ...overrides,
})

const longest = 'A ride whose name is as long as a name may be, '.repeat(4).slice(0, 120)

test.each([
  gone(),
  gone({ rideNames: Array.from({ length: 9 }, () => longest), parkName: longest, watchedCount: 0 }),
])('the letter keeps the contract of letters', (given) => {
  expect(letter.parse(toGoneRidesLetter(given))).toEqual(toGoneRidesLetter(given))
})

test('one ride is named in the subject, several are counted there and named below', () => {
  expect(toGoneRidesLetter(gone()).subject).toBe('Astro Orbiter is no longer listed')
  const { subject, paragraphs } = toGoneRidesLetter(gone({ rideNames: ['Astro Orbiter', 'Tea Party'] }))
  expect(subject).toBe('2 of your rides at Magic Kingdom are no longer listed')
  expect(paragraphs[0]).toMatch(/^Astro Orbiter and Tea Party have left the list/)
})

test('the letter says when nothing is watched any more', () => {
  expect(toGoneRidesLetter(gone({ watchedCount: 0 })).paragraphs.join(' ')).toContain(
    'You watch no other ride at Magic Kingdom now.',
  )
})
