import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { notificationOf } from '../push/accept.ts'
import { findDevice, isPublicKey, subscribe, toSubscription, unsubscribeDevice } from '../push/devices.ts'
import { insertMessageEvent } from '../state/message-events.ts'
import { findMessage } from '../state/messages.ts'
import type { Store } from '../state/store.ts'
import { ControlProblem } from './problem.ts'

type Deps = {
  store: Store
  now: () => Date
  onChange: () => void
  sandboxUrl: () => string
  /** The product's API of notifications; without it no button reaches the product. */
  productUrl: string | undefined
}

const newDevice = z.strictObject({
  applicationServerKey: z
    .string()
    .refine(isPublicKey, 'The VAPID public key: an uncompressed point of P-256 in base64url'),
  name: z.string().trim().min(1).max(60).default('Sandbox phone'),
})
const byId = z.object({ id: z.string() })
const pressed = byId.extend({ action: z.enum(['done', 'snooze']) })

const REPLIES = { done: { kind: 'done' }, snooze: { kind: 'snooze', minutes: 30 } } as const

/** The phone that pushes go to: it subscribes, ends its subscription, and presses the buttons of a notification. */
export function addDeviceRoutes(app: FastifyInstance, deps: Deps): void {
  const { store, now, onChange, sandboxUrl, productUrl } = deps
  // The buttons of the inbox post a form without fields.
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, _body, done) => done(null, undefined),
  )

  app.post('/devices', (request, reply) => {
    const { applicationServerKey, name } = newDevice.parse(request.body)
    const device = subscribe(store, applicationServerKey, name, now())
    return reply.code(201).send(toSubscription(device, `${sandboxUrl()}/push`))
  })

  app.delete('/devices/:id', (request, reply) => {
    const { id } = byId.parse(request.params)
    if (!findDevice(store, id)) throw new ControlProblem(404, 'device-not-found', 'There is no such device.')
    unsubscribeDevice(store, id, now())
    return reply.code(204).send()
  })

  app.post('/messages/:id/actions/:action', async (request, reply) => {
    const { id, action } = pressed.parse(request.params)
    const message = findMessage(store, id)
    if (message?.channel !== 'push')
      throw new ControlProblem(404, 'message-not-found', 'There is no such notification.')
    const { token, actions } = notificationOf(message)
    if (!token || !actions.includes(action))
      throw new ControlProblem(409, 'action-not-shown', 'The notification has no such button.')
    const status = await post(productUrl, { token, reply: REPLIES[action] })
    const recipient = message.to[0] ?? ''
    const details = { action, status }
    insertMessageEvent(store, { messageId: id, recipient, type: 'Pressed', details }, now())
    onChange()
    if (!request.headers.accept?.includes('text/html')) return reply.code(202).send({ id, status })
    return reply.redirect(`/sandbox/inbox/${id}`, 303)
  })
}

const TIMEOUT_MS = 10_000

/** As the service worker does. Returns the status; 0 without an answer. */
async function post(productUrl: string | undefined, body: object): Promise<number> {
  if (productUrl === undefined) return 0
  try {
    const response = await fetch(`${productUrl}/pushes/replies`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    await response.body?.cancel()
    return response.status
  } catch {
    return 0
  }
}
