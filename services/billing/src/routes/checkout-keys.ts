import { checkoutKey, tabProof } from '@walkon/contracts/http/checkouts'
import { problems } from '@walkon/contracts/http/problem'
import type { HttpApp } from '@walkon/service/http'
import { z } from 'zod'
import { openCheckoutKey, type CheckoutKeyDeps } from '../use-cases/checkout/open-checkout-key.ts'

/** Routes for keys that the tab that paid may get. */
export async function checkoutKeyRoutes(app: HttpApp, deps: CheckoutKeyDeps): Promise<void> {
  app.post(
    '/checkouts/:sessionId/key',
    {
      config: { access: 'public' },
      schema: {
        summary: 'Open the alerts of a paid order',
        operationId: 'openCheckoutKey',
        tags: ['checkouts'],
        success: 'For the tab that ordered: a key to the alerts of the order’s park.',
        params: z.object({ sessionId: z.string().max(200) }),
        body: tabProof,
        response: { 200: checkoutKey, ...problems('checkout-not-found') },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store')
      return openCheckoutKey(deps, request.params.sessionId, request.body.tabKey)
    },
  )
}
