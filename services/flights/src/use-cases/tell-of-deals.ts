import { requestLetters, type LetterRequest } from '@walkon/runtime/request-letter'
import type { Queryable, Transaction } from '@walkon/service/database'
import type { SealedTokens } from '@walkon/service/sealed-tokens'
import { lockAlertsOfTrip, saveTold, type ToldPrice } from '../db/alerts-of-trip.ts'
import type { FlightAlertRow } from '../db/flight-alerts.ts'
import { toDay } from '../db/search-days.ts'
import { listPrices, listPricesSince } from '../db/watched-trips.ts'
import { findPriceFor, FRESH_MS, hasRisenSince, isDeal, type Price } from '../domain/deal.ts'
import { toDealLetter } from '../domain/flight-letters.ts'
import { toWatched } from './show-alert.ts'

export type TellDeps = { linkTokens: SealedTokens; now: () => Date }

/** A fare is of no use a day later. */
const DEAL_HOURS = 24
/** How long the link to the list of alerts works. */
const LINK_DAYS = 30

/**
 * Mails each active alert of a trip that prices of the last minutes are news for. The told price is recorded in the same transaction as the
 * request of the mail, so that a price is told once.
 */
export async function tellOfDeals(tx: Transaction, tripId: string, deps: TellDeps): Promise<void> {
  const now = deps.now()
  const alerts = await lockAlertsOfTrip(tx, tripId)
  const prices = await listFreshPrices(tx, tripId, now)
  const before = alerts.some(({ toldAt }) => toldAt !== null) ? await listPrices(tx, [tripId]) : []
  const told: ToldPrice[] = []
  const letters: LetterRequest[] = []
  for (const alert of alerts) {
    const price = findPriceFor(alert, prices)
    if (!price) continue
    const hasRisen = alert.toldAt !== null && hasRisenSince(alert, toDay(alert.toldAt), before, toDay(now))
    const isNews = isDeal(alert, price, { hasRisen })
    const firstCents = alert.firstCents ?? price.cents
    if (isNews) letters.push(await toLetter(alert, price, firstCents, deps))
    if (isNews || alert.firstCents === null) {
      told.push({
        id: alert.id,
        firstCents,
        toldCents: isNews ? price.cents : null,
        toldAt: isNews ? now.toISOString() : null,
      })
    }
  }
  await saveTold(tx, told)
  await requestLetters(tx, 'flights', letters, now)
}

/** The prices that may be told. */
export const listFreshPrices = (db: Queryable, tripId: string, now: Date): Promise<Price[]> =>
  listPricesSince(db, tripId, { since: new Date(now.getTime() - FRESH_MS), now })

async function toLetter(
  alert: FlightAlertRow,
  price: Price,
  firstCents: number,
  deps: TellDeps,
): Promise<LetterRequest> {
  const manageToken = await sealManageToken(alert, deps)
  return {
    to: { email: alert.email },
    about: alert.id,
    occasion: `deal ${price.cents} ${toDay(deps.now())}`,
    letter: toDealLetter(toWatched(alert), { price, firstCents, toldCents: alert.toldCents, manageToken }),
    list: 'flights',
    useful: { hours: DEAL_HOURS },
  }
}

/** The token of a link to the list of the address's alerts. */
export const sealManageToken = (
  { email, confirmedAt }: FlightAlertRow,
  { linkTokens, now }: TellDeps,
): Promise<string> =>
  linkTokens.seal(email, {
    expiresInSeconds: LINK_DAYS * 86_400,
    now: now(),
    ...(confirmedAt && { knownAt: confirmedAt }),
  })
