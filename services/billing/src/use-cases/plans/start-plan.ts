import type { startedPlan } from '@walkon/contracts/http/plans'
import { isLeft } from '@walkon/runtime/ended-links'
import { holdUser } from '@walkon/runtime/erased-users'
import type { Account } from '@walkon/service/access-tokens'
import { hashAddress } from '@walkon/service/address-hash'
import type { Transaction } from '@walkon/service/database'
import { AppError } from '@walkon/service/errors'
import type { z } from 'zod'
import type { Settings } from '../../config.ts'
import { lockAddresses } from '../../db/checkout/orders.ts'
import { findLivePlan, insertPlan, savePlanSession, type PlanRow } from '../../db/plans/plans.ts'
import { toSessionKey, toSite } from '../../domain/return-urls.ts'
import { SESSION_MS } from '../../domain/session-life.ts'
import type { ClientLimit } from '@walkon/service/client-limit'
import { openPage, unavailable } from '../checkout/open-page.ts'
import { settlePlan, type SettlePlanDeps } from './settle-plan.ts'

export type PlanDeps = Omit<SettlePlanDeps, 'settings'> & { settings: Settings; checkoutLimit: ClientLimit }

type Owner = Pick<Account, 'userId' | 'email' | 'knownAt'>
type Started = z.output<typeof startedPlan>

const PRODUCT = 'plan'

/** The account that asks, and the address of ours to which its page leads back. */
export type Asker = { client: string; origin: string | undefined }

/**
 * Opens the page on which the first month of the account's plan is paid. An account has one page or one plan at a time. Another page is
 * opened only after Stripe has said that the one before has expired, so two tabs cannot pay twice. Throws `plan-exists`, `unauthorized`,
 * `checkout-unavailable` and `too-many-requests`.
 */
export async function startPlan(deps: PlanDeps, owner: Owner, { client, origin }: Asker): Promise<Started> {
  await deps.checkoutLimit.admit(client)
  const before = await findLivePlan(deps.db, owner.userId)
  if (before?.state === 'opening') await ask(deps, before)
  const plan = await deps.db.transaction((tx) => placePlan(tx, deps, owner))
  if (plan.sessionId !== null && plan.url !== null) return { sessionId: plan.sessionId, url: plan.url }
  return openSession(deps, { plan, owner, site: toSite(origin, deps.settings) })
}

/** The page may have been paid or expired, and its webhook be on its way. */
async function ask(deps: PlanDeps, plan: PlanRow): Promise<void> {
  await settlePlan(deps, plan.id).catch((error: unknown) => {
    throw unavailable(deps, { product: PRODUCT, id: plan.id }, error)
  })
}

/** The same request while the page is open is the same plan: a double click opens one page. */
async function placePlan(
  tx: Transaction,
  { settings, now: clock }: PlanDeps,
  owner: Owner,
): Promise<PlanRow> {
  await holdUser(tx, owner.userId, 'plan')
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
 * Plans move once, when the address changes. A later one, bought with an older token, would cover an address that the account has left. The
 * web app renews a token that is refused, and asks again.
 */
async function refuseFormerAddress(tx: Transaction, owner: Owner): Promise<void> {
  await lockAddresses(tx, [hashAddress(owner.email)])
  if (await isLeft(tx, owner))
    throw new AppError('unauthorized', 'The account has left the address that this token names')
}

/** After a minute another try is another plan (`read-stripe-plan.ts`). */
function openSession(
  { db, subscriptions, settings, log, now }: PlanDeps,
  { plan, owner, site }: { plan: PlanRow; owner: Owner; site: string },
): Promise<Started> {
  const page = new URL('/plan', site).href
  return openPage(
    { log, now },
    {
      product: PRODUCT,
      row: plan,
      create: () =>
        subscriptions.createPlanSession({
          idempotencyKey: toSessionKey(`plan:${plan.id}`, site, settings),
          planId: plan.id,
          email: plan.email ?? owner.email,
          monthCents: plan.monthCents,
          expiresAt: plan.expiresAt,
          successUrl: `${page}?session_id={CHECKOUT_SESSION_ID}`,
          cancelUrl: page,
        }),
      save: (session) => savePlanSession(db, plan.id, session),
    },
  )
}
