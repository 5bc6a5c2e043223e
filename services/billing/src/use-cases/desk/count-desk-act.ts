import type { Staff } from '@walkon/runtime/desk-rights'
import type { Queryable, Transaction } from '@walkon/service/database'
import { AppError } from '@walkon/service/errors'
import type { Settings } from '../../config.ts'
import type { MemberLimits } from '../../domain/desk-refund.ts'
import { insertDeskSum, lockMember, sumGivenBy } from '../../db/desk/desk-sums.ts'

const DAY_MS = 86_400_000

export type DayLimits = Pick<Settings, 'SUPPORT_REFUND_CENTS_PER_DAY' | 'SUPPORT_PASS_DAYS_PER_DAY'>

/**
 * Adds a refund or a gift to what the member gave in 24 hours, once: the caller has found the request to be new. Throws
 * `refund-over-limit` or `pass-over-limit` for who is no admin; such a breach is counted for an alarm.
 */
export async function countDeskAct(
  tx: Transaction,
  { actorId, isAdmin }: Staff,
  given: { cents: number } | { days: number },
  { SUPPORT_REFUND_CENTS_PER_DAY: mostCents, SUPPORT_PASS_DAYS_PER_DAY: mostDays }: DayLimits,
  now: Date,
): Promise<void> {
  await lockMember(tx, actorId)
  if (!isAdmin) {
    const before = await sumGivenBy(tx, actorId, dayBefore(now))
    if ('cents' in given && before.cents + given.cents > mostCents)
      throw overDay('refund-over-limit', `pays back ${mostCents} cents`)
    if ('days' in given && before.days + given.days > mostDays)
      throw overDay('pass-over-limit', `gives ${mostDays} days`)
  }
  await insertDeskSum(tx, { ...given, actorId, actedAt: now })
}

/** Reads how much a member may pay back now, by the limits that refuse a refund. */
export async function readMemberLimits(
  db: Queryable,
  { actorId, isAdmin }: Staff,
  settings: Pick<Settings, 'SUPPORT_REFUND_CENTS' | 'SUPPORT_REFUND_CENTS_PER_DAY'>,
  now: Date,
): Promise<MemberLimits> {
  if (isAdmin) return null
  const { cents } = await sumGivenBy(db, actorId, dayBefore(now))
  return {
    paymentCents: settings.SUPPORT_REFUND_CENTS,
    dayCents: Math.max(0, settings.SUPPORT_REFUND_CENTS_PER_DAY - cents),
  }
}

const dayBefore = (now: Date) => new Date(now.getTime() - DAY_MS)

const overDay = (code: 'refund-over-limit' | 'pass-over-limit', does: string) =>
  new AppError(code, `A member of the desk ${does} a day at most`, { limit: 'desk-day' })
