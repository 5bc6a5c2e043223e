import type { Settings } from '../config.ts'
import { createStripePayments } from './stripe-payments.ts'
import { createSubscriptionClient } from './stripe-subscriptions.ts'
import { stripeWebhook } from './stripe-webhook.ts'
import { createStripe } from './stripe.ts'

/** The clients of Stripe by the settings; null in an installation without it. */
export function stripeOf(settings: Settings) {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRETS: secrets } = settings
  if (secretKey === undefined || secrets === undefined) return null
  const account = {
    apiUrl: settings.STRIPE_API_URL,
    secretKey,
    timeoutMs: settings.STRIPE_TIMEOUT_SECONDS * 1_000,
  }
  return {
    stripe: createStripe(account),
    subscriptions: createSubscriptionClient(account),
    payments: createStripePayments(account),
    webhook: stripeWebhook({ secretKey, secrets }),
  }
}
