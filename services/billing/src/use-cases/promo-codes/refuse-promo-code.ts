import { AppError } from '@walkon/service/errors'
import type { PromoCodeProblem } from '../../domain/promo-code.ts'

const REFUSALS: Record<PromoCodeProblem | 'promo-code-not-free', string> = {
  'invalid-promo-code': 'The promo code you entered is not valid',
  'promo-code-expired': 'This promo code has expired',
  'promo-code-spent': 'This promo code has been used up',
  'promo-code-wrong-channel': 'This promo code is for another kind of alert',
  'promo-code-not-free': 'This promo code leaves something to pay. Please order again and pay the rest.',
}

/** The codes that a refused promo code is answered with, where the rest can be paid. */
export const PROMO_CODE_PROBLEMS = [
  'invalid-promo-code',
  'promo-code-expired',
  'promo-code-spent',
  'promo-code-wrong-channel',
] as const satisfies PromoCodeProblem[]

/** The codes if nothing can be paid. */
export const FREE_CODE_PROBLEMS = [...PROMO_CODE_PROBLEMS, 'promo-code-not-free'] as const

/** A refused promo code, which counts as a guess. */
export class PromoCodeRefused extends AppError {
  constructor(problem: keyof typeof REFUSALS) {
    super(problem, REFUSALS[problem])
  }
}
