import { ASSIST_WORDS } from '@walkon/contracts/assist-words'
import type { newAssistDay, StartedAssistDay } from '@walkon/contracts/http/assist-days'
import { holdUser } from '@walkon/runtime/erased-users'
import type { Account } from '@walkon/service/access-tokens'
import type { Transaction } from '@walkon/service/database'
import type { ClientLimit } from '@walkon/service/client-limit'
import { AppError, notFound } from '@walkon/service/errors'
import type { LaneSaleKeys } from '@walkon/service/lane-sales'
import type { z } from 'zod'
import type { Settings } from '../../config.ts'
import {
  findOpenAssistDay,
  giveUpAssistDay,
  hasDayOn,
  insertAssistDay,
  lockAssistDaysOf,
  saveAssistSession,
  type AssistDayRow,
} from '../../db/lightning-lane/assist-days.ts'
import { findPark, type ParkRow } from '../../db/parks/parks.ts'
import { toChosenWords } from '../../domain/assist-day-letters.ts'
import { toSessionKey, toSite } from '../../domain/return-urls.ts'
import { mayBeOpenedAgain, SESSION_MS } from '../../domain/session-life.ts'
import { demandDates } from '../parks/demand-dates.ts'
import { openPage, unavailable } from '../checkout/open-page.ts'
import { settleAssistDay, type SettleAssistDayDeps } from './settle-assist-day.ts'

export type AssistDayDeps = Omit<SettleAssistDayDeps, 'settings'> & {
  settings: Settings
  checkoutLimit: ClientLimit
  saleKeys: LaneSaleKeys
}

type Buyer = Pick<Account, 'userId' | 'email'>
type Asked = z.output<typeof newAssistDay>
type Wanted = { park: ParkRow; date: string }

const PRODUCT = 'assist day'

/**
 * Opens the page on which a day of Lightning Lane Assist is paid. An account has one page at a time. A page of another day is ended at
 * Stripe first; one paid in that moment holds. Throws `lane-connection-required`, `park-not-found`, `date-in-past`, `date-too-far`,
 * `assist-day-exists`, `payment-in-process`, `checkout-unavailable`, `unauthorized` and `too-many-requests`.
 */
export async function startAssistDay(
  deps: AssistDayDeps,
  buyer: Buyer,
  { asked, client, origin }: { asked: Asked; client: string; origin: string | undefined },
): Promise<StartedAssistDay> {
  await deps.checkoutLimit.admit(client)
  const wanted = await toWanted(deps, buyer, asked)
  const before = await findOpenAssistDay(deps.db, buyer.userId)
  if (before && !isFor(before, wanted)) await giveUpAssistDay(deps.db, before.id)
  if (before?.sessionId) await ask(deps, before, before.sessionId)
  const day = await deps.db.transaction((tx) => placeDay(tx, deps, buyer, wanted))
  if (day.sessionId !== null && day.url !== null) return { sessionId: day.sessionId, url: day.url }
  return openSession(deps, { day, buyer, wanted, site: toSite(origin, deps.settings) })
}

/** A day is sold once planner has vouched for account and park (decisions, section 7). */
async function toWanted(
  { db, saleKeys, now: clock }: AssistDayDeps,
  { userId }: Buyer,
  { parkId, date, saleKey }: Asked,
): Promise<Wanted> {
  const now = clock()
  if (!(await saleKeys.isFor(saleKey, { userId, parkId }, now)))
    throw new AppError('lane-connection-required', 'A day is sold to a connected account alone')
  const park = await findPark(db, parkId)
  if (!park) throw notFound('park')
  demandDates([date], park.timezone, now)
  return { park, date }
}

const isFor = ({ parkId, date }: AssistDayRow, { park, date: wanted }: Wanted): boolean =>
  parkId === park.id && date === wanted

/** The page may have been paid or expired, and its webhook be on its way. */
async function ask(deps: AssistDayDeps, { id, checkAt }: AssistDayRow, sessionId: string): Promise<void> {
  await settleAssistDay(deps, { id, sessionId, dueAgainAt: checkAt ?? deps.now() }).catch(
    (error: unknown) => {
      throw unavailable(deps, { product: PRODUCT, id }, error)
    },
  )
}

/** The same request while the page is open is the same day: a double click opens one page. */
async function placeDay(
  tx: Transaction,
  { settings, now: clock }: AssistDayDeps,
  { userId }: Buyer,
  wanted: Wanted,
): Promise<AssistDayRow> {
  await holdUser(tx, userId)
  await lockAssistDaysOf(tx, userId)
  const now = clock()
  const open = await findOpenAssistDay(tx, userId)
  if (open?.state === 'processing')
    throw new AppError('payment-in-process', 'The bank is working on a payment of this account')
  if (await hasDayOn(tx, { userId, date: wanted.date }))
    throw new AppError('assist-day-exists', 'The account has a day for this date')
  const isSame = open !== null && isFor(open, wanted)
  if (isSame && (open.sessionId !== null || mayBeOpenedAgain(open, now))) return open
  // Its address was never known, or another tab has just asked for another day: it is ended when its session is known.
  if (open) await giveUpAssistDay(tx, open.id)
  return insertAssistDay(tx, {
    userId,
    parkId: wanted.park.id,
    date: wanted.date,
    dayCents: settings.ASSIST_DAY_CENTS,
    createdAt: now,
    expiresAt: new Date(now.getTime() + SESSION_MS),
  })
}

function openSession(
  { db, settings, stripe, log, now }: AssistDayDeps,
  { day, buyer, wanted, site }: { day: AssistDayRow; buyer: Buyer; wanted: Wanted; site: string },
): Promise<StartedAssistDay> {
  const page = new URL('/lightning-lane', site).href
  return openPage(
    { log, now },
    {
      product: PRODUCT,
      row: day,
      create: () =>
        stripe.createSession({
          idempotencyKey: toSessionKey(`assist-day:${day.id}`, site, settings),
          orderId: day.id,
          email: buyer.email,
          item: {
            name: `Lightning Lane Assist, ${toChosenWords(wanted)}`,
            description: ASSIST_WORDS,
            quantity: 1,
            unitCents: day.dayCents,
          },
          expiresAt: day.expiresAt,
          successUrl: `${page}?session_id={CHECKOUT_SESSION_ID}`,
          cancelUrl: page,
        }),
      save: (session) => saveAssistSession(db, day.id, session),
    },
  )
}
