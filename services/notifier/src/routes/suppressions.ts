import { releaseAct, suppressAct } from '@walkon/contracts/http/desk'
import { problems } from '@walkon/contracts/http/problem'
import { releaseQueued, suppressedAddress, suppressionReport } from '@walkon/contracts/http/ways'
import { staffOf } from '@walkon/runtime/desk-rights'
import type { HttpApp } from '@walkon/service/http'
import { z } from 'zod'
import { demandRightOverRecipient } from '../use-cases/suppressions/demand-right.ts'
import type { DeliveryMetrics } from '../metrics/deliveries.ts'
import { releaseAddress, releaseNumber } from '../use-cases/suppressions/release-suppressions.ts'
import { reportSuppressions, type ReportDeps } from '../use-cases/suppressions/report-suppressions.ts'
import { suppressByHand } from '../use-cases/suppressions/suppress-by-hand.ts'

const config = { access: 'support' } as const
const tags = ['suppressions']

const lookUp = {
  summary: 'Look up why an address gets no mail',
  operationId: 'lookUpSuppressions',
  success:
    'What stands against the address, here and on the lists of Postmark, and the newest questions to Postmark.',
  tags,
  body: suppressedAddress,
  response: { 200: suppressionReport },
}
const suppression = {
  summary: 'Stop what is sent to an address or a number',
  operationId: 'suppressByHand',
  success: 'Nothing is sent there from now on; what was queued has ended.',
  tags,
  body: suppressAct,
  response: { 204: z.null(), ...problems('own-account', 'staff-account', 'account-guarded') },
}
const release = {
  summary: 'Release an address that gets no mail, or a number that gets no text',
  operationId: 'releaseSuppressions',
  success:
    'The release of an address is queued; the look-up says what came of it. Postmark keeps reports of spam. A number is released at once.',
  tags,
  body: releaseAct,
  response: { 202: releaseQueued, ...problems('own-account', 'staff-account', 'number-stopped') },
}

type SuppressionDeps = ReportDeps & { now: () => Date; metrics: Pick<DeliveryMetrics, 'count'> }

/** Routes for support's acts on an address or a number. It is in the body, because addresses of calls are logged. */
export async function suppressionRoutes(app: HttpApp, deps: SuppressionDeps): Promise<void> {
  const { db, now } = deps

  app.post('/suppressions/look-up', { config, schema: lookUp }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    return reportSuppressions(deps, request.body.email.toLowerCase())
  })

  app.post('/suppressions', { config, schema: suppression }, async (request, reply) => {
    await suppressByHand(deps, staffOf(request), request.body)
    return reply.code(204).send(null)
  })

  app.post('/suppressions/release', { config, schema: release }, async (request, reply) => {
    const { channel, address, reason } = request.body
    const staff = staffOf(request)
    await db.transaction((tx) => demandRightOverRecipient(tx, staff, request.body))
    const act = { actorId: staff.actorId, reason, now: now() }
    if (channel === 'sms') await releaseNumber(db, address, act)
    const checkId = channel === 'sms' ? null : await releaseAddress(db, address, act)
    return reply.code(202).send({ checkId })
  })
}
