import { findTraces } from '@walkon/testing/traces'
import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createTestLanes, finished, NOON, paidReturnTime, returnTime } from '../testing/lanes.ts'

const lanes = await createTestLanes()
const { aParkWithRide, aWatcher, clock, db, hear, later, lettersTo, observe, open, poll } = lanes
afterAll(lanes.close)
beforeEach(() => void (clock.now = NOON))

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
      subject: `${ride.name}: a return time opened, 1 pm`,
      action: { path: `/lightning-lane?park=${ride.parkId}` },
    },
  })
  expect(letters[0]?.notification.paragraphs[0]).toContain('opened a moment ago')
})

test('a return time that opened is told so, also where its poll is heard a minute later', async () => {
  const ride = await aParkWithRide()
  const visitor = await aWatcher(ride)
  await observe(ride, { queues: [finished] })
  later(1)
  const opening = poll(ride, { queues: [returnTime()] })
  later(1)
  await hear([opening])

  const [letter] = await lettersTo(visitor)
  expect(letter?.notification.subject).toBe(`${ride.name}: a return time opened, 1 pm`)
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

test('a poll that is read again after a restore to before it is told by the same letter', async () => {
  const ride = await aParkWithRide()
  const visitor = await aWatcher(ride)
  await observe(ride, { queues: [finished] })
  const before = clock.now
  later(1)
  const opening = poll(ride, { queues: [returnTime()] })
  await hear([opening])
  const [letter] = await lettersTo(visitor)

  // The restored database knows nothing of the opening, and five minutes have passed.
  await db.execute(sql`truncate outbox, inbox`)
  await db.execute(sql`update lane_preferences set told_at = null, told_kind = null, told_starts_at = null`)
  await db.execute(sql`
    update lane_readings set state = 'gone', starts_at = null, opened_at = null, observed_at = ${before.toISOString()}
    where ride_id = ${ride.rideId}`)
  later(5)
  await hear([opening])
  expect(letter).toBeDefined()
  expect((await lettersTo(visitor)).map(({ notificationId }) => notificationId)).toEqual([
    letter?.notificationId,
  ])
})

test('two queues of a ride that open in one poll are one message', async () => {
  const ride = await aParkWithRide()
  const visitor = await aWatcher(ride)
  const queues = [returnTime(), paidReturnTime(1_500)]
  await observe(ride, { queues: queues.map((queue) => ({ ...queue, state: 'FINISHED' as const })) })
  later(1)
  await observe(ride, { queues })

  expect((await lettersTo(visitor)).map(({ notification }) => notification.subject)).toEqual([
    `${ride.name}: a return time opened, 1 pm`,
  ])
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

test('a queue that flaps within half an hour is told once, and a later opening again', async () => {
  const ride = await aParkWithRide()
  const visitor = await aWatcher(ride)
  await open(ride)
  later(1)
  await open(ride)
  later(26)
  await open(ride)
  expect(await lettersTo(visitor)).toHaveLength(1)

  later(2)
  await open(ride)
  expect(await lettersTo(visitor)).toHaveLength(2)
})

const at = (minutes: number) => new Date(NOON.getTime() + minutes * 60_000).toISOString()

test.each([
  ['that ends before it begins', 120, 60],
  ['that is over', -180, -120],
  ['of tomorrow', 24 * 60, 25 * 60],
])('a return time %s is neither told nor offered', async (_name, from, until) => {
  const ride = await aParkWithRide()
  const visitor = await aWatcher(ride)
  await open(ride, { kind: 'RETURN_TIME', state: 'AVAILABLE', startsAt: at(from), endsAt: at(until) })

  expect(await lettersTo(visitor)).toEqual([])
  expect(await lanes.offeringsOf(ride)).toEqual([])
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
