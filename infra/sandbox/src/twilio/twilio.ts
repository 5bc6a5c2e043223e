import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { isLagging } from '../fault-injection.ts'
import type { Provider } from '../provider.ts'
import { findMessage } from '../state/messages.ts'
import type { Store } from '../state/store.ts'
import { takeText, toText } from './accept.ts'
import { notThere, toErrorBody, TwilioError } from './errors.ts'
import { listTexts } from './list.ts'
import type { Account } from './message.ts'

type Deps = { store: Store; account: Account; now: () => Date; onChange: () => void }

/** Twilio's API of messages. */
export function twilio(deps: Deps): Provider {
  return {
    name: 'twilio',
    prefix: '/twilio/2010-04-01/Accounts',
    routes: (app) => addRoutes(app, deps),
    isLookup: ({ method }) => method === 'GET',
    refusal: (status) =>
      status === 429
        ? toErrorBody({ code: 20429, message: 'Too Many Requests', status })
        : toErrorBody({ code: 20500, message: 'An internal server error has occurred', status }),
  }
}

/** How far the list is behind with the fault `lookup-lag`. */
const FAULT_LAG_MS = 60_000

const ofAccount = z.object({ account: z.string() })
const ofText = ofAccount.extend({ sid: z.string() })

function addRoutes(app: FastifyInstance, { store, account, now, onChange }: Deps): void {
  app.addHook('onRequest', async (request) => {
    checkKey(request, account)
    const given = ofAccount.safeParse(request.params)
    if (given.success && given.data.account !== account.accountSid) throw notThere(request.url)
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
  app.setErrorHandler(sendError)
  app.setNotFoundHandler((request) => {
    throw notThere(request.url)
  })

  app.post('/:account/Messages.json', (request, reply) => {
    const message = takeText(store, account, request.body ?? {}, now())
    onChange()
    return reply.code(201).send(toText(store, account, message, true))
  })

  app.get('/:account/Messages.json', (request) =>
    listTexts(store, account, request.query, shownUntil(request)),
  )

  app.get('/:account/Messages/:sid.json', (request) => {
    const message = findMessage(store, ofText.parse(request.params).sid)
    if (message?.channel !== 'sms' || message.sentAt > shownUntil(request)) throw notThere(request.url)
    return toText(store, account, message)
  })

  function shownUntil(request: FastifyRequest): Date {
    return new Date(now().getTime() - (isLagging(request) ? FAULT_LAG_MS : 0))
  }
}

function checkKey({ headers: { authorization = '' } }: FastifyRequest, account: Account): void {
  const { accountSid, authToken } = account
  const expected = Buffer.from(`Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`)
  const given = Buffer.from(authorization)
  if (given.length === expected.length && timingSafeEqual(given, expected)) return
  throw new TwilioError(20003, 'Authenticate', 401)
}

function sendError(thrown: unknown, request: FastifyRequest, reply: FastifyReply) {
  if (thrown instanceof TwilioError) return reply.code(thrown.status).send(thrown.toBody())
  const { statusCode } = z.looseObject({ statusCode: z.int().optional() }).catch({}).parse(thrown)
  if (statusCode !== undefined && statusCode < 500) {
    return reply.code(400).send(new TwilioError(20001, `Bad request: ${request.method}`).toBody())
  }
  throw thrown
}
