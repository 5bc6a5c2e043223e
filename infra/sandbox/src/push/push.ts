import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Provider } from '../provider.ts'
import type { Store } from '../state/store.ts'
import { takePush } from './accept.ts'
import { checkPush, PushError, toErrorBody } from './check.ts'
import { findDevice } from './devices.ts'

type Deps = {
  store: Store
  now: () => Date
  /** Where clients reach the sandbox: the gateway's address in the local run, which stays the same over a restart. */
  sandboxUrl: () => string
  onChange: () => void
}

/** A push service of browsers (RFC 8030, 8291, 8292). */
export const push = (deps: Deps): Provider => ({
  name: 'push',
  prefix: '/sandbox/push',
  routes: (app) => addRoutes(app, deps),
  isLookup: null,
  refusal: (status) => toErrorBody(status, status === 429 ? 'Too many requests' : 'Try again later'),
})

const byId = z.object({ id: z.string() })
const bytes = z.instanceof(Buffer).catch(Buffer.alloc(0))

function addRoutes(app: FastifyInstance, { store, now, sandboxUrl, onChange }: Deps): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.setErrorHandler(sendError)

  app.post('/:id', async (request, reply) => {
    const { id } = byId.parse(request.params)
    const device = findDevice(store, id)
    if (!device) throw new PushError(404, 'There is no such subscription')
    if (device.isRemoved) throw new PushError(410, 'The subscription has ended')
    const checked = await checkPush(device, request.headers, bytes.parse(request.body), {
      origin: new URL(sandboxUrl()).origin,
      now: now(),
    })
    const messageId = takePush(store, device, checked, now())
    onChange()
    return reply
      .code(201)
      .header('location', `${sandboxUrl()}/push/messages/${messageId}`)
      .header('ttl', String(checked.ttlSeconds))
      .send()
  })
}

function sendError(err: unknown, _request: FastifyRequest, reply: FastifyReply) {
  if (err instanceof PushError) return reply.code(err.status).send(err.toBody())
  throw err
}
