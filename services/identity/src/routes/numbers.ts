import { newSignInNumber, numberList } from '@walkon/contracts/http/identity'
import { problems } from '@walkon/contracts/http/problem'
import type { HttpApp } from '@walkon/service/http'
import { z } from 'zod'
import { listNumbersOf } from '../db/numbers.ts'
import type { BrowserSessions } from '../http/browser-sessions.ts'
import type { CurrentSession } from '../http/current-session.ts'
import { turnOffTextSignIn, turnOnTextSignIn } from '../use-cases/texts/choose-sign-in-number.ts'
import type { CountedProofDeps } from '../use-cases/sessions/demand-proof.ts'

export type NumberRoutes = CountedProofDeps & { browser: BrowserSessions; currentSession: CurrentSession }

const numbers = {
  summary: 'List the phone numbers that are confirmed for the alerts of the account',
  operationId: 'listNumbers',
  tags: ['account'],
  success: 'The numbers; `signsIn` marks the one to which a code by text signs in.',
  response: { 200: numberList, ...problems('bad_origin') },
}
const choice = {
  summary: 'Sign in by a code to a confirmed number',
  operationId: 'chooseSignInNumber',
  tags: ['account'],
  success: 'A code by text to that number signs in to the account, and to no other number.',
  body: newSignInNumber,
  response: {
    204: z.null(),
    ...problems(
      'bad_origin',
      'over_request_rate_limit',
      'reauthentication_needed',
      'reauthentication_not_valid',
      'number-not-confirmed',
      'number-taken',
    ),
  },
}
const removal = {
  summary: 'End the sign-in by text',
  operationId: 'removeSignInNumber',
  tags: ['account'],
  success: 'No code by text signs in to the account any more.',
  response: { 204: z.null(), ...problems('bad_origin') },
}

/** Which number a code by text signs in with. */
export async function numberRoutes(app: HttpApp, options: NumberRoutes): Promise<void> {
  const { db, browser, currentSession } = options
  const config = { access: 'account' } as const
  app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'))

  app.get('/numbers', { config, schema: numbers }, async (request) => {
    const { user } = await currentSession(request)
    return (await listNumbersOf(db, user.id)).map(({ number, signsIn }) => ({ number, signsIn }))
  })

  app.put('/sign-in-number', { config, schema: choice }, async (request, reply) => {
    const { user, session } = await currentSession(request)
    const { number, password, nonce } = request.body
    const asked = { number, currentPassword: password, nonce, ...browser.askerOf(request, user.id) }
    await turnOnTextSignIn(options, user, session, asked)
    return reply.code(204).send(null)
  })

  app.delete('/sign-in-number', { config, schema: removal }, async (request, reply) => {
    const { user } = await currentSession(request)
    await turnOffTextSignIn(options, user)
    return reply.code(204).send(null)
  })
}
