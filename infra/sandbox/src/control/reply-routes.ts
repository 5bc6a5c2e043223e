import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { findMessage } from '../state/messages.ts'
import type { Store } from '../state/store.ts'
import type { Account } from '../twilio/message.ts'
import { reply as sendReply } from '../twilio/phones.ts'
import { ControlProblem } from './problem.ts'

type Deps = {
  store: Store
  now: () => Date
  onChange: () => void
  account: Account & { webhookUrl: string | undefined }
}

const byId = z.object({ id: z.string() })
const newReply = z.strictObject({ text: z.string().trim().min(1).max(1_600) })

/** The phone that a text went to answers it. */
export function addReplyRoutes(app: FastifyInstance, { store, now, onChange, account }: Deps): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )

  app.post('/messages/:id/replies', (request, reply) => {
    const message = findMessage(store, byId.parse(request.params).id)
    if (message?.channel !== 'sms')
      throw new ControlProblem(404, 'message-not-found', 'There is no such text message.')
    sendReply(store, account, message, newReply.parse(request.body).text, now())
    onChange()
    if (!request.headers.accept?.includes('text/html')) return reply.code(202).send({ id: message.id })
    return reply.redirect(`/sandbox/inbox/${message.id}`, 303)
  })
}
