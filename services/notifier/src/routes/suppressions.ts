import { releaseQueued, suppressedAddress, suppressionReport } from '@walkon/contracts/http/ways'
import { accountOf } from '@walkon/service/access'
import type { Database } from '@walkon/service/database'
import type { HttpApp } from '@walkon/service/http'
import { releaseSuppressions, reportSuppressions } from '../use-cases/report-suppressions.ts'

const config = { access: 'support' } as const
const tags = ['suppressions']

const lookUp = {
  summary: 'Look up why an address gets no mail',
  operationId: 'lookUpSuppressions',
  success: 'What stands against the address, and the newest questions to Postmark about it.',
  tags,
  body: suppressedAddress,
  response: { 200: suppressionReport },
}
const release = {
  summary: 'Release an address that gets no mail',
  operationId: 'releaseSuppressions',
  success: 'The release is queued; the look-up says what came of it. Postmark keeps reports of spam.',
  tags,
  body: suppressedAddress,
  response: { 202: releaseQueued },
}

/** What support does with an address. The address is in the body, because addresses of calls are logged. */
export async function suppressionRoutes(
  app: HttpApp,
  { db, now }: { db: Database; now: () => Date },
): Promise<void> {
  app.post('/suppressions/look-up', { config, schema: lookUp }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    return reportSuppressions(db, request.body.email.toLowerCase())
  })

  app.post('/suppressions/release', { config, schema: release }, async (request, reply) => {
    const adminId = accountOf(request).userId
    const email = request.body.email.toLowerCase()
    const checkId = await releaseSuppressions(db, email, { adminId, now: now() })
    return reply.code(202).send({ checkId })
  })
}
