import type { StartedAssistDay } from '@walkon/contracts/http/assist-days'
import { holdUser } from '@walkon/runtime/erased-users'
import type { Account } from '@walkon/service/access-tokens'
import type { Transaction } from '@walkon/service/database'
import { AppError } from '@walkon/service/errors'
import type { Settings } from '../config.ts'
import {
  findOpenAssistDay,
  insertAssistDay,
  lockAssistDaysOf,
  saveAssistDay,
  saveAssistSession,
  type AssistDayRow,
} from '../db/assist-days.ts'
import { toNextCheck } from '../domain/next-check.ts'
import { mayBeOpenedAgain, SESSION_MS } from '../domain/session-life.ts'
import type { ClientLimit } from '@walkon/service/client-limit'
import { settleAssistDay, type SettleAssistDayDeps } from './settle-assist-day.ts'

export type AssistDayDeps = Omit<SettleAssistDayDeps, 'settings'> & {
  settings: Settings
  checkoutLimit: ClientLimit
}

type Buyer = Pick<Account, 'userId' | 'email'>

/**
 * Opens the page on which a day of Lightning Lane Assist is paid. An account has one page at a time: another one is opened only after
 * Stripe has said that the one before was paid or has expired, so two tabs cannot pay twice. Throws `payment-in-process`,
 * `checkout-unavailable`, `unauthorized` and `too-many-requests`.
 */
export async function startAssistDay(
  deps: AssistDayDeps,
  buyer: Buyer,
  client: string,
): Promise<StartedAssistDay> {
  await deps.checkoutLimit.admit(client)
  const before = await findOpenAssistDay(deps.db, buyer.userId)
  if (before?.sessionId) await ask(deps, before)
  const day = await deps.db.transaction((tx) => placeDay(tx, deps, buyer))
  if (day.sessionId !== null && day.url !== null) return { sessionId: day.sessionId, url: day.url }
  return openSession(deps, day, buyer)
}

/** The page may have been paid or expired, and its webhook be on its way. */
async function ask(deps: AssistDayDeps, { id, sessionId, checkAt }: AssistDayRow): Promise<void> {
  await settleAssistDay(deps, { id, sessionId, dueAgainAt: checkAt ?? deps.now() }).catch(
    (error: unknown) => {
      throw unavailable(deps, id, error)
    },
  )
}

/** The same request while the page is open is the same day: a double click opens one page. */
async function placeDay(
  tx: Transaction,
  { settings, now: clock }: AssistDayDeps,
  { userId }: Buyer,
): Promise<AssistDayRow> {
  await lockAssistDaysOf(tx, userId)
  await holdUser(tx, userId)
  const now = clock()
  const open = await findOpenAssistDay(tx, userId)
  if (open?.state === 'processing')
    throw new AppError('payment-in-process', 'The bank is working on a payment of this account')
  if (open && (open.sessionId !== null || mayBeOpenedAgain(open, now))) return open
  // The address of its session was never known, so it cannot be paid.
  if (open) await saveAssistDay(tx, open.id, { state: 'unpaid', checkAt: null })
  return insertAssistDay(tx, {
    userId,
    dayCents: settings.ASSIST_DAY_CENTS,
    createdAt: now,
    expiresAt: new Date(now.getTime() + SESSION_MS),
  })
}

/**
 * Opens the session. A call that times out may have created one, which expires unpaid. A retry within a minute sends the same
 * idempotency key.
 */
async function openSession(
  deps: AssistDayDeps,
  day: AssistDayRow,
  { email }: Buyer,
): Promise<StartedAssistDay> {
  const { db, settings, stripe, now } = deps
  const page = new URL('/lightning-lane', settings.PUBLIC_URL).href
  const session = await stripe
    .createSession({
      idempotencyKey: `assist-day:${day.id}`,
      orderId: day.id,
      email,
      item: {
        name: 'Lightning Lane Assist, one day',
        description: null,
        quantity: 1,
        unitCents: day.dayCents,
      },
      expiresAt: day.expiresAt,
      successUrl: `${page}?session_id={CHECKOUT_SESSION_ID}`,
      cancelUrl: page,
    })
    .catch((error: unknown) => {
      throw unavailable(deps, day.id, error)
    })
  const isKept = await saveAssistSession(db, day.id, { ...session, checkAt: toNextCheck(day, now()) })
  if (!isKept)
    throw unavailable(deps, day.id, new Error('The account was deleted, or the day given up, meanwhile'))
  return session
}

function unavailable({ log }: AssistDayDeps, assistDayId: string, error: unknown): AppError {
  log.error({ err: error, assistDayId }, 'no payment page of an assist day was opened')
  return new AppError('checkout-unavailable', 'Failed to create checkout session', { cause: error })
}
