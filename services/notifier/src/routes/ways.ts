import { problems } from '@walkon/contracts/http/problem'
import {
  mailListAsked,
  mailListStanding,
  newTestAlert,
  queuedAnswer,
  TEST_ALERTS_AN_HOUR,
  textWay,
  wayList,
} from '@walkon/contracts/http/ways'
import { callerOf } from '@walkon/service/access'
import { hashAddress } from '@walkon/service/address-hash'
import { createAttemptLimit, type Allowance } from '@walkon/service/attempt-limit'
import type { Cache } from '@walkon/service/cache'
import { tooManyRequests } from '@walkon/service/errors'
import type { HttpApp } from '@walkon/service/http'
import { z } from 'zod'
import { askAgain } from '../use-cases/texts/ask-again.ts'
import { findListStanding, findTextWay, listWays } from '../use-cases/texts/list-ways.ts'
import { mailAddressLink } from '../use-cases/letters/mail-address-link.ts'
import { resumeOwnList } from '../use-cases/newsletter/resume-own-list.ts'
import { sendTestAlert, type TestDeps } from '../use-cases/alerts/send-test-alert.ts'

export type WayOptions = TestDeps & { cache: Cache }

const TESTS: Allowance = { limit: TEST_ALERTS_AN_HOUR, windowSeconds: 3_600 }
const LINKS: Allowance = { limit: 3, windowSeconds: 86_400 }

const tags = ['ways']
const QUEUED = { status: 'queued' } as const

const list = {
  summary: 'List where the alerts of the caller go',
  operationId: 'listWays',
  tags,
  success: 'The email address and the numbers, each with its state and its newest test.',
  response: { 200: wayList },
}
const text = {
  summary: 'Show whether the number of an order has answered YES',
  operationId: 'showTextWay',
  tags,
  success: 'The state of the only number of the caller, or null.',
  response: { 200: textWay },
}
const test = {
  summary: 'Send a test alert to the caller',
  operationId: 'sendTestAlert',
  tags,
  success: 'The test is queued. The list of ways says what became of it.',
  body: newTestAlert,
  response: {
    202: queuedAnswer,
    ...problems('address-suppressed', 'no-confirmed-number', 'text-not-sent', 'too-many-requests'),
  },
}
const resume = {
  summary: 'Take an unsubscription of the caller back',
  operationId: 'resumeAlertMails',
  tags,
  success: 'Alerts are mailed to the caller again.',
  response: { 204: z.null(), ...problems('nothing-to-resume', 'address-suppressed') },
}
const standing = {
  summary: 'Show whether mails of one list go to the caller',
  operationId: 'showMailListStanding',
  tags,
  success: '`ok`, or why none goes there.',
  params: mailListAsked,
  response: { 200: mailListStanding },
}
const resumeOne = {
  summary: 'Take back that the caller has left a list of mails',
  operationId: 'resumeMailList',
  tags,
  success: 'Mails of the list go to the caller again.',
  params: mailListAsked,
  response: resume.response,
}
const link = {
  summary: 'Mail the caller a link that turns alert mails on again after a bounce',
  operationId: 'mailAddressLink',
  tags,
  success: 'The mail is queued.',
  response: {
    202: queuedAnswer,
    ...problems('nothing-to-resume', 'address-suppressed', 'too-many-requests'),
  },
}
const question = {
  summary: 'Ask the numbers of the caller once more whether they want texts',
  operationId: 'askNumbersAgain',
  tags,
  success: 'The question is queued, unless the number was asked within the last minute.',
  response: {
    202: queuedAnswer,
    ...problems('no-number-waiting', 'text-not-sent', 'too-many-requests'),
  },
}

/** Routes for the ways of the caller's alerts, and for the caller's acts on them. */
export async function wayRoutes(app: HttpApp, { cache, ...deps }: WayOptions): Promise<void> {
  const config = { access: 'caller' } as const
  const { db, now } = deps
  const limits = createAttemptLimit(cache, now)
  const spend = async (what: string, email: string, allowance: Allowance) => {
    const waitSeconds = await limits.spend(`${what}:${hashAddress(email)}`, allowance)
    if (waitSeconds !== null) throw tooManyRequests(what, waitSeconds)
  }

  app.get('/ways', { config, schema: list }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    return listWays(db, callerOf(request).email)
  })

  app.get('/ways/text', { config: { ...config, opensPark: true }, schema: text }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    return { way: await findTextWay(db, callerOf(request).email) }
  })

  app.post('/test-alerts', { config, schema: test }, async (request, reply) => {
    const { email } = callerOf(request)
    await spend('test-alert', email, TESTS)
    await sendTestAlert(deps, email, request.body.channel)
    return reply.code(202).send(QUEUED)
  })

  app.post('/ways/email/resume', { config, schema: resume }, async (request, reply) => {
    await resumeOwnList(db, callerOf(request).email, 'ride-alerts')
    return reply.code(204).send(null)
  })

  app.get('/ways/email/lists/:list', { config, schema: standing }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    return { state: await findListStanding(db, callerOf(request).email, request.params.list) }
  })

  app.post('/ways/email/lists/:list/resume', { config, schema: resumeOne }, async (request, reply) => {
    await resumeOwnList(db, callerOf(request).email, request.params.list)
    return reply.code(204).send(null)
  })

  app.post('/ways/email/link', { config, schema: link }, async (request, reply) => {
    const { email } = callerOf(request)
    await spend('address-link', email, LINKS)
    await mailAddressLink(deps, email)
    return reply.code(202).send(QUEUED)
  })

  app.post('/ways/sms/question', { config, schema: question }, async (request, reply) => {
    await askAgain(deps, callerOf(request).email)
    return reply.code(202).send(QUEUED)
  })
}
