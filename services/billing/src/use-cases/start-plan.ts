import type { startedPlan } from '@walkon/contracts/http/plans'
import { isLeft } from '@walkon/runtime/ended-links'
import { holdUser } from '@walkon/runtime/erased-users'
import type { Account } from '@walkon/service/access-tokens'
import { hashAddress } from '@walkon/service/address-hash'
import type { Transaction } from '@walkon/service/database'
import { AppError } from '@walkon/service/errors'
import type { z } from 'zod'
import type { Settings } from '../config.ts'
import { lockAddresses } from '../db/orders.ts'
import { findLivePlan, insertPlan, lockAccount, savePlanSession, type PlanRow } from '../db/plans.ts'
import { toNextCheck } from '../domain/next-check.ts'
import { SESSION_MS } from '../domain/session-life.ts'
import type { ClientLimit } from '@walkon/service/client-limit'
import { settlePlan, type SettlePlanDeps } from './settle-plan.ts'

export type PlanDeps = Omit<SettlePlanDeps, 'settings'> & { settings: Settings; checkoutLimit: ClientLimit }

type Owner = Pick<Account, 'userId' | 'email' | 'knownAt'>
type Started = z.output<typeof startedPlan>

/**
 * Opens the page on which the first month of the account's plan is paid. An account has one page or one plan at a time: another
 * page is opened only after Stripe has said that the one before has expired, so two tabs cannot pay twice. Throws
 * `plan-exists`, `unauthorized`, `checkout-unavailable` and `too-many-requests`.
 */
export async function startPlan(deps: PlanDeps, owner: Owner, client: string): Promise<Started> {
  await deps.checkoutLimit.admit(client)
  const before = await findLivePlan(deps.db, owner.userId)
  if (before?.state === 'opening') await ask(deps, before)
  const plan = await deps.db.transaction((tx) => placePlan(tx, deps, owner))
  if (plan.sessionId !== null && plan.url !== null) return { sessionId: plan.sessionId, url: plan.url }
  return openSession(deps, plan, owner)
}

/** The page may have been paid or expired, and its webhook be on its way. */
async function ask(deps: PlanDeps, plan: PlanRow): Promise<void> {
  await settlePlan(deps, plan.id).catch((error: unknown) => {
    throw unavailable(deps, plan, error)
  })
}

/** The same request while the page is open is the same plan: a double click opens one page. */
async function placePlan(
  tx: Transaction,
  { settings, now: clock }: PlanDeps,
  owner: Owner,
): Promise<PlanRow> {
  await holdUser(tx, owner.userId)
  await lockAccount(tx, owner.userId)
  const live = await findLivePlan(tx, owner.userId)
  if (live?.state === 'opening') return live
  if (live) throw new AppError('plan-exists', 'This account has an unlimited plan already')
  await refuseFormerAddress(tx, owner)
  const now = clock()
  return insertPlan(tx, {
    userId: owner.userId,
    email: owner.email,
    monthCents: settings.UNLIMITED_MONTH_CENTS,
    createdAt: now,
    expiresAt: new Date(now.getTime() + SESSION_MS),
  })
}

/**
 * Plans move once, when the address changes: one that was bought later with a token from before would cover an address that the account has
 * left. The web app renews a token that is refused, and asks again.
 */
async function refuseFormerAddress(tx: Transaction, owner: Owner): Promise<void> {
  await lockAddresses(tx, [hashAddress(owner.email)])
  if (await isLeft(tx, owner))
    throw new AppError('unauthorized', 'The account has left the address that this token names')
}

/**
 * A call without an answer may have made a session; it is not shown to anyone and expires. A next try has the same key for a minute, and then
 * is another plan (`read-stripe-plan.ts`).
 */
async function openSession(deps: PlanDeps, plan: PlanRow, { email }: Owner): Promise<Started> {
  const { db, subscriptions, settings, now } = deps
  const page = new URL('/plan', settings.PUBLIC_URL).href
  const session = await subscriptions
    .createPlanSession({
      idempotencyKey: `plan:${plan.id}`,
      planId: plan.id,
      email: plan.email ?? email,
      monthCents: plan.monthCents,
      expiresAt: plan.expiresAt,
      successUrl: `${page}?session_id={CHECKOUT_SESSION_ID}`,
      cancelUrl: page,
    })
    .catch((error: unknown) => {
      throw unavailable(deps, plan, error)
    })
  const isKept = await savePlanSession(db, plan.id, { ...session, checkAt: toNextCheck(plan, now()) })
  if (!isKept)
    throw unavailable(deps, plan, new Error('The account was deleted, or the plan replaced, meanwhile'))
  return session
}

function unavailable({ log }: PlanDeps, { id }: PlanRow, error: unknown): AppError {
  log.error({ err: error, planId: id }, 'no payment page of a plan was opened')
  return new AppError('checkout-unavailable', 'Failed to create checkout session', { cause: error })
}
