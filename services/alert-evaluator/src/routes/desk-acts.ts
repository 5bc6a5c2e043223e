import { linkAct, stopAct } from '@walkon/contracts/http/desk'
import { problems } from '@walkon/contracts/http/problem'
import { DESK_CONFIG as config, DESK_TAGS as tags } from '@walkon/runtime/desk-rights'
import { accountOf } from '@walkon/service/access'
import type { Database } from '@walkon/service/database'
import { AppError } from '@walkon/service/errors'
import type { HttpApp } from '@walkon/service/http'
import { z } from 'zod'
import { mailManageLink } from '../use-cases/subscriptions/mail-manage-link.ts'
import { stopAlerts } from '../use-cases/subscriptions/stop-alerts.ts'

const stop = {
  summary: 'Stop the alerts of an address',
  operationId: 'stopAlerts',
  success: 'The alerts of all parks of the address are off; its owner may turn them on again.',
  tags,
  body: stopAct,
  response: { 204: z.null(), ...problems('own-account', 'subscription-not-found') },
}
const link = {
  summary: 'Mail the owner of alerts the link to them',
  operationId: 'mailManageLink',
  success: 'A mail with the link is queued for the address, once for each `requestId`.',
  tags,
  body: linkAct,
  response: { 204: z.null(), ...problems('own-account', 'subscription-not-found', 'decision-conflict') },
}

/** Routes for the support desk's acts on alerts. */
export async function deskActRoutes(app: HttpApp, deps: { db: Database; now: () => Date }): Promise<void> {
  app.post('/visitors/stop', { config, schema: stop }, async (request, reply) => {
    await stopAlerts(deps, actorOf(request), request.body)
    return reply.code(204).send(null)
  })

  app.post('/visitors/manage-link', { config, schema: link }, async (request, reply) => {
    await mailManageLink(deps, actorOf(request), request.body)
    return reply.code(204).send(null)
  })
}

/** The account that acts; it may act on any address except its own. */
function actorOf(request: Parameters<typeof accountOf>[0] & { body: { email: string } }): string {
  const { userId, email } = accountOf(request)
  if (request.body.email === email)
    throw new AppError('own-account', 'Staff put nothing right of their own account')
  return userId
}
