import { AppError } from '@walkon/service/errors'
import { MAX_DAYS_AHEAD } from '@walkon/contracts/http/billing'
import type { DateProblem } from './domain/pass-windows.ts'
import type { PromoCodeProblem } from './domain/promo-code.ts'

/** What the rules refuse, as callers hear it. */

const PROMO_CODE_REFUSALS: Record<PromoCodeProblem, { status: number; message: string }> = {
  'invalid-promo-code': { status: 404, message: 'The promo code you entered is not valid' },
  'promo-code-expired': { status: 410, message: 'This promo code has expired' },
  'promo-code-spent': { status: 409, message: 'This promo code has been used up' },
  'promo-code-wrong-channel': { status: 409, message: 'This promo code is for another kind of alert' },
}

export class PromoCodeRefused extends AppError {
  constructor(problem: PromoCodeProblem) {
    const { status, message } = PROMO_CODE_REFUSALS[problem]
    super(status, problem, message)
  }
}

export function dateRefused({ problem, date }: DateProblem): AppError {
  const message =
    problem === 'date-in-past' ? 'is over at the park' : `is more than ${MAX_DAYS_AHEAD} days ahead`
  return new AppError(422, problem, `${date} ${message}`)
}
