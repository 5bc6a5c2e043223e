import type { Staff } from '@walkon/runtime/desk-rights'
import type { Queryable, Transaction } from '@walkon/service/database'
import { AppError } from '@walkon/service/errors'
import type { Settings } from '../../config.ts'
import type { MemberLimits } from '../../domain/desk-refund.ts'
import { insertDeskSum, lockMember, sumGivenBy, type Given } from '../../db/desk/desk-sums.ts'

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
  limits: DayLimits,
  now: Date,
): Promise<void> {
  await lockMember(tx, actorId)
  if (!isAdmin) {
    const left = await readLeftOfDay(tx, actorId, limits, now)
    if ('cents' in given && given.cents > left.cents)
      throw overDay('refund-over-limit', `pays back ${limits.SUPPORT_REFUND_CENTS_PER_DAY} cents`)
    if ('days' in given && given.days > left.days)
      throw overDay('pass-over-limit', `gives ${limits.SUPPORT_PASS_DAYS_PER_DAY} days`)
  }
  await insertDeskSum(tx, { ...given, actorId, actedAt: now })
}

/** Reads how much a member may pay back and give now, by the limits that refuse a refund and a gift. Null for an admin, who has none. */
export async function readMemberLimits(
  db: Queryable,
  { actorId, isAdmin }: Staff,
  settings: DayLimits & Pick<Settings, 'SUPPORT_REFUND_CENTS'>,
  now: Date,
): Promise<(NonNullable<MemberLimits> & { days: number }) | null> {
  if (isAdmin) return null
  const { cents: dayCents, days } = await readLeftOfDay(db, actorId, settings, now)
  return { paymentCents: settings.SUPPORT_REFUND_CENTS, dayCents, days }
}

/** Reads what a member who is no admin may still give in these 24 hours. */
async function readLeftOfDay(
  db: Queryable,
  actorId: string,
  { SUPPORT_REFUND_CENTS_PER_DAY: mostCents, SUPPORT_PASS_DAYS_PER_DAY: mostDays }: DayLimits,
  now: Date,
): Promise<Given> {
  const given = await sumGivenBy(db, actorId, new Date(now.getTime() - DAY_MS))
  return { cents: Math.max(0, mostCents - given.cents), days: Math.max(0, mostDays - given.days) }
}

const overDay = (code: 'refund-over-limit' | 'pass-over-limit', does: string) =>
  new AppError(code, `A member of the desk ${does} a day at most`, { limit: 'desk-day' })
