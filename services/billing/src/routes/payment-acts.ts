import { refundAct, resendAct } from '@walkon/contracts/http/desk'
import { problems } from '@walkon/contracts/http/problem'
import { DESK_CONFIG as config, DESK_REFUSALS, DESK_TAGS as tags, staffOf } from '@walkon/runtime/desk-rights'
import type { HttpApp } from '@walkon/service/http'
import { z } from 'zod'
import { refundPayment, type RefundDeps } from '../use-cases/payments/refund-payment.ts'
import { resendReceipt } from '../use-cases/payments/resend-receipt.ts'

const refund = {
  summary: 'Pay back a payment, whole or in part',
  operationId: 'refundPayment',
  success: 'The refund is queued, once; a payment that goes back whole takes its pass back.',
  tags,
  params: z.object({ checkoutId: z.uuid() }),
  body: refundAct,
  response: {
    204: z.null(),
    ...problems(...DESK_REFUSALS, 'checkout-not-found', 'refund-refused', 'refund-over-limit'),
  },
}
const receipt = {
  summary: 'Mail the receipt of a payment again',
  operationId: 'resendReceipt',
  success: 'The receipt is queued, once for each `requestId`.',
  tags,
  params: z.object({ checkoutId: z.uuid() }),
  body: resendAct,
  response: { 204: z.null(), ...problems(...DESK_REFUSALS, 'checkout-not-found') },
}
/** Routes for the support desk's acts on payments. */
export async function paymentActRoutes(app: HttpApp, deps: RefundDeps): Promise<void> {
  app.post('/payments/:checkoutId/refund', { config, schema: refund }, async (request, reply) => {
    await refundPayment(deps, staffOf(request), request.params.checkoutId, request.body)
    return reply.code(204).send(null)
  })

  app.post('/payments/:checkoutId/receipt', { config, schema: receipt }, async (request, reply) => {
    await resendReceipt(deps, staffOf(request), request.params.checkoutId, request.body)
    return reply.code(204).send(null)
  })
}
