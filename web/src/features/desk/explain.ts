import { explainChoice, explainLimit, isWithinLimit } from './explain-choice.ts'
import { explainHold } from './explain-hold.ts'
import { fateWords, hasFailed } from './fates.ts'
import {
  clockBeside,
  MINUTE_MS,
  NEAR_MS,
  readingAt,
  type Explanation,
  type Observation,
  type Question,
} from './question.ts'
import type { Visitor } from './visitor.ts'

/** Why a visitor got nothing, in words, from the rows that the services keep. Pure: history and instant are arguments. */

/** The newest reading holds until the next one; the feed repeats itself less often than this. */
const READING_MS = 4 * 60 * MINUTE_MS
/** A visitor does not look at the clock when a wait is short. */
const AROUND_MS = 15 * MINUTE_MS

/** The answer to “Why did I get nothing at that time for that ride?” If it was not short then, it names the nearest short wait too. */
export function explainSilence(visitor: Visitor, question: Question): string {
  const { kind, words } = explain(visitor, question)
  if (kind !== 'not-short') return words
  const near = nearestShort(visitor, question)
  if (!near) return words
  const at = new Date(near.observedAt)
  const about = explain(visitor, { ...question, at })
  return `${words} At ${clockBeside(question)(at)} it was ${near.waitMinutes} min. ${about.words}`
}

/** Explains the outcome of a reading for this visitor. */
export function explain(visitor: Visitor, question: Question): Explanation {
  const { rideName, at } = question
  const sent = explainSent(visitor, question)
  if (sent) return sent
  const choice = explainChoice(visitor, question)
  if (choice) return choice
  const reading = explainReading(question)
  if (reading !== null) return { kind: 'not-short', words: reading }
  const excess = explainLimit(visitor, question)
  if (excess) return excess
  const held = explainHold(visitor, question)
  if (held !== null) return { kind: 'held', words: held }
  return {
    kind: 'unexplained',
    words: `We can’t explain this one: at ${clockBeside(question)(at)} ${rideName} was short enough and watched, and nothing held the alert. Give an engineer the ids in the time line.`,
  }
}

function nearestShort(visitor: Visitor, question: Question): Observation | undefined {
  const distance = ({ observedAt }: Observation) => Math.abs(Date.parse(observedAt) - question.at.getTime())
  return question.history.observations
    .filter(
      (observation) =>
        distance(observation) <= AROUND_MS &&
        isShort(visitor, { ...question, at: new Date(observation.observedAt) }, observation),
    )
    .toSorted((one, other) => distance(one) - distance(other))[0]
}

/** True if a reading could have alerted, had it been watched. */
export function isShort(visitor: Visitor, question: Question, { status, waitMinutes }: Observation): boolean {
  if (status !== 'OPERATING' || waitMinutes === null || waitMinutes <= 0) return false
  return isWithinLimit(visitor, question)
}

function explainSent(
  { alerts, deliveries, deliveryAlerts }: Visitor,
  question: Question,
): Explanation | null {
  const near = alerts.find(
    (alert) =>
      alert.subscriptionId === question.subscriptionId &&
      alert.rideId === question.rideId &&
      Math.abs(Date.parse(alert.triggeredAt) - question.at.getTime()) <= NEAR_MS,
  )
  if (!near) return null
  const ids = new Set(
    deliveryAlerts.filter(({ alertId }) => alertId === near.id).map(({ deliveryId }) => deliveryId),
  )
  const messages = deliveries.filter(({ id }) => ids.has(id))
  const fates = messages.map(fateWords)
  const arrived = messages.filter((message) => !hasFailed(message))
  const kind = messages.length > 0 && arrived.length === 0 ? 'failed' : 'sent'
  const [sentAt = near.triggeredAt] = (kind === 'sent' ? arrived : messages)
    .map(({ changedAt }) => changedAt)
    .toSorted((one, other) => Date.parse(one) - Date.parse(other))
  const made = `An alert for ${question.rideName} was made at ${clockBeside(question)(new Date(near.triggeredAt))}`
  const words =
    fates.length > 0
      ? `${made}. Its message${fates.length === 1 ? '' : 's'}: ${fates.join('; ')}.`
      : `${made}, and we have no message for it: it may still be on its way, or too old to be kept.`
  return { kind, words, sentAt }
}

function explainReading(question: Question): string | null {
  const { at, rideName } = question
  const reading = readingAt(question)
  const isKnown = reading && at.getTime() - Date.parse(reading.observedAt) <= READING_MS
  if (isKnown && reading.status === 'OPERATING' && (reading.waitMinutes ?? 0) > 0) return null
  const when = clockBeside(question)(at)
  if (!isKnown) return `We have no reading of ${rideName} at ${when}.`
  if (reading.status !== 'OPERATING')
    return `${rideName} was not running at ${when}: the park said “${reading.status.toLowerCase()}”.`
  return reading.waitMinutes === null
    ? `The park posted no wait for ${rideName} at ${when}.`
    : `${rideName} posted 0 at ${when}: a ride without a queue posts 0 all day, so 0 alerts nobody.`
}
