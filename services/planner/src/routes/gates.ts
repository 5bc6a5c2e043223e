import { gateKey, gateList, newGateKey } from '@walkon/contracts/http/gates'
import { problems } from '@walkon/contracts/http/problem'
import type { HttpApp } from '@walkon/service/http'
import type { Gates } from '../use-cases/open-gates.ts'

const tags = ['gates']
const config = { access: 'public' } as const

const list = {
  summary: 'List the features that are announced, open or not',
  operationId: 'listGates',
  tags,
  success: 'Each feature, whether it is open, and when it is expected.',
  response: { 200: gateList },
}
const opening = {
  summary: 'Get a key to the gates for their password',
  operationId: 'createGateKey',
  tags,
  success: 'A key that opens every gate until it ends, as the header `x-gate-key` of a request.',
  body: newGateKey,
  response: { 200: gateKey, ...problems('gate-password-wrong', 'too-many-requests') },
}

/** Routes of the features to come, and the password that opens them early. */
export async function gateRoutes(app: HttpApp, { gates }: { gates: Gates }): Promise<void> {
  app.get('/gates', { config, schema: list }, async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=60').send({ gates: gates.list() }),
  )

  app.post('/gates/keys', { config, schema: opening }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    return gates.issueKey(request.ip, request.body.password)
  })
}
