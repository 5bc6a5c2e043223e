import { z } from 'zod/mini'
import { clockTime } from './alert-preferences.ts'
import { emailAddress } from '../email-address.ts'
import { feedId, instant } from '../values.ts'

/** Lightning Lane Assist of an account, under `/api/planner/lightning-lane`. */

/** Invitations that an account may send in 24 hours. */
export const INVITATIONS_A_DAY = 3
/** Parks whose offerings are shown together. */
export const MAX_LANE_PARKS = 4
export const DEFAULT_PRIORITY = 1
export const DEFAULT_LANE_TIMES = { start: '09:00', end: '21:00' } as const

/** The mailed invitation. No login of a park operator is asked for, kept or used. */
const disneyAccount = z.object({
  /** The invited address; null once the invitation has expired, and for a connection of before addresses were kept. */
  email: z.nullable(z.string()),
  isConnected: z.boolean(),
  /** Null once it has been answered. */
  invitationStatus: z.nullable(z.enum(['pending', 'expired'])),
  invitationSentAt: instant,
  expiresAt: instant,
  /** When return times were read last; null where none were. */
  lastSync: z.nullable(instant),
})

/** `GET …/connection` (check-disney-connection) */
export const laneConnection = z.object({ disneyAccount: z.nullable(disneyAccount), isConnected: z.boolean() })
export type LaneConnection = z.output<typeof laneConnection>

/** `POST …/invitations` (send-disney-invitation) */
export const newInvitation = z.object({ invitedEmail: emailAddress })
export const sentInvitation = z.object({
  success: z.literal(true),
  message: z.string(),
  invitation: z.object({ invitation_sent_at: instant, expires_at: instant }),
})
export type SentInvitation = z.output<typeof sentInvitation>

/** `POST …/invitations/link` and `…/invitations/answer`, with the token of the mailed link. */
export const invitationToken = z.object({ token: z.string().check(z.minLength(20), z.maxLength(200)) })
export const linkedInvitation = z.object({ isConnected: z.boolean(), expiresAt: instant })
export type LinkedInvitation = z.output<typeof linkedInvitation>

/** `GET …/subscription` (check-lightning-lane-subscription) */
export const laneSubscription = z.object({ subscribed: z.boolean(), subscription_end: z.nullable(instant) })
export type LaneSubscription = z.output<typeof laneSubscription>

/** `POST …/sales`: what billing asks for before it sells the account a day at this park. */
export const newLaneSale = z.object({ parkId: feedId })
export const laneSale = z.object({ saleKey: z.string() })

/** How a ride is offered: by a free or a paid return time of the park, or by the length of its standby wait. */
export const laneKind = z.enum(['RETURN_TIME', 'PAID_RETURN_TIME', 'STANDBY'])
export type LaneKind = z.output<typeof laneKind>

/** In the currency's smallest unit. */
const amount = z.int().check(z.minimum(0), z.maximum(100_000_000))
const currency = z.string().check(z.regex(/^[A-Z]{3}$/))
export const lanePrice = z.object({ amount, currency })
export type LanePrice = z.output<typeof lanePrice>

export const laneOffering = z.object({
  /** The ride's id and the kind. */
  id: z.string(),
  rideId: feedId,
  kind: laneKind,
  name: z.string(),
  parkId: feedId,
  /** Null where the park does not say. */
  returnTimeStart: z.nullable(instant),
  returnTimeEnd: z.nullable(instant),
  available: z.boolean(),
  price: z.nullable(lanePrice),
  /** Against the first price of the park's day; null without two prices. */
  priceTrend: z.nullable(z.enum(['up', 'down', 'same'])),
  /** When the return time opened again or jumped earlier; null where it has stood since the first reading. */
  openedAt: z.nullable(instant),
  lastUpdated: instant,
})
export type LaneOffering = z.output<typeof laneOffering>

/** `GET …/offerings?parks=` takes one to four ids, with commas between. */
export const laneParksQuery = z.object({
  parks: z.string().check(z.regex(/^[0-9a-f-]{36}(,[0-9a-f-]{36}){0,3}$/i)),
})
export const laneOfferings = z.object({ offerings: z.array(laneOffering) })

/** `GET …/parks` */
export const laneParks = z.object({
  parks: z.array(
    z.object({
      id: feedId,
      name: z.string(),
      destinationName: z.string(),
      timezone: z.string(),
      /** True if return times were seen there lately. */
      hasReturnTimes: z.boolean(),
      rides: z.array(z.object({ id: feedId, name: z.string() })),
    }),
  ),
})
export type LanePark = z.output<typeof laneParks>['parks'][number]

const preferenceFields = {
  priority: z.int().check(z.minimum(1), z.maximum(10)),
  /** Times of the park's clock, within one day. */
  preferredTimeRange: z
    .object({ start: clockTime, end: clockTime })
    .check(z.refine(({ start, end }) => start < end, 'The time range must end after it begins')),
  /** Paid return times above it are not told; null for any price. */
  maxPrice: z.nullable(lanePrice),
}

/** `POST …/preferences` and `PUT …/preferences/:id` */
export const newLanePreference = z.object({ attractionId: feedId, ...preferenceFields })
export const lanePreferenceChange = z.object(preferenceFields)
export const lanePreference = z.object({
  id: z.uuid(),
  attractionId: feedId,
  attractionName: z.string(),
  parkId: feedId,
  parkName: z.string(),
  ...preferenceFields,
  /** The return time that was emailed last: when, and its start. Absent where none was, and in answers of an earlier release. */
  told: z.optional(z.object({ at: instant, returnTimeStart: z.nullable(instant) })),
})
export type LanePreference = z.output<typeof lanePreference>
/** By priority, the highest first. */
export const lanePreferences = z.object({ preferences: z.array(lanePreference) })

/** `POST …/bookings` */
export const newLaneBooking = z.object({ attractionId: feedId, kind: laneKind })
export const laneBooking = z.object({
  id: z.uuid(),
  attractionId: feedId,
  attractionName: z.string(),
  parkId: feedId,
  returnTimeStart: z.nullable(instant),
  returnTimeEnd: z.nullable(instant),
  bookingTime: instant,
  status: z.enum(['confirmed', 'pending', 'cancelled']),
  userId: z.uuid(),
  /** The provider only practises: nothing was booked at the park. */
  isPractice: z.boolean(),
})
export type LaneBooking = z.output<typeof laneBooking>
export const laneBookings = z.object({ bookings: z.array(laneBooking) })

/** `GET …/readings/stream`: parks that were read again. The first event of a stream names none. It says nothing of what they offer. */
export const laneReadings = z.object({ parkIds: z.array(feedId) })
export type LaneReadings = z.output<typeof laneReadings>
