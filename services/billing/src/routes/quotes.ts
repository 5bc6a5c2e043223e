import { newQuote, quote } from '@walkon/contracts/http/checkouts'
import { problems } from '@walkon/contracts/http/problem'
import type { Database } from '@walkon/service/database'
import { tooManyRequests } from '@walkon/service/errors'
import type { HttpApp } from '@walkon/service/http'
import type { Settings } from '../config.ts'
import type { GuessLimit } from '../limits/promo-guesses.ts'
import { quoteOrder } from '../use-cases/checkout/quote-order.ts'
import { PROMO_CODE_PROBLEMS } from '../use-cases/promo-codes/refuse-promo-code.ts'

export type QuoteRouteDeps = { db: Database; settings: Settings; guessLimit: GuessLimit; now: () => Date }

export async function quoteRoutes(
  app: HttpApp,
  { db, settings, guessLimit, now }: QuoteRouteDeps,
): Promise<void> {
  app.post(
    '/quotes',
    {
      config: { access: 'public' },
      schema: {
        summary: 'Quote an order',
        operationId: 'quoteOrder',
        tags: ['quotes'],
        success: 'The price of a day, the discount and the total, in cents.',
        body: newQuote,
        response: { 200: quote, ...problems(...PROMO_CODE_PROBLEMS, 'too-many-requests') },
      },
    },
    async (request) => {
      const asked = request.body
      if (asked.promoCode === undefined) return quoteOrder({ db, settings }, asked, now())
      const guesser = { client: request.ip }
      const waitSeconds = await guessLimit.check(guesser)
      if (waitSeconds !== null) throw tooManyRequests('promo-guess', waitSeconds)
      return guessLimit.count(guesser, () => quoteOrder({ db, settings }, asked, now()))
    },
  )
}
