import { assistDayActivated } from '@walkon/contracts/events/billing'
import { notificationRequested, userNotificationRequested } from '@walkon/contracts/events/notifications'
import { waitTimeObserved } from '@walkon/contracts/events/park-data'
import type { LaneBooking, LaneOffering, LanePreference } from '@walkon/contracts/http/lightning-lane'
import type { RideQueue } from '@walkon/contracts/ride-queue'
import { heard } from '@walkon/testing/service'
import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { aRide, createTestPlanner, someone, type TestPlanner } from './planner.ts'

/** Noon at Walt Disney World. */
export const NOON = new Date('2026-07-01T16:00:00Z')

type Visitor = ReturnType<typeof someone>
type Ride = { parkId: string; rideId: string; name: string }
type Shown = {
  status?: 'OPERATING' | 'DOWN' | 'CLOSED'
  waitMinutes?: number | null
  queues?: RideQueue[]
  parkOpen?: boolean
  trusted?: boolean
}

/** A planner whose Lightning Lane gate is open, on a clock of its own, with one ride. */
export async function createTestLanes(env: Record<string, string> = {}) {
  const clock = { now: NOON }
  const planner = await createTestPlanner({
    env: { LIGHTNING_LANE_OPEN: 'true', LANE_BOOKING_SECONDS: '0', ...env },
    now: () => clock.now,
  })
  const { ask, catalog, hear } = planner

  const poll = createPoll(clock)

  /** A ride published return times an hour ago. */
  async function publishesReturnTimes(ride: Ride): Promise<void> {
    const { now } = clock
    clock.now = new Date(now.getTime() - 60 * 60_000)
    await hear([poll(ride, { status: 'CLOSED', queues: [finished] })])
    clock.now = now
  }

  /** A park with one ride of this test alone, whose feed has none of its return times. */
  async function aParkWithoutReturnTimes(): Promise<Ride> {
    const ride = aRide()
    const parkId = await catalog({}, { rides: [ride] })
    return { parkId, rideId: ride.id, name: ride.name }
  }

  /** A park with one ride of this test alone, which publishes return times. */
  async function aParkWithRide(): Promise<Ride> {
    const ride = await aParkWithoutReturnTimes()
    await publishesReturnTimes(ride)
    return ride
  }

  const visitors = createVisitors(planner, clock)
  const later = (minutes: number) => void (clock.now = new Date(clock.now.getTime() + minutes * 60_000))
  /** Applies a poll of a ride's park. */
  const observe = (ride: Ride, shown: Shown) => hear([poll(ride, shown)])

  return {
    ...planner,
    clock,
    /** Marks every event in the outbox as published. */
    publishAll: () => planner.db.execute(sql`update outbox_batches set published_at = now()`),
    publishesReturnTimes,
    aParkWithoutReturnTimes,
    aParkWithRide,
    ...visitors,
    poll,
    later,
    observe,
    /** A queue of a ride that was used up opens, a minute later. */
    open: async (ride: Ride, queue = returnTime()) => {
      await observe(ride, { queues: [{ ...queue, state: 'FINISHED' }] })
      later(1)
      await observe(ride, { queues: [queue] })
    },
    offeringsOf: async (ride: Ride) =>
      (
        await ask<{ offerings: LaneOffering[] }>(
          'GET',
          `/lightning-lane/offerings?parks=${ride.parkId}`,
          someone(),
        )
      ).body.offerings,
    book: (visitor: Visitor, { rideId }: Ride, kind = 'RETURN_TIME') =>
      ask<LaneBooking>('POST', '/lightning-lane/bookings', visitor, { attractionId: rideId, kind }),
  }
}

/** A free return time that begins so many minutes after noon. */
export const returnTime = (minutesAfterNoon = 60): RideQueue => ({
  kind: 'RETURN_TIME',
  state: 'AVAILABLE',
  startsAt: new Date(NOON.getTime() + minutesAfterNoon * 60_000).toISOString(),
})

export const finished: RideQueue = { kind: 'RETURN_TIME', state: 'FINISHED' }

export const paidReturnTime = (amount: number | null, currency = 'USD'): RideQueue => ({
  ...returnTime(),
  kind: 'PAID_RETURN_TIME',
  price: { amount, currency },
})

/** A poll of a ride's park at the clock's instant. */
const createPoll =
  (clock: { now: Date }) =>
  ({ parkId, rideId, name }: Ride, shown: Shown) => {
    const { status = 'OPERATING', waitMinutes = 20, queues, parkOpen = true, trusted = true } = shown
    return heard(waitTimeObserved, {
      parkId,
      observedAt: clock.now.toISOString(),
      parkOpen,
      trusted,
      rides: [
        { rideId, name, status, waitMinutes, changedAt: null, usualMinutes: null, ...(queues && { queues }) },
      ],
    })
  }

/** Acts of visitors, and the mails they get. */
function createVisitors({ ask, hear, published }: TestPlanner, clock: { now: Date }) {
  const lettersTo = async ({ userId }: Visitor) =>
    (await published(userNotificationRequested)).filter((letter) => letter.userId === userId)

  async function tokenFor(email: string): Promise<string> {
    const letters = (await published(notificationRequested)).filter(
      ({ recipient }) => recipient.address === email,
    )
    const action = letters.at(-1)?.notification.action
    if (!action || !('path' in action)) throw new Error('No invitation was sent')
    return new URLSearchParams(action.path.split('?')[1]).get('token') ?? ''
  }

  const invite = (visitor: Visitor, invitedEmail = visitor.email) =>
    ask<{ invitation: { expires_at: string } }>('POST', '/lightning-lane/invitations', visitor, {
      invitedEmail,
    })
  const answer = (token: string) => ask('POST', '/lightning-lane/invitations/answer', null, { token })

  async function connect(visitor: Visitor): Promise<void> {
    await invite(visitor)
    await answer(await tokenFor(visitor.email))
  }

  /** Applies the AssistDayActivated of a day that began at the clock's instant. */
  async function buyDay({ userId }: Visitor, hours = 24) {
    const endsAt = new Date(clock.now.getTime() + hours * 3_600_000).toISOString()
    const data = {
      assistDayId: randomUUID(),
      userId,
      windows: [{ startsAt: clock.now.toISOString(), endsAt }],
    }
    await hear([heard(assistDayActivated, data)])
    return data
  }

  const prefer = (visitor: Visitor, { rideId }: { rideId: string }, wishes: object = {}) =>
    ask<{ preferences: LanePreference[] }>('POST', '/lightning-lane/preferences', visitor, {
      attractionId: rideId,
      priority: 1,
      preferredTimeRange: { start: '09:00', end: '21:00' },
      maxPrice: null,
      ...wishes,
    })

  return {
    lettersTo,
    tokenFor,
    invite,
    answer,
    connect,
    buyDay,
    prefer,
    /** A visitor who is connected, has a day, and wants this ride. */
    async aWatcher(ride: Ride, wishes: object = {}): Promise<Visitor> {
      const visitor = someone()
      await connect(visitor)
      await buyDay(visitor)
      await prefer(visitor, ride, wishes)
      return visitor
    },
  }
}
