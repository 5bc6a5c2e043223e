import { extendAct, giveAct, givenPass, resendAct } from '@walkon/contracts/http/desk'
import { problems } from '@walkon/contracts/http/problem'
import { DESK_CONFIG as config, DESK_REFUSALS, DESK_TAGS as tags, staffOf } from '@walkon/runtime/desk-rights'
import type { HttpApp } from '@walkon/service/http'
import { z } from 'zod'
import { extendPass, givePass, type GiftDeps } from '../use-cases/passes/give-pass.ts'
import { resendConfirmation } from '../use-cases/checkout/resend-confirmation.ts'

const confirmation = {
  summary: 'Mail the link of an order again',
  operationId: 'resendConfirmation',
  success: 'The link is queued for the present address of the order, once for each `requestId`.',
  tags,
  params: z.object({ orderId: z.uuid() }),
  body: resendAct,
  response: { 204: z.null(), ...problems(...DESK_REFUSALS, 'order-not-waiting') },
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
    ...problems(...DESK_REFUSALS, 'park-not-found', 'visitor-not-found', 'pass-over-limit', ...DATE_CODES),
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
    ...problems(...DESK_REFUSALS, 'order-not-found', 'park-not-found', 'pass-over-limit', ...DATE_CODES),
  },
}

/** Routes for the support desk's acts on orders and passes. */
export async function deskActRoutes(app: HttpApp, deps: GiftDeps): Promise<void> {
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
