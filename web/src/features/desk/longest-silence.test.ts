import { expect, test } from 'vitest'
import { at } from '../../test/desk-findings.ts'
import { answersOf, theVisitor, told, watches } from '../../test/desk-likeliest.ts'

test('the longest silence lies between two messages, and tells the wait that came closest to its limit', () => {
  const visitor = theVisitor([told('a', -170), told('b', -20)])
  const { 'Longest silence': silence } = answersOf(visitor, {
    a: [
      [-180, 40],
      [-170, 10],
      [-100, 30],
      [0, 40],
    ],
    c: [
      [-180, 60],
      [-90, 20],
      [-60, 60],
    ],
  })
  expect(silence).toMatchObject({
    figure: '2:30',
    unit: 'h',
    asked: 'Why nothing from 11:20 am to 1:50 pm EDT?',
    answer:
      'None of the 2 rides got down to its limit. Closest: Ride c at 20 min, 12:40 pm. The limit is 15.',
  })
})

test('a silence tells of the rides that were watched in it, and not of those that are watched now', () => {
  const choice = (rideId: string, minutes: number, isOn: boolean) => ({
    subscriptionId: 'sub',
    kind: 'ride',
    rideId,
    rideName: `Ride ${rideId}`,
    before: { active: !isOn, thresholdMinutes: 15, fitted: false },
    after: { active: isOn, thresholdMinutes: 15, fitted: false },
    changedAt: at(minutes),
  })
  const visitor = theVisitor([told('a', -170), told('a', -20)], {
    watches: watches.map((watch) => ({ ...watch, active: watch.rideId !== 'b' })),
    visitorChanges: [choice('c', -10, true), choice('b', -15, false)],
  })
  const far: [number, number][] = [
    [-180, 40],
    [-90, 30],
    [0, 40],
  ]
  const near = far.map(([minutes, wait]): [number, number] => [minutes, wait - 13])
  expect(answersOf(visitor, { a: far, b: far, c: near })['Longest silence']?.answer).toBe(
    'None of the 2 rides got down to its limit. Closest: Ride a at 30 min, 12:40 pm. The limit is 15.',
  )
})

test('a silence in which a short wait led to no alert gives the reason of that', () => {
  const visitor = theVisitor([told('a', -100)])
  const { 'Longest silence': silence, 'Newest hold': hold } = answersOf(visitor, {
    a: [
      [-180, 40],
      [-100, 10],
      [-90, 30],
      [-70, 5],
      [-60, 40],
      [0, 40],
    ],
  })
  const cooldown = /^The alert before for Ride a was 30 min old, .* so the next could come from 1:30 pm\.$/
  expect(silence?.answer).toMatch(/^Ride a was 5 min at 1 pm\. The alert before/)
  expect(hold).toMatchObject({ figure: '1', unit: 'pm', asked: 'Ride a was 5 and I heard nothing.' })
  expect(hold?.answer).toMatch(cooldown)
})

test('a ride that was not chosen is neither the newest hold nor the reason of a silence', () => {
  const choices = watches.map((watch) => ({ ...watch, active: watch.rideId !== 'd' }))
  const visitor = theVisitor([told('a', -170)], { watches: choices })
  const { 'Longest silence': silence, 'Newest hold': hold } = answersOf(visitor, {
    a: [
      [-180, 40],
      [-170, 10],
      [-150, 5],
      [-100, 30],
      [0, 40],
    ],
    d: [
      [-180, 40],
      [-20, 4],
      [-10, 16],
    ],
  })
  expect(hold).toMatchObject({ asked: 'Ride a was 5 and I heard nothing.' })
  expect(silence?.answer).toMatch(/^Ride a was 5 min/)
})

test('a message that failed ends no silence', () => {
  const visitor = theVisitor([told('a', -90, 'bounced')])
  expect(
    answersOf(visitor, {
      a: [
        [-180, 40],
        [-90, 10],
        [0, 40],
      ],
    })['Longest silence'],
  ).toMatchObject({
    figure: '3:00',
    answer: expect.stringContaining('Ride a was 10 min'),
  })
})

test('time that no pass covered is no silence', () => {
  const visitor = theVisitor([], { passWindows: [] })
  expect(
    answersOf(visitor, {
      a: [
        [-180, 10],
        [0, 40],
      ],
    }),
  ).toEqual({})
})
