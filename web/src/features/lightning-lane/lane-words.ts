import type { LaneOffering } from '@walkon/contracts/http/lightning-lane'
import { priceWords } from '@walkon/contracts/price-words'
import { ApiError } from '../../lib/api.ts'
import type { ProblemText } from '../../lib/form-texts.ts'
import { clockTimeForVisitor } from '../../lib/park-time.ts'
import { plannerProblem } from '../../lib/planner-words.ts'
import { isVague } from '../../lib/vague-failure.ts'

/** The titles of the documents' errors (companion, section 8), with what helps below. */

const titled =
  (title: string, signedOut: string) =>
  (error: unknown): ProblemText => {
    if (error instanceof ApiError && error.code === 'unauthorized')
      return { title: 'Authentication Required', text: signedOut }
    if (error instanceof ApiError && error.code === 'lane-connection-required') return plannerProblem(error)
    return { title, text: plannerProblem(error).text }
  }

const TO_BOOK = 'Please log in to book Lightning Lanes'

export const offeringsProblem = titled('Error fetching Lightning Lane data', TO_BOOK)
export const bookingProblem = titled('Booking Failed', TO_BOOK)
export const invitationProblem = titled('Invitation Failed', TO_BOOK)
export const connectionProblem = titled('Connection Failed', TO_BOOK)
export const checkProblem = titled('Check Failed', 'Please log in to subscribe')

const ofSubscription = titled('Subscription Error', 'Please log in to subscribe')
const DAY_EXISTS: ProblemText = {
  title: 'Subscription Error',
  text: 'You have a day for this date already. Nothing was charged.',
}

/** Billing's own code has its words here: no other page meets it. */
export const subscriptionProblem = (error: unknown): ProblemText =>
  error instanceof ApiError && error.code === 'assist-day-exists' ? DAY_EXISTS : ofSubscription(error)

/** The link of a mail, whose page knows no account. */
export const linkProblem = (error: unknown): ProblemText =>
  isVague(error) ? { title: 'Connection Error', text: 'An unexpected error occurred' } : plannerProblem(error)

/** How long an invitation still works, in minutes or hours. */
export function timeLeftWords(expiresAt: string, now: Date): string {
  const minutes = Math.max(1, Math.ceil((Date.parse(expiresAt) - now.getTime()) / 60_000))
  if (minutes < 60) return minutes === 1 ? '1 minute' : `${minutes} minutes`
  const hours = Math.round(minutes / 60)
  return hours === 1 ? '1 hour' : `${hours} hours`
}

const TREND_WORDS = { up: 'up today', down: 'down today', same: 'same today' } as const

/** "12 pm to 1 pm · $21 (up today)", in the park's clock; "None left" where nothing is offered. */
export function offerWords(offering: LaneOffering, timezone: string): string {
  const { price, priceTrend } = offering
  const trend = priceTrend ? ` (${TREND_WORDS[priceTrend]})` : ''
  return `${timesOf(offering, timezone)}${price ? ` · ${priceWords(price)}${trend}` : ''}`
}

function timesOf(
  { available, kind, returnTimeStart, returnTimeEnd }: LaneOffering,
  timezone: string,
): string {
  if (!available) return kind === 'PAID_RETURN_TIME' ? 'Sold out' : 'None left'
  const clock = (at: string) => clockTimeForVisitor(new Date(at), timezone)
  // No return time that the park offers: the wait is long, and the hour ahead is our rule.
  const isEstimate = kind === 'STANDBY'
  if (returnTimeStart === null) return 'Available'
  return returnTimeEnd === null
    ? `From ${clock(returnTimeStart)}`
    : `${clock(returnTimeStart)} to ${clock(returnTimeEnd)}${isEstimate ? ', our estimate from the standby wait' : ''}`
}

/** Returns the address of the park's own app, by the destination's name. */
export function parkAppOf(destinationName: string): string | null {
  if (/walt disney world/i.test(destinationName))
    return 'https://disneyworld.disney.go.com/lightning-lane-passes/'
  if (/disneyland paris/i.test(destinationName)) return 'https://www.disneylandparis.com/'
  if (/disneyland/i.test(destinationName)) return 'https://disneyland.disney.go.com/lightning-lane-passes/'
  return null
}
