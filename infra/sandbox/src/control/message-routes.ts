import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { bounceType } from '../postmark/bounces.ts'
import { bounce } from '../postmark/outcomes.ts'
import {
  findMessage,
  listMessages,
  MESSAGE_CHANNELS,
  type Message,
  type MessageFilter,
} from '../state/messages.ts'
import type { Store } from '../state/store.ts'
import { ControlProblem } from './problem.ts'
import { unsubscribe } from './unsubscribe.ts'

type Deps = { store: Store; now: () => Date; onChange: () => void }

const byId = z.object({ id: z.string() })
const filter = z.strictObject({
  to: z.string().optional(),
  channel: z.enum(MESSAGE_CHANNELS).optional(),
  since: z.iso
    .datetime({ offset: true })
    .transform((text) => new Date(text))
    .optional(),
  limit: z.coerce.number().int().min(1).optional(),
})
const newBounce = z.strictObject({ type: bounceType.default('HardBounce') }).default({ type: 'HardBounce' })

export function addMessageRoutes(app: FastifyInstance, { store, now, onChange }: Deps): void {
  // The buttons of the inbox post a form without fields.
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, _body, done) => done(null, undefined),
  )

  app.get('/messages', (request, reply) => {
    const { limit, ...wanted } = filter.parse(request.query)
    reply.header('content-type', 'application/json; charset=utf-8')
    return reply.send(Readable.from(toJsonArray(store, wanted, limit ?? Infinity)))
  })

  app.get('/messages/:id', (request) => toMessageView(getMessage(request.params)))

  app.get('/messages/:id/html', (request, reply) => {
    const { html, text } = getMessage(request.params)
    return sendMail(reply, html ?? `<pre>${escapeText(text ?? '')}</pre>`)
  })

  app.post('/messages/:id/bounce', (request, reply) => {
    const { type } = newBounce.parse(request.body ?? undefined)
    return report(request, reply, (message) => {
      for (const recipient of message.to) bounce(store, message, recipient, type, now())
    })
  })

  app.post('/messages/:id/complaint', (request, reply) =>
    report(request, reply, (message) => {
      for (const recipient of message.to) bounce(store, message, recipient, 'SpamComplaint', now())
    }),
  )

  app.post('/messages/:id/unsubscribe', async (request, reply) => {
    const message = getMail(request.params)
    const status = await unsubscribe(message.headers)
    return answerTo(request, reply, message, { status })
  })

  function report(request: FastifyRequest, reply: FastifyReply, happen: (message: Message) => void) {
    const message = getMail(request.params)
    happen(message)
    onChange()
    return answerTo(request, reply, message, {})
  }

  function getMail(params: unknown): Message {
    const message = getMessage(params)
    if (message.channel === 'email') return message
    throw new ControlProblem(409, 'message-is-no-mail', 'A text message has neither bounces nor complaints.')
  }

  function getMessage(params: unknown): Message {
    const message = findMessage(store, byId.parse(params).id)
    if (!message) throw new ControlProblem(404, 'message-not-found', 'There is no such message.')
    return message
  }
}

/** A form of the inbox is redirected to the message; other clients get the answer as JSON. */
function answerTo(
  request: FastifyRequest,
  reply: FastifyReply,
  message: Message,
  answer: { status?: number },
) {
  if (!request.headers.accept?.includes('text/html'))
    return reply.code(202).send({ id: message.id, ...answer })
  const outcome = answer.status === undefined ? '' : `?unsubscribe=${answer.status}`
  return reply.redirect(`/sandbox/inbox/${message.id}${outcome}`, 303)
}

function toMessageView(message: Message) {
  const { id, channel, to, from, subject, text, html, headers, metadata, sentAt } = message
  return {
    id,
    channel,
    to: to.join(', '),
    from,
    subject,
    text,
    html,
    headers,
    metadata,
    sentAt: sentAt.toISOString(),
  }
}

const PAGE = 200

/** In pages, so that a ledger of a hundred thousand mails is never held in memory as a whole. */
function* toJsonArray(store: Store, wanted: MessageFilter, limit: number): Generator<string> {
  let opening = '['
  let before: number | undefined
  let left = limit
  while (left > 0) {
    const page = listMessages(store, { ...wanted, before }, Math.min(PAGE, left))
    for (const message of page) {
      yield opening + JSON.stringify(toMessageView(message))
      opening = ','
    }
    left -= page.length
    before = page.at(-1)?.serial
    if (page.length < PAGE) break
  }
  yield opening === '[' ? '[]' : ']'
}

const IN_A_FRAME = 'allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation'

/** The policy of a mail's frame: its own styles, no scripts; links open in another tab. */
function sendMail(reply: FastifyReply, html: string) {
  const policy = `default-src 'none'; style-src 'unsafe-inline'; img-src data: http: https:; font-src data: http: https:; frame-ancestors 'self'; sandbox ${IN_A_FRAME}`
  return reply
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-security-policy', policy)
    .header('x-frame-options', 'SAMEORIGIN')
    .header('referrer-policy', 'no-referrer')
    .send(withLinksOutside(html))
}

const BASE = '<base target="_blank">'

function withLinksOutside(html: string): string {
  return /<head[^>]*>/i.test(html) ? html.replace(/<head[^>]*>/i, (head) => head + BASE) : BASE + html
}

const escapeText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
