import { expect, test } from 'vitest'
import { at, aVisitor, order } from '../../test/desk-findings.ts'
import { listLikeliest } from './likeliest.ts'
import { listSpells } from './spells.ts'
import type { LaneOfDay } from './use-day.ts'
import type { Visitor } from './visitor.ts'

/** It is 2:10 pm in the park. */
const NOW = new Date(at(0))
const TIMEZONE = 'America/New_York'
const RIDES = ['a', 'b', 'c', 'd']

const watches = RIDES.map((rideId) => ({
  subscriptionId: 'sub',
  rideId,
  rideName: `Ride ${rideId}`,
  active: true,
  thresholdMinutes: 15,
  fitted: false,
  onReopen: false,
}))
const pass = { id: 'pass', orderId: 'one', activatedAt: at(-240), revokedAt: null }
const cover = {
  watches,
  passes: [{ id: 'pass', subscriptionId: 'sub' }],
  passWindows: [{ passId: 'pass', startsAt: at(-180), endsAt: at(300) }],
}
const billing = { orders: [order('one')], passes: [pass] }

/** An alert of a ride so many minutes from now, and the mail of it. */
const told = (rideId: string, minutes: number, state = 'delivered') => ({
  alert: {
    id: `alert ${rideId} ${minutes}`,
    subscriptionId: 'sub',
    rideId,
    rideName: `Ride ${rideId}`,
    kind: 'short-wait',
    waitMinutes: 10,
    triggeredAt: at(minutes),
  },
  delivery: {
    id: `mail ${rideId} ${minutes}`,
    about: 'alert',
    channel: 'email',
    address: 'ana@example.com',
    state,
    reason: null,
    attempts: 1,
    queuedAt: at(minutes),
    changedAt: at(minutes),
  },
})

function theVisitor(
  messages: ReturnType<typeof told>[],
  more: object = {},
  money: object = billing,
): Visitor {
  return aVisitor({
    billing: money,
    alerts: {
      ...cover,
      alerts: messages.map(({ alert }) => alert),
      passAlerts: messages.map(({ alert: { id, rideId } }) => ({
        passId: 'pass',
        alertId: id,
        rideId,
        counts: true,
      })),
      ...more,
    },
    notifications: {
      deliveries: messages.map(({ delivery }) => delivery),
      alerts: messages.map(({ alert, delivery }) => ({
        alertId: alert.id,
        deliveryId: delivery.id,
        rideName: alert.rideName,
        channel: 'email',
      })),
    },
  })
}

type Waits = Record<string, [minutes: number, wait: number][]>

function answersOf(visitor: Visitor, waits: Waits) {
  const lanes = Object.entries(waits).map(([rideId, readings]): LaneOfDay => {
    const ride = { rideId, rideName: `Ride ${rideId}` }
    const observations = readings.map(([minutes, waitMinutes]) => ({
      observedAt: at(minutes),
      status: 'OPERATING' as const,
      waitMinutes,
    }))
    const question = { ...ride, subscriptionId: 'sub', timezone: TIMEZONE, cooldownMinutes: 60 }
    const spells = listSpells(visitor, { ...question, history: { observations } })
    return {
      ...ride,
      observations,
      limit: { minutes: 15, fits: false },
      isWatched: rideId !== 'd',
      spells,
      isLoading: false,
    }
  })
  const answers = listLikeliest(visitor, { lanes, subscription: visitor.subscriptions[0] ?? null }, NOW)
  return Object.fromEntries(answers.map((answer) => [answer.label, answer]))
}

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

test('three different rides that were delivered keep the guarantee, also if one was told twice', () => {
  const three = [told('a', -170), told('b', -150), told('c', -130)]
  const two = [told('a', -170), told('a', -90), told('b', -150)]
  expect(answersOf(theVisitor(three), {})['Guarantee']).toMatchObject({
    figure: '3',
    shape: 'walk',
    answer: expect.stringMatching(/^Not by the guarantee: 3 rides were delivered/),
  })
  expect(answersOf(theVisitor(two), {})['Guarantee']).toMatchObject({
    figure: '2',
    answer: expect.stringMatching(
      /^Not yet decided: 2 rides were delivered .* Its last day ends Tue, Apr 14, 7:10 pm EDT\./,
    ),
  })
})

test('a ride that is short most of the day is told, and does not count', () => {
  const messages = [told('a', -170), told('b', -150)]
  const passAlerts = messages.map(({ alert: { id, rideId } }) => ({
    passId: 'pass',
    alertId: id,
    rideId,
    counts: rideId === 'a',
  }))
  expect(answersOf(theVisitor(messages, { passAlerts }), {})['Guarantee']).toMatchObject({
    figure: '1',
    answer: expect.stringContaining('1 ride was told too, and short most of the day'),
  })
})

test('the decision of a guarantee is told, and a free pass promises none', () => {
  const guarantees = [
    {
      passId: 'pass',
      decision: 'refund',
      reason: null,
      refundState: 'due',
      refundCents: null,
      decidedAt: at(-5),
      ridesCounted: 1,
    },
  ]
  expect(answersOf(theVisitor([], {}, { ...billing, guarantees }), {})['Guarantee']).toMatchObject({
    figure: '1',
    shape: 'long',
  })
  const free = { orders: [order('one', { totalCents: 0 })], passes: [pass] }
  expect(answersOf(theVisitor([], {}, free), {})['Guarantee']).toBeUndefined()
})
