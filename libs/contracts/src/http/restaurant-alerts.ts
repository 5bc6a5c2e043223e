import { z, _default as withDefault } from 'zod/mini'
import { emailAddress } from '../email-address.ts'
import { feedId, instant, pageAddress, parkDate } from '../values.ts'

/** planner's API of restaurant alerts, under `/api/planner` (companion, sections 2, 3, 5 and 7). */

export const PREFERRED_TIMES = ['breakfast', 'lunch', 'dinner', 'any'] as const
export const preferredTime = z.enum(PREFERRED_TIMES)
export type PreferredTime = z.output<typeof preferredTime>

export const LARGEST_PARTY = 20
export const DEFAULT_PARTY_SIZE = 2
export const DEFAULT_PREFERRED_TIME = 'dinner' satisfies PreferredTime

/** Days of one alert. */
export const MAX_ALERT_DATES = 30
/** How far ahead a day may be. */
export const MAX_RESTAURANT_DAYS_AHEAD = 365
/** Limit of active alerts per account. */
export const MAX_RESTAURANT_ALERTS = 20

const partySize = z.int().check(z.minimum(1), z.maximum(LARGEST_PARTY))
const dates = z.array(parkDate).check(z.minLength(1), z.maxLength(MAX_ALERT_DATES))

/** `POST /api/planner/restaurant-alerts` */
export const newRestaurantAlert = z.object({
  restaurantId: feedId,
  /** Calendar days of the park. */
  dates,
  /** The confirmed address of the account, and no other. */
  email: emailAddress,
  partySize: withDefault(partySize, DEFAULT_PARTY_SIZE),
  preferredTime: withDefault(preferredTime, DEFAULT_PREFERRED_TIME),
})
export type NewRestaurantAlert = z.input<typeof newRestaurantAlert>

/**
 * Why an alert is pending. `no-provider`: no provider reports the restaurant's tables. `not-asked`: the provider of reservations has not said
 * yet which restaurants it knows.
 */
export const pendingReason = z.enum(['no-provider', 'not-asked'])
export type PendingReason = z.output<typeof pendingReason>

/** One of `GET /api/planner/restaurant-alerts`, which has those that are active, the newest first. */
export const restaurantAlert = z.object({
  id: z.uuid(),
  parkId: feedId,
  parkName: z.string(),
  restaurantId: feedId,
  restaurantName: z.string(),
  dates: z.array(parkDate),
  partySize: z.int(),
  preferredTime,
  /** Null for an alert that is Active. */
  pendingBecause: z.nullable(pendingReason),
  /** The last check of reservations for any of its days; null before the first one, and for a restaurant without reservations. */
  checkedAt: z.nullable(instant),
  /** When a mail told of a table last. */
  toldAt: z.nullable(instant),
  createdAt: instant,
})
export type RestaurantAlert = z.output<typeof restaurantAlert>
export const restaurantAlerts = z.object({ alerts: z.array(restaurantAlert) })
export const restaurantAlertParams = z.object({ alertId: z.uuid() })

/** `GET /api/planner/parks/:parkId/restaurants`: what an alert can be set for, by name. */
export const alertableRestaurants = z.object({
  /** Today in the park; its day begins at 4 am. */
  today: parkDate,
  /** The longest wait of a walk-up table that alerts are sent for. */
  walkUpLimitMinutes: z.int(),
  restaurants: z.array(
    z.object({
      id: feedId,
      name: z.string(),
      /** Made of the name, as park operators do. */
      slug: z.string(),
      pendingBecause: z.nullable(pendingReason),
    }),
  ),
})
export type AlertableRestaurants = z.output<typeof alertableRestaurants>
export const alertableRestaurantsParams = z.object({ parkId: feedId })

/** `POST /api/planner/restaurant-alerts/checks` (the documents' `populate-scrape-queue`). */
export const newTableChecks = z.object({
  alertIds: z.array(z.uuid()).check(z.minLength(1), z.maxLength(MAX_RESTAURANT_ALERTS)),
  /** True to check days again that were checked within the usual interval, but not within the last minute. */
  force: withDefault(z.boolean(), false),
})

/** `POST /api/planner/restaurant-alerts/manual-test` */
export const manualTest = z.object({
  force: withDefault(z.boolean(), false),
  dates,
})

/** How many checks are due now. */
export const queuedChecks = z.object({ queued: z.int() })

/** `POST /api/planner/restaurant-alerts/link`: the token of a mail that told of tables. */
export const tableLink = z.object({ token: z.string().check(z.minLength(20), z.maxLength(200)) })

/**
 * The state of a table that was told. `free` and `gone`: at the last look. `past`: its time is over, or the restaurant is shut today.
 * `unwatched`: not looked for lately.
 */
export const toldTableState = z.enum(['free', 'gone', 'past', 'unwatched'])
export type ToldTableState = z.output<typeof toldTableState>

export const toldTable = z.object({
  date: parkDate,
  /** `HH:mm` in the park's time; null for a walk-up table. */
  time: z.nullable(z.string()),
  /** When it came free; null for a reservation. */
  waitMinutes: z.nullable(z.int()),
  state: toldTableState,
})
export type ToldTable = z.output<typeof toldTable>

/** The tables that a mail told of, without anything of the account that got it. */
export const toldTables = z.object({
  restaurantName: z.string(),
  parkName: z.string(),
  timezone: z.string(),
  partySize: z.int(),
  toldAt: instant,
  /** The page of the park's operator where the restaurant is booked; null for an operator whose pages we do not know. */
  bookingUrl: z.nullable(pageAddress),
  /** In the order of their times. */
  tables: z.array(toldTable),
})
export type ToldTables = z.output<typeof toldTables>
