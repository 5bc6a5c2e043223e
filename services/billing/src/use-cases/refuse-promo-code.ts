import { AppError } from '@walkon/service/errors'
import type { PromoCodeProblem } from '../domain/promo-code.ts'

const REFUSALS: Record<PromoCodeProblem, string> = {
  'invalid-promo-code': 'The promo code you entered is not valid',
  'promo-code-expired': 'This promo code has expired',
  'promo-code-spent': 'This promo code has been used up',
  'promo-code-wrong-channel': 'This promo code is for another kind of alert',
}

/** The codes that a refused promo code is answered with. */
export const PROMO_CODE_PROBLEMS = Object.keys(REFUSALS) as PromoCodeProblem[]

/** A refused promo code, which counts as a guess. */
export class PromoCodeRefused extends AppError {
  constructor(problem: PromoCodeProblem) {
    super(problem, REFUSALS[problem])
  }
}
