import { promoCodeCheck, promoCodeCheckResult } from '@walkon/contracts/http/promo-codes'
import { problems } from '@walkon/contracts/http/problem'
import type { Database } from '@walkon/service/database'
import { tooManyRequests } from '@walkon/service/errors'
import type { HttpApp } from '@walkon/service/http'
import { checkPromoCode } from '../use-cases/promo-codes/check-promo-code.ts'
import type { GuessLimit } from '../limits/promo-guesses.ts'
import { PROMO_CODE_PROBLEMS } from '../use-cases/promo-codes/refuse-promo-code.ts'

export type PromoCodeRouteDeps = { db: Database; guessLimit: GuessLimit; now: () => Date }

export async function promoCodeRoutes(
  app: HttpApp,
  { db, guessLimit, now }: PromoCodeRouteDeps,
): Promise<void> {
  app.post(
    '/promo-codes/check',
    {
      config: { access: 'public' },
      schema: {
        summary: 'Check a promo code',
        operationId: 'checkPromoCode',
        tags: ['promo-codes'],
        success: 'The code makes days of this channel free.',
        body: promoCodeCheck,
        response: { 200: promoCodeCheckResult, ...problems(...PROMO_CODE_PROBLEMS, 'too-many-requests') },
      },
    },
    async (request) => {
      const guesser = { client: request.ip }
      const waitSeconds = await guessLimit.check(guesser)
      if (waitSeconds !== null) throw tooManyRequests('promo-guess', waitSeconds)
      return guessLimit.count(guesser, () => checkPromoCode(db, request.body, now()))
    },
  )
}
