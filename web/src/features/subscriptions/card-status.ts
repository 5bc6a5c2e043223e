import type { AlertPreferences } from '@walkon/contracts/http/alert-preferences'
import type { SubscriptionView } from '@walkon/contracts/http/alerts'
import type { DeviceList } from '@walkon/contracts/http/push'
import type { EmailWay, WayList } from '@walkon/contracts/http/ways'
import { datesWords, momentWords } from '../../lib/moment-words.ts'
import { timeWords } from '../../lib/time-words.ts'
import { watchedRides } from './edits.ts'
import { isWithin } from './hours-words.ts'

/** Other facts that decide if a park's alerts come, and where; a part is undefined while it is not known. */
export type Delivery = {
  /** A part could not be loaded, and is asked for again. */
  isUnknown: boolean
  preferences: AlertPreferences | undefined
  ways: WayList | undefined
  devices: DeviceList | undefined
  now: Date
}

/** The one sentence that a park says of itself. `isRunning`: its rides can alert now. `way`: what leads on from there. */
export type CardStatus = { words: string; isRunning: boolean; way?: string }

/** Returns the strongest obstacle to alerts: no sign says that rides are watched while nothing is sent. */
export function cardStatus(subscription: SubscriptionView, delivery: Delivery): CardStatus {
  const { active, state, watches, timezone } = subscription
  const chosen = watchedRides(watches).length
  if (!active) return resting('Alerts are off.')
  if (!watches.some((watch) => watch.active)) return resting('No rides selected, so you won’t get alerts.')
  const blocked = blockedWords(subscription, delivery)
  if (blocked) return resting(...blocked)
  const pausedUntil = findPause(subscription, delivery)
  if (pausedUntil) return resting(`Paused until ${momentWords(pausedUntil, timezone)}.`)
  if (delivery.isUnknown) return resting('We can’t check right now if these alerts come.')
  const { preferences, now } = delivery
  const hours = preferences?.quietHours
  if (hours && isWithin(hours, now, timezone)) return resting(`Quiet until ${timeWords(hours.until)}.`)
  if (chosen === 0) return resting('Your rides post no waits right now.')
  const rides = chosen === 1 ? '1 ride' : `${chosen} rides`
  return state === 'scheduled'
    ? { words: `Scheduled. We’ll watch ${rides}.`, isRunning: true }
    : { words: `Watching ${rides}.`, isRunning: true }
}

const resting = (words: string, way?: string): CardStatus => ({
  words,
  isRunning: false,
  ...(way && { way }),
})

function findPause({ parkId }: SubscriptionView, { preferences, now }: Delivery): Date | null {
  const park = preferences?.pausedParks.find((paused) => paused.parkId === parkId)
  const until = park && new Date(park.pausedUntil)
  return until && until > now ? until : null
}

const BLOCKED: Record<Exclude<EmailWay['state'], 'ok'>, [reason: string, way: string]> = {
  unsubscribed: ['you unsubscribed.', 'Get them again'],
  bounced: ['our emails to you came back.', 'What to do'],
  invalid: ['our emails can’t reach you.', 'What to do'],
  complained: ['one of our emails was reported as spam.', 'What to do'],
}

/**
 * Returns the words if no mail may go, and neither a device nor a confirmed number takes the alerts. The plan may text a number of its own.
 */
function blockedWords(
  { channels, isCoveredByPlan }: SubscriptionView,
  { ways, devices }: Delivery,
): [words: string, way: string] | null {
  if (!ways || !devices || ways.email.state === 'ok') return null
  const isTexted = channels.includes('sms') && ways.numbers.some(({ state }) => state === 'confirmed')
  if (isTexted || devices.devices.length > 0) return null
  const [reason, way] = BLOCKED[ways.email.state]
  return [`No ${isCoveredByPlan ? 'alert emails' : 'alerts'} come: ${reason}`, way]
}

/** "Email, until Wed, Nov 25, 7:08 pm EST": where the alerts of a park go, and on which days. */
export const aboutWords = (subscription: SubscriptionView, delivery: Delivery): string =>
  `${channelWords(subscription, delivery)}, ${daysWords(subscription, delivery.now)}`

const CHANNEL_WORDS = { email: 'Email', sms: 'SMS', push: 'Push' }

/** A number that has not answered YES gets nothing: its alerts go by mail. A device may take the place of mail. */
function channelWords({ channels }: SubscriptionView, { ways, devices }: Delivery): string {
  const hasDevice = (devices?.devices.length ?? 0) > 0
  const waits = ways !== undefined && !ways.numbers.some(({ state }) => state === 'confirmed')
  const ordered = channels.map((channel) => (channel === 'sms' && waits ? 'email' : channel))
  const kept =
    hasDevice && devices?.replacesEmail ? ordered.filter((channel) => channel !== 'email') : ordered
  const all = new Set([...kept, ...(hasDevice ? (['push'] as const) : [])])
  return [...all].map((channel) => CHANNEL_WORDS[channel]).join(' and ') || 'No channel'
}

/** The days of its passes (what lies between them is not covered), when the last one ends, and the plan. */
function daysWords({ dates, windows, timezone, isCoveredByPlan }: SubscriptionView, now: Date): string {
  const days = dates.length > 0 && datesWords(dates)
  if (isCoveredByPlan) return [days, 'unlimited plan'].filter(Boolean).join(', ')
  const [first, last] = [windows[0], windows.at(-1)]
  const until = last && `until ${momentWords(new Date(last.endsAt), timezone)}`
  const hasBegun = first !== undefined && new Date(first.startsAt) <= now
  const shown = dates.length === 1 ? !hasBegun && days : days
  return [shown, until].filter(Boolean).join(', ')
}
