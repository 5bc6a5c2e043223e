import { extendAct, giveAct, givenPass, refundAct, resendAct } from '@walkon/contracts/http/desk'
import { problems } from '@walkon/contracts/http/problem'
import { toStaff } from '@walkon/runtime/desk-rights'
import { accountOf } from '@walkon/service/access'
import type { HttpApp } from '@walkon/service/http'
import { z } from 'zod'
import { extendPass, givePass, type GiftDeps } from '../use-cases/give-pass.ts'
import { refundPayment, type RefundDeps } from '../use-cases/refund-payment.ts'
import { resendConfirmation } from '../use-cases/resend-confirmation.ts'
import { resendReceipt } from '../use-cases/resend-receipt.ts'

const config = { access: 'support' } as const
const tags = ['support-desk']
const REFUSALS = ['own-account', 'staff-account', 'decision-conflict'] as const

const refund = {
  summary: 'Pay back a payment, whole or in part',
  operationId: 'refundPayment',
  success: 'The refund is queued, once; a payment that goes back whole takes its pass back.',
  tags,
  params: z.object({ checkoutId: z.uuid() }),
  body: refundAct,
  response: {
    204: z.null(),
    ...problems(...REFUSALS, 'checkout-not-found', 'refund-refused', 'refund-over-limit'),
  },
}
const receipt = {
  summary: 'Mail the receipt of a payment again',
  operationId: 'resendReceipt',
  success: 'The receipt is queued, once for each `requestId`.',
  tags,
  params: z.object({ checkoutId: z.uuid() }),
  body: resendAct,
  response: { 204: z.null(), ...problems(...REFUSALS, 'checkout-not-found') },
}
const confirmation = {
  summary: 'Mail the link of an order again',
  operationId: 'resendConfirmation',
  success: 'The link is queued for the present address of the order, once for each `requestId`.',
  tags,
  params: z.object({ orderId: z.uuid() }),
  body: resendAct,
  response: { 204: z.null(), ...problems(...REFUSALS, 'order-not-waiting') },
}
const DATE_CODES = ['date-in-past', 'date-too-far'] as const
const give = {
  summary: 'Give a visitor a pass that costs nothing',
  operationId: 'givePass',
  success: 'The pass, by its order: it alerts by email at once, and is given once for each `requestId`.',
  tags,
  body: giveAct,
  response: {
    200: givenPass,
    ...problems(...REFUSALS, 'park-not-found', 'visitor-not-found', 'pass-over-limit', ...DATE_CODES),
  },
}
const extend = {
  summary: 'Give more days like those of a pass, which cost nothing',
  operationId: 'extendPass',
  success: 'The added pass, by its order: of the same park and channel, once for each `requestId`.',
  tags,
  params: z.object({ orderId: z.uuid() }),
  body: extendAct,
  response: {
    200: givenPass,
    ...problems(...REFUSALS, 'order-not-found', 'park-not-found', 'pass-over-limit', ...DATE_CODES),
  },
}

const staffOf = (request: Parameters<typeof accountOf>[0]) => toStaff(accountOf(request))

/** Routes for the support desk's acts on money and passes. */
export async function deskActRoutes(app: HttpApp, deps: RefundDeps & GiftDeps): Promise<void> {
  app.post('/payments/:checkoutId/refund', { config, schema: refund }, async (request, reply) => {
    await refundPayment(deps, staffOf(request), request.params.checkoutId, request.body)
    return reply.code(204).send(null)
  })

  app.post('/payments/:checkoutId/receipt', { config, schema: receipt }, async (request, reply) => {
    await resendReceipt(deps, staffOf(request), request.params.checkoutId, request.body)
    return reply.code(204).send(null)
  })

  app.post('/orders/:orderId/confirmation', { config, schema: confirmation }, async (request, reply) => {
    await resendConfirmation(deps, staffOf(request), request.params.orderId, request.body)
    return reply.code(204).send(null)
  })

  app.post('/passes/give', { config, schema: give }, async (request) =>
    givePass(deps, staffOf(request), request.body),
  )

  app.post('/passes/:orderId/extend', { config, schema: extend }, async (request) =>
    extendPass(deps, staffOf(request), request.params.orderId, request.body),
  )
}
