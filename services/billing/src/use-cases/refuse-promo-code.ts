import { AppError } from '@walkon/service/errors'
import type { PromoCodeProblem } from '../domain/promo-code.ts'

const REFUSALS: Record<PromoCodeProblem, { status: number; message: string }> = {
  'invalid-promo-code': { status: 404, message: 'The promo code you entered is not valid' },
  'promo-code-expired': { status: 410, message: 'This promo code has expired' },
  'promo-code-spent': { status: 409, message: 'This promo code has been used up' },
  'promo-code-wrong-channel': { status: 409, message: 'This promo code is for another kind of alert' },
}

/** A refused promo code, which counts as a guess. */
export class PromoCodeRefused extends AppError {
  constructor(problem: PromoCodeProblem) {
    const { status, message } = REFUSALS[problem]
    super(status, problem, message)
  }
}
