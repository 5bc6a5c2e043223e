import type { Transaction } from '@walkon/service/database'
import type { SessionState } from '../../clients/stripe.ts'
import type { Settings } from '../../config.ts'
import {
  findAssistDay,
  findLastEndOfAssist,
  hasDayOn,
  lockAssistDay,
  lockAssistDaysOf,
  saveAssistDay,
  saveRefused,
  type AssistDayRow,
} from '../../db/lightning-lane/assist-days.ts'
import { isOvertaken, type DueSession } from '../../db/payments/due.ts'
import { getPark } from '../../db/parks/parks.ts'
import {
  decideAssistStanding,
  toChosenWindow,
  toUndatedWindow,
  type AssistStanding,
} from '../../domain/assist-day.ts'
import {
  toAssistFailedLetter,
  toAssistReceiptLetter,
  toAssistRefundedLetter,
  toAssistRefundFailedLetter,
  toAssistReturnedLetter,
  type ChosenDay,
} from '../../domain/assist-day-letters.ts'
import { stepDebt, type Debt } from '../../domain/debt.ts'
import { toNextLook } from '../../domain/follow-up.ts'
import { toNextCheck } from '../../domain/next-check.ts'
import { NOTHING_LEFT, settleSession, type SessionDeps, type Settled } from '../checkout/settle-session.ts'
import { publishActivated, publishRevoked, requestAssistLetter } from './tell-of-assist-day.ts'

export type SettleAssistDayDeps = SessionDeps & { settings: Pick<Settings, 'PASS_HOURS'> }

/**
 * Settles the session of a day: activates the day, takes it back or gives it back, each once, however often this is called. Money that bought
 * nothing is paid back. The page of an erased account, and of a day that was given up, is ended. Throws the errors of the SDK.
 */
export async function settleAssistDay(deps: SettleAssistDayDeps, due: DueSession): Promise<void> {
  const { db } = deps
  await settleSession(deps, due, {
    table: 'assist_days',
    isWanted: async () => {
      const day = await findAssistDay(db, due.id)
      return day !== null && day.userId !== null && day.state === 'opening'
    },
    settle: (tx, session) => settle(tx, deps, { due, session }),
    saveRefused: () => saveRefused(db, due.id),
  })
}

async function settle(
  tx: Transaction,
  { settings, now: clock }: SettleAssistDayDeps,
  { due, session }: { due: DueSession; session: SessionState },
): Promise<Settled> {
  const { id } = due
  const known = await findAssistDay(tx, id)
  // Locks the account before its day, as every transaction does: two payments of one account get days that follow each other.
  if (known?.userId) await lockAssistDaysOf(tx, known.userId)
  const day = await lockAssistDay(tx, id)
  if (!day) return NOTHING_LEFT
  const now = clock()
  const standing = decideAssistStanding(session, day.dayCents)
  const checkAt = isOvertaken(day, due) ? now : toNextCheckOf(day, standing, now)
  const owner = day.userId
  await saveAssistDay(tx, id, { checkAt, paymentIntent: session.paymentIntent ?? day.paymentIntent })
  if (standing.kind !== 'open' && session.orderId !== id)
    return { problem: 'a payment does not match its day', call: null }
  if (isOwed(day)) return followOwed(tx, { day, session, standing }, now)
  if (owner === null) return NOTHING_LEFT
  const owned = { ...day, userId: owner, at: await findChosenDay(tx, day) }
  const isBoughtForNothing = await apply(tx, { day: owned, standing, hours: settings.PASS_HOURS }, now)
  return isBoughtForNothing ? followOwed(tx, { day, session, standing }, now) : NOTHING_LEFT
}

/** It was paid after its end or twice, or for an account that was deleted before its day began. */
const isOwed = ({ state, userId, startsAt }: AssistDayRow): boolean =>
  state === 'returned' || (userId === null && startsAt === null)

async function findChosenDay(tx: Transaction, { parkId, date }: AssistDayRow): Promise<ChosenDay | null> {
  return parkId === null || date === null ? null : { date, park: await getPark(tx, parkId) }
}

type OwnedDay = AssistDayRow & { userId: string; at: ChosenDay | null }
type Owned = { day: OwnedDay; standing: AssistStanding; hours: number }

/** True where the payment bought nothing. */
async function apply(tx: Transaction, { day, standing, hours }: Owned, now: Date): Promise<boolean> {
  const paid = { amountCents: day.dayCents, assistDayId: day.id, at: day.at }
  switch (standing.kind) {
    case 'open':
      return false
    case 'processing':
      await saveAssistDay(tx, day.id, { state: 'processing', url: null })
      return false
    case 'unpaid':
      if (day.state === 'unpaid') return false
      await saveAssistDay(tx, day.id, { state: 'unpaid', url: null })
      if (standing.hasFailed) await requestAssistLetter(tx, day, toAssistFailedLetter(paid), now)
      return false
    case 'paid':
      return activate(tx, { day, standing, hours }, now)
    case 'taken-back':
      if (day.state !== 'active') return false
      await saveAssistDay(tx, day.id, { state: 'revoked' })
      await publishRevoked(tx, day, standing.reason)
      if (standing.reason === 'refunded')
        await requestAssistLetter(tx, day, toAssistRefundedLetter(paid), now)
      return false
    default:
      return standing satisfies never
  }
}

/** A day that was taken back for a dispute comes back as it was, without another receipt. True where the payment bought nothing. */
async function activate(tx: Transaction, { day, hours }: Owned, now: Date): Promise<boolean> {
  if (day.state === 'active') return false
  const paid = { amountCents: day.dayCents, assistDayId: day.id, at: day.at }
  const isNew = day.startsAt === null
  const window = await findWindow(tx, day, hours, now)
  if ('reason' in window) {
    await saveAssistDay(tx, day.id, { state: 'returned', url: null })
    await requestAssistLetter(tx, day, toAssistReturnedLetter({ ...paid, ...window }), now)
    return true
  }
  const active = { ...day, ...window, state: 'active' as const, url: null }
  await saveAssistDay(tx, day.id, { state: active.state, url: null, ...window })
  await publishActivated(tx, active)
  if (isNew) await requestAssistLetter(tx, day, toAssistReceiptLetter({ ...paid, window }, now), now)
  return false
}

/** The window that a payment buys, or why it buys none. */
async function findWindow(
  tx: Transaction,
  { id, userId, at, startsAt, endsAt }: OwnedDay,
  hours: number,
  now: Date,
): Promise<{ startsAt: Date; endsAt: Date } | { reason: 'day-over' | 'paid-twice' }> {
  if (startsAt !== null && endsAt !== null) return { startsAt, endsAt }
  if (at === null)
    return toUndatedWindow({ lastEndsAt: await findLastEndOfAssist(tx, userId, id), hours }, now)
  const { date, park } = at
  if (await hasDayOn(tx, { userId, date }, id)) return { reason: 'paid-twice' }
  return toChosenWindow({ date, timezone: park.timezone, hours }, now) ?? { reason: 'day-over' }
}

/** A disputed payment is not refunded: the bank has taken the money. */
async function followOwed(
  tx: Transaction,
  { day, session, standing }: { day: AssistDayRow; session: SessionState; standing: AssistStanding },
  now: Date,
): Promise<Settled> {
  if (standing.kind === 'unpaid') await saveAssistDay(tx, day.id, { state: 'unpaid', checkAt: null })
  if (!session.isPaid) return NOTHING_LEFT
  const { state, call, hasFailed, checkAt } = stepDebt(toDebt(day), session, now)
  // A refund that was made, and a dispute, are followed as long as the payment.
  const isPaymentFollowed = state === 'made' || session.disputed
  await saveAssistDay(tx, day.id, { owedState: state, ...(!isPaymentFollowed && { checkAt }) })
  if (hasFailed) await tellOfFailure(tx, day, now)
  return { problem: hasFailed ? 'a refund has failed' : null, call }
}

const toDebt = ({ id, dayCents: cents, owedState: state, createdAt: since }: AssistDayRow): Debt => ({
  cents,
  state,
  since,
  subject: { kind: 'checkout', id },
  // The reason of an erased account's refund, which an earlier release may have sent already.
  toKey: (amountCents) => `refund:${id}:account-erased:${amountCents}`,
})

/** The bank returned the refund: the buyer is told, where the account is still there. */
async function tellOfFailure(tx: Transaction, day: AssistDayRow, now: Date): Promise<void> {
  const { userId, id: assistDayId, dayCents: amountCents } = day
  if (userId === null) return
  const letter = toAssistRefundFailedLetter({ amountCents, assistDayId, at: await findChosenDay(tx, day) })
  await requestAssistLetter(tx, { id: assistDayId, userId }, letter, now)
}

function toNextCheckOf(day: AssistDayRow, standing: AssistStanding, now: Date): Date | null {
  if (standing.kind === 'unpaid') return null
  if (standing.kind === 'open' || standing.kind === 'processing') return toNextCheck(day, now)
  return toNextLook('payment', day.createdAt, now)
}
