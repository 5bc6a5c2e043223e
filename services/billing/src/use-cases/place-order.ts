import { MAX_DAYS_AHEAD, type newActivation } from '@walkon/contracts/http/billing'
import type { Database, Transaction } from '@walkon/service/database'
import { AppError } from '@walkon/service/errors'
import type { z } from 'zod'
import type { Settings } from '../config.ts'
import { insertOrder, type OrderRow } from '../db/orders.ts'
import type { ParkRow } from '../db/parks.ts'
import type { SameOrder } from '../domain/order.ts'
import { decideDates, isDateProblem, type DateProblem } from '../domain/pass-windows.ts'
import { toPrice } from '../domain/price.ts'
import type { ActivationMails } from './limit-activation-mails.ts'
import type { GuessLimit } from './limit-promo-guesses.ts'

export type ActivationDeps = {
  db: Database
  settings: Settings
  guessLimit: GuessLimit
  mails: ActivationMails
  now: () => Date
}

export type FreeOrder = SameOrder & { promoCode: string }

/** The order that a request asks for. Throws `date-in-past`, `date-too-far`. */
export function toFreeOrder(asked: z.output<typeof newActivation>, park: ParkRow, now: Date): FreeOrder {
  const { email, promoCode, startTime = null } = asked
  const dates = decideDates(asked.dates, park.timezone, now)
  if (isDateProblem(dates)) throw dateRefused(dates)
  return { email, channel: 'email', parkId: park.id, dates, startTime, promoCode }
}

/** Places an order that waits for a proof of its address. Its promo code is judged when it is fulfilled. */
export function placeFreeOrder(
  tx: Transaction,
  wanted: FreeOrder,
  settings: Settings,
  now: Date,
): Promise<OrderRow> {
  return insertOrder(tx, {
    ...wanted,
    ...toPrice({ days: wanted.dates.length, dayPriceCents: settings.EMAIL_DAY_CENTS, isFree: true }),
    status: 'awaiting-confirmation',
    createdAt: now,
    expiresAt: new Date(now.getTime() + settings.CONFIRMATION_HOURS * 3_600_000),
  })
}

function dateRefused({ problem, date }: DateProblem): AppError {
  const message =
    problem === 'date-in-past' ? 'is over at the park' : `is more than ${MAX_DAYS_AHEAD} days ahead`
  return new AppError(problem, `${date} ${message}`)
}
