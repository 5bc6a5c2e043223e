import { receiptAct, refundAct } from '@walkon/contracts/http/desk'
import { problems } from '@walkon/contracts/http/problem'
import { accountOf } from '@walkon/service/access'
import type { HttpApp } from '@walkon/service/http'
import { z } from 'zod'
import { refundPayment, type RefundDeps } from '../use-cases/refund-payment.ts'
import { resendReceipt } from '../use-cases/resend-receipt.ts'

const config = { access: 'support' } as const
const tags = ['support-desk']

const refund = {
  summary: 'Pay back a payment, whole or in part',
  operationId: 'refundPayment',
  success: 'The refund is queued, once; a payment that goes back whole takes its pass back.',
  tags,
  params: z.object({ checkoutId: z.uuid() }),
  body: refundAct,
  response: { 204: z.null(), ...problems('checkout-not-found', 'refund-refused', 'refund-over-limit') },
}
const receipt = {
  summary: 'Mail the receipt of a payment again',
  operationId: 'resendReceipt',
  success: 'The receipt is queued, once for each `requestId`.',
  tags,
  params: z.object({ checkoutId: z.uuid() }),
  body: receiptAct,
  response: { 204: z.null(), ...problems('checkout-not-found') },
}

/** What the support desk puts right of money. */
export async function deskActRoutes(app: HttpApp, deps: RefundDeps): Promise<void> {
  app.post('/payments/:checkoutId/refund', { config, schema: refund }, async (request, reply) => {
    const { userId: actorId, roles } = accountOf(request)
    const isLimited = !roles.includes('admin')
    await refundPayment(deps, { actorId, isLimited }, request.params.checkoutId, request.body)
    return reply.code(204).send(null)
  })

  app.post('/payments/:checkoutId/receipt', { config, schema: receipt }, async (request, reply) => {
    await resendReceipt(deps, accountOf(request).userId, request.params.checkoutId, request.body)
    return reply.code(204).send(null)
  })
}
