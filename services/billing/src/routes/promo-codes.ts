import { promoCodeCheck, promoCodeCheckResult } from '@walkon/contracts/http/billing'
import { problem } from '@walkon/contracts/http/problem'
import type { Database } from '@walkon/service/database'
import type { HttpApp } from '@walkon/service/http'
import { findPromoCode } from '../db/promo-codes.ts'
import { decidePromoCode } from '../domain/promo-code.ts'
import type { GuessLimit } from '../guess-limit.ts'
import { PromoCodeRefused } from '../refusals.ts'

export type PromoCodeRouteDeps = { db: Database; guessLimit: GuessLimit; now: () => Date }

/** Says whether a code would make a channel free now. It reserves nothing: the activation decides. */
export async function promoCodeRoutes(
  app: HttpApp,
  { db, guessLimit, now }: PromoCodeRouteDeps,
): Promise<void> {
  app.post(
    '/promo-codes/check',
    {
      config: { access: 'public' },
      schema: {
        body: promoCodeCheck,
        response: { 200: promoCodeCheckResult, 404: problem, 409: problem, 410: problem, 429: problem },
      },
    },
    (request) =>
      guessLimit.guard(request.ip, async () => {
        const { code, channel } = request.body
        // Nobody has given an address yet, so its own limit is left to the activation.
        const refusal = decidePromoCode(await findPromoCode(db, code), { channel, byEmail: 0, now: now() })
        if (refusal) throw new PromoCodeRefused(refusal)
        return { code, channel, free: true as const }
      }),
  )
}
