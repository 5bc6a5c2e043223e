import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { listEvents } from '../postmark/outcomes.ts'
import { listMessageEvents } from '../state/message-events.ts'
import { findMessage, listMessages, type Message } from '../state/messages.ts'
import type { Store } from '../state/store.ts'
import { listLines } from '../twilio/phones.ts'
import { inboxPage, type OpenMessage } from './inbox-page.ts'
import { ControlProblem } from './problem.ts'

type Deps = { store: Store; listeners: Set<() => void> }

const PAGE = 50
/** The gateway takes a stream that is silent for a minute for lost. */
const PING_MS = 20_000
const query = z.object({
  to: z.string().trim().optional(),
  before: z.coerce.number().int().optional(),
  unsubscribe: z.coerce.number().int().optional(),
})
const byId = z.object({ id: z.string() })

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
  "frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

const ASSETS = {
  'tokens.css': 'text/css',
  'checkout.css': 'text/css',
  'inbox.css': 'text/css',
  'inbox.js': 'text/javascript',
  'checkout.js': 'text/javascript',
}

export function addInboxRoutes(app: FastifyInstance, { store, listeners }: Deps): void {
  app.get('/inbox', (request, reply) => sendPage(reply, request.query, null))

  app.get('/inbox/:id', (request, reply) => {
    const message = findMessage(store, byId.parse(request.params).id)
    if (!message) throw new ControlProblem(404, 'message-not-found', 'There is no such message.')
    const unsubscribeStatus = query.parse(request.query).unsubscribe ?? null
    return sendPage(reply, request.query, {
      message,
      events: message.channel === 'email' ? listEvents(store, message.id) : [],
      pushEvents: message.channel === 'push' ? listMessageEvents(store, message.id) : [],
      unsubscribeStatus,
      conversation: conversationOf(message),
    })
  })

  app.get('/inbox/stream', (request, reply) => {
    reply.hijack()
    reply.raw.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    reply.raw.write('retry: 2000\n\nevent: ready\ndata: {}\n\n')
    const tell = () => reply.raw.write('event: mail\ndata: {}\n\n')
    const pinging = setInterval(() => reply.raw.write(': ping\n\n'), PING_MS)
    listeners.add(tell)
    request.raw.socket.once('close', () => {
      clearInterval(pinging)
      listeners.delete(tell)
    })
  })

  for (const [name, type] of Object.entries(ASSETS)) {
    const body = readFileSync(join(import.meta.dirname, '../assets', name))
    app.get(`/assets/${name}`, (_request, reply) =>
      reply.header('content-type', `${type}; charset=utf-8`).header('cache-control', 'no-cache').send(body),
    )
  }

  function conversationOf({ channel, to: [number = ''] }: Message) {
    if (channel !== 'sms') return { texts: [], lines: [] }
    return { texts: listMessages(store, { channel, to: number }, PAGE), lines: listLines(store, number) }
  }

  function sendPage(reply: FastifyReply, rawQuery: unknown, open: OpenMessage | null) {
    const { to = '', before } = query.parse(rawQuery)
    const messages = listMessages(store, { to: to || undefined, before }, PAGE + 1)
    const page = inboxPage({
      messages: messages.slice(0, PAGE),
      to: to || null,
      open,
      hasOlder: messages.length > PAGE,
    })
    return reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('content-security-policy', POLICY)
      .header('cache-control', 'no-store')
      .send(page)
  }
}
