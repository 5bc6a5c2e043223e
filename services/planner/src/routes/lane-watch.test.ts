import { quietTimesChanged } from '@walkon/contracts/events/alerts'
import { assistDayRevoked } from '@walkon/contracts/events/billing'
import { userConfirmed } from '@walkon/contracts/events/identity'
import { hashAddress } from '@walkon/service/address-hash'
import { heard } from '@walkon/testing/service'
import { findTraces } from '@walkon/testing/traces'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createTestLanes, finished, NOON, paidReturnTime, returnTime } from '../testing/lanes.ts'
import { someone } from '../testing/planner.ts'

const lanes = await createTestLanes()
const { aParkWithRide, aWatcher, clock, connect, hear, later, lettersTo, observe, poll, prefer } = lanes
afterAll(lanes.close)
beforeEach(() => void (clock.now = NOON))

async function open(ride: Awaited<ReturnType<typeof aParkWithRide>>, queue = returnTime()) {
  await observe(ride, { queues: [{ ...queue, state: 'FINISHED' }] })
  later(1)
  await observe(ride, { queues: [queue] })
}

test('a return time that opens is told once, as of the list of Lightning Lane, with the time and its age', async () => {
  const ride = await aParkWithRide()
  const visitor = await aWatcher(ride)
  await open(ride)
  later(1)
  await observe(ride, { queues: [returnTime()] })

  const letters = await lettersTo(visitor)
  expect(letters).toHaveLength(1)
  expect(letters[0]).toMatchObject({
    list: 'lightning-lane',
    notification: {
      name: 'lane-opened',
      subject: `${ride.name}: a return time opened, 1:00 PM`,
      action: { path: `/lightning-lane?parks=${ride.parkId}` },
    },
  })
  expect(letters[0]?.notification.paragraphs[0]).toContain('opened a moment ago')
})

test('the same poll delivered again tells nothing more', async () => {
  const ride = await aParkWithRide()
  const visitor = await aWatcher(ride)
  await observe(ride, { queues: [finished] })
  later(1)
  const opening = poll(ride, { queues: [returnTime()] })
  await hear([opening])
  await hear([opening])
  await hear([poll(ride, { queues: [returnTime()] })])

  expect(await lettersTo(visitor)).toHaveLength(1)
})

test('a start that jumps 30 minutes earlier is told, and one that jumps 29 minutes or moves later is not', async () => {
  const [jumps, shifts] = [await aParkWithRide(), await aParkWithRide()]
  const [told, untold] = [await aWatcher(jumps), await aWatcher(shifts)]
  await observe(jumps, { queues: [returnTime(120)] })
  await observe(shifts, { queues: [returnTime(120)] })
  later(1)
  await observe(jumps, { queues: [returnTime(90)] })
  await observe(shifts, { queues: [returnTime(91)] })
  later(1)
  await observe(shifts, { queues: [returnTime(200)] })

  expect([(await lettersTo(told)).length, (await lettersTo(untold)).length]).toEqual([1, 0])
})

test('a first reading, a park that opens and a ride that opens in the morning are no openings', async () => {
  const ride = await aParkWithRide()
  const visitor = await aWatcher(ride)
  await observe(ride, { queues: [returnTime()] })
  later(1)
  await observe(ride, { parkOpen: false })
  later(1)
  await observe(ride, { status: 'CLOSED', queues: [returnTime()] })
  later(1)
  await observe(ride, { queues: [returnTime()] })

  expect(await lettersTo(visitor)).toEqual([])
})

test('a ride that comes back from a breakdown with return times has opened', async () => {
  const ride = await aParkWithRide()
  const visitor = await aWatcher(ride)
  await observe(ride, { status: 'DOWN', queues: [returnTime()] })
  later(1)
  await observe(ride, { queues: [returnTime()] })

  expect(await lettersTo(visitor)).toHaveLength(1)
})

test('what opened in an untrusted poll, or after a gap of twenty minutes, is not told', async () => {
  const [untrusted, gap] = [await aParkWithRide(), await aParkWithRide()]
  const visitors = [await aWatcher(untrusted), await aWatcher(gap)] as const
  await observe(untrusted, { queues: [finished] })
  await observe(gap, { queues: [finished] })
  later(1)
  await observe(untrusted, { queues: [returnTime()], trusted: false })
  later(20)
  await observe(gap, { queues: [returnTime()] })

  expect(await Promise.all(visitors.map(lettersTo))).toEqual([[], []])
})

test('a poll that comes eleven minutes late tells nobody', async () => {
  const ride = await aParkWithRide()
  const visitor = await aWatcher(ride)
  await observe(ride, { queues: [finished] })
  later(1)
  const late = poll(ride, { queues: [returnTime()] })
  later(11)
  await hear([late])

  expect(await lettersTo(visitor)).toEqual([])
})

test('only who is connected, has a day that runs, and wants this ride at this time and price is told', async () => {
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

  expect(await lettersTo(told)).toHaveLength(1)
  for (const visitor of [cheaper, otherCurrency, evening, otherRide, withoutDay, unconnected])
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

test('a queue that flaps within ten minutes is told once, and a later opening again', async () => {
  const ride = await aParkWithRide()
  const visitor = await aWatcher(ride)
  await open(ride)
  later(1)
  await open(ride)
  expect(await lettersTo(visitor)).toHaveLength(1)

  later(10)
  await open(ride)
  expect(await lettersTo(visitor)).toHaveLength(2)
})

test('the deletion of an account leaves nothing of it, and a day that comes later is passed over', async () => {
  const ride = await aParkWithRide()
  const visitor = await aWatcher(ride)
  await open(ride)
  await lanes.publishAll()
  await lanes.userDeleted(visitor.userId)
  await lanes.buyDay(visitor)

  expect(await findTraces(lanes.db, visitor.userId)).toEqual({ erased_users: 1 })
})
