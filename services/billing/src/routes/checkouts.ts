import { checkoutState, newCheckout, startedCheckout } from '@walkon/contracts/http/checkouts'
import { problems } from '@walkon/contracts/http/problem'
import type { HttpApp } from '@walkon/service/http'
import { z } from 'zod'
import { readCheckout, type ReadCheckoutDeps } from '../use-cases/checkout/read-checkout.ts'
import { startCheckout, type CheckoutDeps } from '../use-cases/checkout/start-checkout.ts'

const CHECKOUT_PROBLEMS = [
  'park-not-found',
  'unknown-ride',
  'address-left',
  'address-not-allowed',
  'invalid-promo-code',
  'promo-code-spent',
  'promo-code-wrong-channel',
  'promo-code-expired',
  'date-in-past',
  'date-too-far',
  'day-sold-out',
  'phone-required',
  'phone-country',
  'sms-not-offered',
  'not-offered',
  'too-many-numbers',
  'too-many-requests',
  'address-mailed-enough',
  'checkout-unavailable',
] as const

/** Routes to buy days of alerts, and to read the outcome. */
export async function checkoutRoutes(app: HttpApp, deps: CheckoutDeps & ReadCheckoutDeps): Promise<void> {
  app.post(
    '/checkouts',
    {
      config: { access: 'optional-caller' },
      schema: {
        summary: 'Start the checkout of an order',
        operationId: 'startCheckout',
        tags: ['checkouts'],
        success: 'Where the visitor pays, or our page that follows a free order.',
        body: newCheckout,
        response: {
          201: startedCheckout,
          ...problems(...CHECKOUT_PROBLEMS),
        },
      },
    },
    async (request, reply) => {
      const { caller, ip: client, headers } = request
      const started = await startCheckout(deps, request.body, { caller, client, origin: headers.origin })
      return reply.code(201).send(started)
    },
  )

  app.get(
    '/checkouts/:sessionId',
    {
      config: { access: 'public' },
      schema: {
        summary: 'Read the state of a checkout',
        operationId: 'readCheckout',
        tags: ['checkouts'],
        success: 'The state with park, days and total, without address and number.',
        params: z.object({ sessionId: z.string().max(200) }),
        response: { 200: checkoutState, ...problems('checkout-not-found') },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store')
      return readCheckout(deps, request.params.sessionId)
    },
  )
}
