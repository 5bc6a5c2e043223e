import { dayLabel } from '../../lib/park-time.ts'
import { quietClock } from './quiet-clock.ts'
import type { Visitor } from './visitor.ts'

/** Writes an instant as the visitor says it. */
type Moment = (at: string) => string

const ENDS: Record<string, string> = {
  past: 'ended: its days are over',
  left: 'ended: the visitor left its emails',
  retired: 'ended: the restaurant is gone',
}

const PENDING: Record<string, string> = {
  'no-provider': 'nobody reports tables of this restaurant, so no mail can come',
  'not-asked': 'the provider of reservations has not answered yet',
}

/** "Thu, Nov 26; for 2, dinner; no table so far, looked at 4:02 pm". */
export function tableWords(table: Visitor['tables'][number], moment: Moment): string {
  const { dates, partySize, preferredTime } = table
  const time = preferredTime === 'any' ? 'any time' : preferredTime
  return `${dates.map(dayLabel).join(', ')}; for ${partySize}, ${time}; ${stateOfTable(table, moment)}`
}

function stateOfTable(
  { endedAt, endedReason, toldAt, pendingBecause, checkedAt }: Visitor['tables'][number],
  moment: Moment,
): string {
  if (endedAt !== null) return ENDS[endedReason ?? ''] ?? 'ended'
  if (toldAt !== null) return `told at ${moment(toldAt)}`
  if (pendingBecause !== null) return PENDING[pendingBecause] ?? 'pending'
  return checkedAt === null ? 'no table so far' : `no table so far, last looked at ${moment(checkedAt)}`
}

/** "9 am to 9 pm; told at 4:14 pm". */
export function returnTimeWords(
  { startTime, endTime, heldOpeningAt, toldAt }: Visitor['returnTimes'][number],
  moment: Moment,
): string {
  const held =
    heldOpeningAt === null ? null : `held since ${moment(heldOpeningAt)}, for the quiet hours or a pause`
  const told = toldAt === null ? 'none so far' : `told at ${moment(toldAt)}`
  return `${quietClock(startTime)} to ${quietClock(endTime)}; ${held ?? told}`
}

/** How Lightning Lane Assist of the account stands; null if it never asked for it. */
export function lanePassWords(
  { laneInvitations, laneDays }: Pick<Visitor, 'laneInvitations' | 'laneDays'>,
  now: Date,
  moment: Moment,
): string | null {
  const paid = laneDays.filter(({ isRevoked }) => !isRevoked)
  const invitation = laneInvitations.at(-1)
  if (!invitation && paid.length === 0) return null
  const isConnected = Boolean(invitation?.answeredAt) && invitation?.endedAt === null
  const running = paid.find(
    ({ startsAt, endsAt }) => Date.parse(startsAt) <= now.getTime() && now.getTime() < Date.parse(endsAt),
  )
  const day = running ? `paid until ${moment(running.endsAt)}` : 'no paid day now'
  return `Lightning Lane Assist: ${isConnected ? 'connected' : 'not connected'}, ${day}.`
}
