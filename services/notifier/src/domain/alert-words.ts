import type { ToldAlert } from '@walkon/contracts/events/alerts'
import { byDrop, isAsAlways as isWaitAsAlways } from '@walkon/contracts/drop-below-usual'
import { oneLine } from '@walkon/contracts/plain-text'

/** The fields that name alerts in subjects and in the list of recent alerts. */

export type AlertWords = Pick<ToldAlert, 'kind' | 'rideName' | 'waitMinutes' | 'popularity'>

/** An alert beside its ride's usual wait. */
export type JudgedAlert = AlertWords & Pick<ToldAlert, 'usualMinutes'>

/** `Space Mountain is 10 min`, `Space Mountain has reopened`, `Space Mountain is probably done for today` */
export function toMessage({ kind, rideName, waitMinutes }: AlertWords): string {
  const name = oneLine(rideName)
  if (kind === 'probably-done') return `${name} is probably done for today`
  if (kind === 'reopened' || waitMinutes === null) return `${name} has reopened`
  return waitMinutes === 0 ? `${name} is a walk-on` : `${name} is ${waitMinutes} min`
}

/**
 * Sorts the alerts of a message: the lead, then news, then rides that are as short as always. The short wait furthest below its usual one
 * leads, as on the board. Of equal ones, and without a usual wait, the most wanted ride's does. The others stand shortest first, among
 * equal waits the most wanted first; rides that have only reopened come after the short ones.
 */
export function inTellingOrder<Alert extends JudgedAlert>(alerts: Alert[]): Alert[] {
  const ordered = alerts.toSorted(
    (one, other) => rank(one) - rank(other) || (other.popularity ?? 0) - (one.popularity ?? 0),
  )
  const [lead = ordered[0]] = ordered.filter(({ kind }) => kind === 'short-wait').toSorted(byDrop)
  if (!lead) return []
  const others = ordered.filter((alert) => alert !== lead)
  return [lead, ...others.filter((alert) => !isAsAlways(alert)), ...others.filter(isAsAlways)]
}

/** A wait that is as short as always says nothing new. A reopened ride, and one whose usual wait is unknown, does. */
export const isAsAlways = (alert: JudgedAlert): boolean =>
  alert.kind === 'short-wait' && isWaitAsAlways(alert)

const rank = ({ kind, waitMinutes }: AlertWords) => (kind === 'short-wait' ? 0 : 1_000) + (waitMinutes ?? 999)

/** The part of a subject that a phone's mail program shows. */
const SUBJECT_CHARACTERS = 60

/** The subject of one message for all these alerts, the first by its name. Where that is long, others that are short too are counted alone. */
export function toSubject(alerts: AlertWords[]): string {
  const [first, ...rest] = alerts
  if (!first) return ''
  if (rest.length === 0) return toMessage(first)
  const subject = `${toMessage(first)}, and ${toTally(rest)}`
  const areAllShort = rest.every(({ kind }) => kind === 'short-wait')
  return subject.length <= SUBJECT_CHARACTERS || !areAllShort
    ? subject
    : `${toMessage(first)}, and ${rest.length} more`
}

function toTally(rest: AlertWords[]): string {
  const reopened = rest.filter(({ kind }) => kind === 'reopened').length
  const rides = rest.length === 1 ? '1 more ride' : `${rest.length} more rides`
  const [is, has] = rest.length === 1 ? ['is', 'has'] : ['are', 'have']
  if (rest.every(({ kind }) => kind === 'probably-done')) return `${rides} ${is} too`
  if (reopened === 0) return `${rides} ${is} short`
  if (reopened === rest.length) return `${rides} ${has} reopened`
  return `${rides} ${is} short or open again`
}
