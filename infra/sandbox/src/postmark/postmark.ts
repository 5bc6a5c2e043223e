import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { isLagging } from '../fault-injection.ts'
import type { Provider } from '../provider.ts'
import type { Store } from '../state/store.ts'
import type { WebhookTarget } from '../state/webhooks.ts'
import { take, takeInBatch } from './accept.ts'
import { addBounceRoutes } from './bounce-routes.ts'
import { PostmarkError } from './errors.ts'
import { newMessage, STREAMS } from './message.ts'
import { SERVER_ID } from './outcomes.ts'
import { laggingSince, messageDetails, searchMessages } from './search.ts'
import { addSuppressionRoutes } from './suppression-routes.ts'

type Deps = {
  store: Store
  serverToken: string
  /** How far the search is behind, and with the fault `lookup-lag`. */
  searchLagSeconds: number
  faultLagSeconds: number
  now: () => Date
  /** Called after something was accepted or changed: webhooks may wait, pages may want to know. */
  onChange: () => void
}

/** Postmark's server API. */
export function postmark(deps: Deps): Provider {
  return {
    name: 'postmark',
    prefix: '/postmark',
    routes: (app) => addRoutes(app, deps),
    isLookup: ({ method }) => method === 'GET' || method === 'HEAD',
    refusal: (status) =>
      status === 429
        ? { ErrorCode: 429, Message: 'You have exceeded the rate limit of this endpoint.' }
        : {
            ErrorCode: status === 503 ? 100 : 500,
            Message: 'We are having trouble right now. Please try again later.',
          },
  }
}

/** Postmark signs nothing: it brings the name and password that the product gave it, and stops at 403. */
export const postmarkWebhook = ({ url, username, password }: PostmarkWebhook): WebhookTarget => ({
  toRequest: (body) => ({
    url,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Postmark',
      authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
    },
    body,
  }),
  finalStatuses: [403],
})
export type PostmarkWebhook = { url: string; username: string; password: string }

const MAX_IN_BATCH = 500

const byId = z.object({ id: z.string() })
const incompatible = () =>
  new PostmarkError(
    403,
    'The JSON you provided is syntactically correct, but is not what this endpoint expects.',
  )

function addRoutes(
  app: FastifyInstance,
  { store, serverToken, searchLagSeconds, faultLagSeconds, now, onChange }: Deps,
): void {
  const shownUntil = (request: FastifyRequest) =>
    laggingSince(now(), isLagging(request) ? faultLagSeconds : searchLagSeconds)

  app.addHook('onRequest', async ({ headers }) => checkToken(headers['x-postmark-server-token'], serverToken))
  app.removeContentTypeParser('text/plain')
  app.setErrorHandler(sendError)
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ ErrorCode: 404, Message: 'Not found.' }))

  app.post('/email', (request) => {
    const message = newMessage.safeParse(request.body)
    if (!message.success) throw incompatible()
    const answer = take(store, message.data, now())
    onChange()
    return answer
  })

  app.post('/email/batch', (request) => {
    if (Array.isArray(request.body) && request.body.length > MAX_IN_BATCH) {
      throw new PostmarkError(410, `Your batched request contains more than ${MAX_IN_BATCH} messages.`)
    }
    const messages = z.array(newMessage).safeParse(request.body)
    if (!messages.success) throw incompatible()
    const answers = store.transaction(() =>
      messages.data.map((message) => takeInBatch(store, message, now())),
    )
    onChange()
    return answers
  })

  app.get('/messages/outbound', (request) => searchMessages(store, request.query, shownUntil(request)))

  app.get('/messages/outbound/:id/details', (request) =>
    messageDetails(store, byId.parse(request.params).id, shownUntil(request)),
  )

  app.get('/server', () => ({
    ID: SERVER_ID,
    Name: 'Walkon sandbox',
    ApiTokens: [serverToken],
    Color: 'Green',
    SmtpApiActivated: false,
    DeliveryType: 'Sandbox',
    MessageStreams: STREAMS,
  }))

  addBounceRoutes(app, { store, now, onChange })
  addSuppressionRoutes(app, { store, now, onChange })
}

function checkToken(given: string | string[] | undefined, expected: string): void {
  if (given === undefined) {
    throw new PostmarkError(
      10,
      "The request lacks the header 'X-Postmark-Server-Token' with a Server API token.",
      401,
    )
  }
  if (String(given).toLowerCase() === expected.toLowerCase()) return
  throw new PostmarkError(
    10,
    'The Server Token you provided in the X-Postmark-Server-Token request header was invalid.',
    401,
  )
}

const withoutBody = ['FST_ERR_CTP_INVALID_MEDIA_TYPE', 'FST_ERR_CTP_EMPTY_JSON_BODY']

function sendError(thrown: unknown, _request: unknown, reply: FastifyReply) {
  if (thrown instanceof PostmarkError) return reply.code(thrown.status).send(thrown.toBody())
  const { code, statusCode } = z
    .looseObject({ code: z.string().optional(), statusCode: z.int().optional() })
    .catch({})
    .parse(thrown)
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return reply.code(413).send({ ErrorCode: 413, Message: 'The request is larger than 50 MB.' })
  }
  if (code !== undefined && withoutBody.includes(code)) {
    const text =
      'Your HTTP request does not have the Accept and Content-Type headers set to application/json.'
    return reply.code(422).send({ ErrorCode: 409, Message: text })
  }
  if (statusCode !== undefined && statusCode < 500) {
    return reply.code(422).send({ ErrorCode: 402, Message: 'Received invalid JSON input.' })
  }
  throw thrown
}
