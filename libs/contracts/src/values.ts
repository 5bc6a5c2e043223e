import { z } from 'zod/mini'

/** Shapes that both events and HTTP bodies are made of. */

/** An instant, as an ISO 8601 string in UTC. */
export const instant = z.iso.datetime({ offset: true })

/** A calendar day of the park, `yyyy-mm-dd`. */
export const parkDate = z.iso.date()

export const channel = z.enum(['email', 'sms', 'push'])
export type Channel = z.output<typeof channel>

/** The kinds of mail that a visitor can leave, one by one. A mail of no list was asked for, or guards an account. */
export const mailList = z.enum(['ride-alerts', 'newsletter', 'flights', 'restaurants', 'lightning-lane'])
export type MailList = z.output<typeof mailList>

/** The mails that an address no longer gets: those of one list (`alerts`: the ride alerts), or `all`, letters too. */
export const suppressionScope = z.enum([
  'alerts',
  'newsletter',
  'flights',
  'restaurants',
  'lightning-lane',
  'all',
])
export type SuppressionScope = z.output<typeof suppressionScope>

/**
 * ThemeParks.wiki ids are UUIDs in form, but not all carry a valid version digit, so the
 * stricter `z.uuid()` would refuse real ones.
 */
export const feedId = z.guid()

/** Degrees north and east (WGS 84). */
export const geoPoint = z.object({
  latitude: z.number().check(z.minimum(-90), z.maximum(90)),
  longitude: z.number().check(z.minimum(-180), z.maximum(180)),
})
export type GeoPoint = z.output<typeof geoPoint>

/** A page that the browser is sent to. It has no other scheme: no `javascript:`. */
export const pageAddress = z.string().check(z.regex(/^https?:\/\//))

/** A phone number in E.164. `z.e164` says the same, and would be code of the browser's first load. */
export const e164Number = z.string().check(z.regex(/^\+[1-9]\d{6,14}$/))

/** An IANA time zone that this machine knows. */
export const timezoneName = z.string().check(z.refine(isTimezone, 'There is no such time zone'))

function isTimezone(name: string): boolean {
  try {
    return Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** `unknown` is any status we do not know; it is never treated as open (quirk table). */
export const rideStatus = z.enum(['OPERATING', 'DOWN', 'CLOSED', 'REFURBISHMENT', 'UNKNOWN'])
export type RideStatus = z.output<typeof rideStatus>

/** A walk-up table for a party of this size, and its wait in minutes; null if the feed gives none. */
export const walkUpTable = z.object({ partySize: z.int(), waitMinutes: z.nullable(z.int()) })
export type WalkUpTable = z.output<typeof walkUpTable>

/** The reason for an alert: a wait at or below the visitor's limit, or a ride that is open again. */
export const alertKind = z.enum(['short-wait', 'reopened'])
export type AlertKind = z.output<typeof alertKind>

/** The reason for a message about a ride: an alert, or that the ride is probably done for today. */
export const toldKind = z.enum([...alertKind.options, 'probably-done'])
export type ToldKind = z.output<typeof toldKind>

/** The channel and the address of one recipient. */
export const recipient = z.discriminatedUnion('channel', [
  z.object({ channel: z.literal('email'), address: z.email() }),
  z.object({ channel: z.literal('sms'), address: z.e164() }),
])
export type Recipient = z.output<typeof recipient>

/** Decisions, section 3: a visitor's own limit for a ride, in minutes. */
export const MIN_THRESHOLD_MINUTES = 5
export const MAX_THRESHOLD_MINUTES = 120
export const DEFAULT_THRESHOLD_MINUTES = 15

/** `fit`: the limit follows the ride's short wait at the hour. Absent, the limit is the number of minutes. */
export const watchLimit = z.literal('fit')

export const thresholdMinutes = z
  .int()
  .check(z.minimum(MIN_THRESHOLD_MINUTES), z.maximum(MAX_THRESHOLD_MINUTES))
