import { hashAddress } from '@walkon/service/address-hash'
import { AppError } from '@walkon/service/errors'
import { findUserOfNumber } from '../db/numbers.ts'
import { findUserByEmail } from '../db/users.ts'
import type { FastifyRequest } from 'fastify'
import type { HttpApp } from '@walkon/service/http'
import { z } from 'zod'
import type { BrowserSessions } from '../http/browser-sessions.ts'
import { decideWayBack } from '../domain/redirect.ts'
import { answerVerified } from '../http/answer-verified.ts'
import {
  code,
  emailAddress,
  linkToken,
  phoneNumber,
  redirectQuery,
  verificationType,
} from '../http/auth-fields.ts'
import type { OwnSignUps } from '../http/own-sign-ups.ts'
import type { Limits } from '../limits/attempts.ts'
import { refusals } from '../http/declared-refusals.ts'
import { verifiedAnswer } from '../http/gotrue-answers.ts'
import { openLink } from '../use-cases/mail-links/open-link.ts'
import type { MailLinkDeps } from '../use-cases/mail-links/send-mail-link.ts'
import type { VerificationDeps } from '../use-cases/mail-links/use-up-token.ts'
import { verifyCode } from '../use-cases/mail-links/verify-code.ts'
import { verifyTextCode } from '../use-cases/texts/verify-text-code.ts'
import { verifyLink } from '../use-cases/mail-links/verify-link.ts'

export type VerifyRoutes = VerificationDeps &
  MailLinkDeps & {
    browser: BrowserSessions
    ownSignUps: OwnSignUps
    limits: Limits
  }

const body = z.object({
  type: z.union([verificationType, z.enum(['sms', 'phone_change'])]),
  token_hash: linkToken.optional(),
  email: z.optional(emailAddress),
  phone: z.optional(phoneNumber),
  token: code.optional(),
})

const querystring = redirectQuery.extend({ token: linkToken, type: verificationType })

const verification = {
  summary: 'Use the link or the code of a mail, or the code of a text',
  operationId: 'verifyMail',
  tags: ['verification'],
  success: 'The session, or the first half of a change of address.',
  body,
  response: {
    200: verifiedAnswer,
    ...refusals('otp_expired', 'over_request_rate_limit', 'phone_provider_disabled'),
  },
}
const opening = {
  summary: 'Open the link of a mail in a browser',
  operationId: 'openMailLink',
  tags: ['verification'],
  success: 'Redirects to the app, with a PKCE code or with an error in the query.',
  querystring,
  response: { 303: z.null(), ...refusals('over_request_rate_limit') },
}

/** `POST /verify` uses a mail's link or code; `GET /verify` redirects the link of a PKCE client. */
export async function verifyRoutes(app: HttpApp, options: VerifyRoutes): Promise<void> {
  const { settings, browser, limits, ownSignUps } = options
  const config = { access: 'public' } as const

  app.post('/verify', { config, schema: verification }, async (request, reply) => {
    const { type, token_hash: token, email, token: typed } = request.body
    if (type === 'phone_change') throw new AppError('phone_provider_disabled', 'Numbers are not changed here')
    await limits.code(request.ip)
    const use = {
      origin: browser.originOf(request),
      isOwnSignUp: (id: string) => ownSignUps.mayBeOwn(request, id),
    }
    reply.header('cache-control', 'no-store')
    if (type === 'sms')
      return browser.answer(request, reply, await verifyText(options, request, request.body))
    if (token)
      return answerVerified(browser, request, reply, await verifyLink(options, { token, type, ...use }))
    if (!email || !typed)
      throw new AppError('validation_failed', 'Verify requires either a token or a token hash')
    const device = await browser.knownAccount(request, () => findUserByEmail(options.db, email))
    const asked = { email, code: typed, type, ...use, isKnownDevice: device !== null }
    return answerVerified(browser, request, reply, await verifyCode(options, asked))
  })

  app.get('/verify', { config, schema: opening }, async (request, reply) => {
    const { token, type, redirect_to } = request.query
    const target = decideWayBack(redirect_to, settings.REDIRECT_URLS, settings.PUBLIC_URL)
    await limits.code(request.ip)
    reply.header('cache-control', 'no-store')
    try {
      return await reply.redirect(await openLink(options, { token, type }), 303)
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'otp_expired') throw error
      const back = new URL(target)
      back.searchParams.set('error', 'access_denied')
      back.searchParams.set('error_code', error.code)
      back.searchParams.set('error_description', error.message)
      return reply.redirect(back.href, 303)
    }
  })
}

async function verifyText(
  options: VerifyRoutes,
  request: FastifyRequest,
  { phone: number, token: typed }: z.output<typeof body>,
) {
  const { db, browser } = options
  if (!number || !typed) throw new AppError('validation_failed', 'Verify requires a phone and a token')
  const device = await browser.knownAccount(request, () => findUserOfNumber(db, hashAddress(number)))
  const origin = browser.originOf(request)
  return verifyTextCode(options, { number, code: typed, isKnownDevice: device !== null, origin })
}
