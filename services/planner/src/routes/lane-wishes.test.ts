import { quietTimesChanged } from '@walkon/contracts/events/alerts'
import { assistDayRevoked } from '@walkon/contracts/events/billing'
import { userConfirmed } from '@walkon/contracts/events/identity'
import type { LanePreference } from '@walkon/contracts/http/lightning-lane'
import { hashAddress } from '@walkon/service/address-hash'
import { heard } from '@walkon/testing/service'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createTestLanes, finished, NOON, paidReturnTime, returnTime } from '../testing/lanes.ts'
import { someone } from '../testing/planner.ts'

const lanes = await createTestLanes()
const { aParkWithRide, aWatcher, clock, connect, hear, later, lettersTo, observe, open, prefer } = lanes
afterAll(lanes.close)
beforeEach(() => void (clock.now = NOON))

test('only who has a day that runs and wants this ride at this time and price is told, connected or not', async () => {
  const ride = await aParkWithRide()
  const wanted = { amount: 1_500, currency: 'USD' }
  const told = await aWatcher(ride, { maxPrice: wanted })
  const cheaper = await aWatcher(ride, { maxPrice: { ...wanted, amount: 1_499 } })
  const otherCurrency = await aWatcher(ride, { maxPrice: { ...wanted, currency: 'EUR' } })
  const evening = await aWatcher(ride, { preferredTimeRange: { start: '18:00', end: '21:00' } })
  const otherRide = await aWatcher(await aParkWithRide())
  const withoutDay = someone()
  await connect(withoutDay)
  await prefer(withoutDay, ride)
  const unconnected = someone()
  await lanes.buyDay(unconnected)
  await prefer(unconnected, ride)
  await open(ride, paidReturnTime(1_500))

  for (const visitor of [told, unconnected]) expect(await lettersTo(visitor)).toHaveLength(1)
  for (const visitor of [cheaper, otherCurrency, evening, otherRide, withoutDay])
    expect(await lettersTo(visitor)).toEqual([])
})

test('a day that was taken back, or is over, is told nothing', async () => {
  const ride = await aParkWithRide()
  const [revoked, over] = [someone(), someone()]
  await connect(revoked)
  await connect(over)
  const day = await lanes.buyDay(revoked)
  await lanes.buyDay(over, 0.01)
  await prefer(revoked, ride)
  await prefer(over, ride)
  await hear([heard(assistDayRevoked, { ...day, reason: 'refunded' })])
  await open(ride)

  expect([await lettersTo(revoked), await lettersTo(over)]).toEqual([[], []])
})

test('quiet hours hold a message back, and the first reading after them tells it while the offer stands', async () => {
  const ride = await aParkWithRide()
  const [visitor, unlucky] = [await aWatcher(ride), await aWatcher(ride)]
  for (const { userId, email } of [visitor, unlucky]) {
    await hear([heard(userConfirmed, { userId, email, confirmedAt: NOON.toISOString() })])
    await hear([
      heard(quietTimesChanged, {
        addressHash: hashAddress(email),
        quietHours: { from: '11:00', until: email === visitor.email ? '12:05' : '15:00' },
        pausedAt: null,
        changedAt: NOON.toISOString(),
      }),
    ])
  }
  await open(ride)
  expect(await lettersTo(visitor)).toEqual([])

  later(4)
  await observe(ride, { queues: [returnTime()] })
  const [letter] = await lettersTo(visitor)
  expect(letter?.notification.paragraphs[0]).toContain('opened 4 minutes ago')

  later(1)
  await observe(ride, { queues: [finished] })
  expect([(await lettersTo(visitor)).length, await lettersTo(unlucky)]).toEqual([1, []])
})

test('a return time that comes into the wished hours is told, and one that stays outside is not', async () => {
  const ride = await aParkWithRide()
  const [visitor, earlier] = [
    await aWatcher(ride, { preferredTimeRange: { start: '09:00', end: '13:30' } }),
    await aWatcher(ride, { preferredTimeRange: { start: '09:00', end: '13:00' } }),
  ]
  await observe(ride, { queues: [returnTime(100)] })
  later(1)
  await observe(ride, { queues: [returnTime(75)] })

  const [letter] = await lettersTo(visitor)
  expect(letter?.notification).toMatchObject({ subject: `${ride.name}: a return time fits, 1:15 pm` })
  expect(await lettersTo(earlier)).toEqual([])
})

test('a price that falls to the wished one is told, and one that is not published is not', async () => {
  const [falls, hidden] = [await aParkWithRide(), await aParkWithRide()]
  const wishes = { maxPrice: { amount: 2_000, currency: 'USD' } }
  const [visitor, other] = [await aWatcher(falls, wishes), await aWatcher(hidden, wishes)]
  for (const ride of [falls, hidden]) await observe(ride, { queues: [paidReturnTime(2_500)] })
  later(1)
  await observe(falls, { queues: [paidReturnTime(1_500)] })
  await observe(hidden, { queues: [paidReturnTime(0)] })

  expect((await lettersTo(visitor))[0]?.notification.paragraphs[0]).toContain('$15')
  expect(await lettersTo(other)).toEqual([])
})

test('what matches when a preference is set is told at once, and what matched before its change is not told again', async () => {
  const ride = await aParkWithRide()
  await observe(ride, { queues: [returnTime()] })
  const visitor = await aWatcher(ride)
  expect(await lettersTo(visitor)).toHaveLength(1)
  const { body: own } = await lanes.ask<{ preferences: LanePreference[] }>(
    'GET',
    '/lightning-lane/preferences',
    visitor,
  )
  expect(own.preferences[0]?.told).toEqual({
    at: NOON.toISOString(),
    returnTimeStart: returnTime().startsAt,
  })

  const late = await aWatcher(ride, { preferredTimeRange: { start: '18:00', end: '21:00' } })
  expect(await lettersTo(late)).toEqual([])
  const change = async (start: string) => {
    const { body } = await lanes.ask<{ preferences: { id: string }[] }>(
      'GET',
      '/lightning-lane/preferences',
      late,
    )
    return lanes.ask('PUT', `/lightning-lane/preferences/${body.preferences[0]?.id}`, late, {
      priority: 1,
      preferredTimeRange: { start, end: '21:00' },
      maxPrice: null,
    })
  }
  await change('12:00')
  await change('11:00')
  expect(await lettersTo(late)).toHaveLength(1)
})

test('what was read a quarter of an hour ago is not told to a preference that is set then', async () => {
  const ride = await aParkWithRide()
  await observe(ride, { queues: [returnTime()] })
  later(16)

  expect(await lettersTo(await aWatcher(ride))).toEqual([])
})

test('quiet hours claim nothing: what matched when the preference was set is told after them', async () => {
  const ride = await aParkWithRide()
  const visitor = someone()
  await hear([heard(userConfirmed, { ...visitor, confirmedAt: NOON.toISOString() })])
  await hear([
    heard(quietTimesChanged, {
      addressHash: hashAddress(visitor.email),
      quietHours: { from: '11:00', until: '12:05' },
      pausedAt: null,
      changedAt: NOON.toISOString(),
    }),
  ])
  await lanes.buyDay(visitor)
  await observe(ride, { queues: [returnTime()] })
  await prefer(visitor, ride)
  expect(await lettersTo(visitor)).toEqual([])

  later(6)
  await observe(ride, { queues: [returnTime()] })
  expect(await lettersTo(visitor)).toHaveLength(1)
})

test('404: an attraction without published return times cannot be wished for', async () => {
  const ride = await lanes.aParkWithoutReturnTimes()
  await observe(ride, { waitMinutes: 60 })

  expect(await prefer(someone(), ride)).toMatchObject({ status: 404, code: 'attraction-not-found' })
})
