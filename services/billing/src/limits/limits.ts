import { createCountedMails } from '@walkon/runtime/counted-mails'
import type { Deps } from '@walkon/runtime/service'
import { createClientLimit } from '@walkon/service/client-limit'
import { createNumberLimit } from '@walkon/service/number-limit'
import type { Settings } from '../config.ts'
import { createActivationMails } from './activation-mails.ts'
import { createHeldLimit } from './held.ts'
import { createGuessLimit } from './promo-guesses.ts'

const MINUTE = 60

/** Limits guesses, mails and requests. */
export function limitsOf({ settings, cache, metrics, now }: Deps<Settings>) {
  const shared = { cache, now }
  const limitClients = (name: string, limit: number, windowSeconds: number) =>
    createClientLimit(shared, name, { limit, windowSeconds })
  return {
    guessLimit: createGuessLimit({
      ...shared,
      perClient: settings.PROMO_GUESSES_PER_CLIENT,
      perMinute: settings.PROMO_GUESSES_PER_MINUTE,
      perAddress: settings.PROMO_GUESSES_PER_ADDRESS,
    }),
    mails: createActivationMails({
      ...shared,
      mails: createCountedMails('activation', settings.TOKEN_KEYS),
      perClient: settings.ACTIVATION_MAILS_PER_CLIENT,
      metrics,
    }),
    checkoutLimit: limitClients('checkout', settings.CHECKOUTS_PER_CLIENT, 5 * MINUTE),
    heldLimit: createHeldLimit(shared),
    numberLimit: createNumberLimit(cache, now, settings.NUMBERS_PER_CLIENT_DAY),
    affiliateLimit: limitClients('affiliate', settings.AFFILIATE_APPLICATIONS_PER_CLIENT, 60 * MINUTE),
  }
}
