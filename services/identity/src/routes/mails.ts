import type { FastifyRequest } from 'fastify'
import type { BrowserSessions } from '../http/browser-sessions.ts'
import { hashAddress } from '@walkon/service/address-hash'
import { AppError } from '@walkon/service/errors'
import type { HttpApp } from '@walkon/service/http'
import { z } from 'zod'
import { findUserOfNumber } from '../db/numbers.ts'
import { findUserByEmail } from '../db/users.ts'
import { refusals } from '../http/declared-refusals.ts'
import { emailAddress, nothing, phoneNumber, pkce, redirectQuery } from '../http/auth-fields.ts'
import type { CurrentSession } from '../http/current-session.ts'
import { requestTextCode } from '../use-cases/texts/request-text-code.ts'
import { requestMail } from '../use-cases/mail-links/request-mail.ts'
import {
  requestReauthentication,
  type ReauthenticationDeps,
} from '../use-cases/mail-links/request-reauthentication.ts'

export type MailRoutes = ReauthenticationDeps & {
  browser: BrowserSessions
  currentSession: CurrentSession
}

const recovery = pkce.extend({ email: emailAddress })

const otp = pkce.extend({
  email: z.optional(emailAddress),
  phone: z.optional(phoneNumber),
  /** Of a text; WhatsApp is not offered. */
  channel: z.literal('sms').optional(),
  create_user: z.boolean().default(true),
})

const resend = pkce.extend({
  type: z.enum(['signup', 'email_change', 'sms', 'phone_change']),
  email: z.optional(emailAddress),
  phone: z.optional(phoneNumber),
})

const mailed = { 200: nothing, ...refusals('over_email_send_rate_limit') }
const mailedOrTexted = {
  200: nothing,
  ...refusals('over_email_send_rate_limit', 'over_sms_send_rate_limit'),
}
const recoveryCall = {
  summary: 'Mail a link to choose a new password',
  operationId: 'recoverPassword',
  tags: ['mails'],
  success: 'The same whether or not the address has an account.',
  body: recovery,
  querystring: redirectQuery,
  response: mailed,
}
const otpCall = {
  summary: 'Send a code to sign in: by mail with a link, or by text',
  operationId: 'sendOtp',
  tags: ['mails'],
  success: 'The same whether or not the address or the number has an account.',
  body: otp,
  querystring: redirectQuery,
  response: mailedOrTexted,
}
const resendCall = {
  summary: 'Send the confirmation of a sign-up, or a code by text, again',
  operationId: 'resendMail',
  tags: ['mails'],
  success: 'The same whether or not anything is sent.',
  body: resend,
  querystring: redirectQuery,
  response: { ...mailedOrTexted, ...refusals('phone_provider_disabled') },
}
const ownerCall = {
  summary: 'Mail a code that proves the owner of the account',
  operationId: 'reauthenticate',
  tags: ['mails'],
  success: 'The code is on its way to the address of the account.',
  response: mailed,
}

const noPhone = () => new AppError('phone_provider_disabled', 'Sign-in by SMS is not offered')

/** Calls that answer `{}` whether or not a mail is sent. */
export async function mailRoutes(app: HttpApp, options: MailRoutes): Promise<void> {
  const { db, browser, limits, currentSession } = options
  const deviceOf = (request: FastifyRequest, email: string) =>
    browser.knownAccount(request, () => findUserByEmail(db, email))
  const config = { access: 'public' } as const

  async function text(request: FastifyRequest, number: string): Promise<Record<string, never>> {
    const device = await browser.knownAccount(request, () => findUserOfNumber(db, hashAddress(number)))
    await requestTextCode(options, { number, client: request.ip, device })
    return {}
  }

  app.post('/recover', { config, schema: recoveryCall }, async (request) => {
    const { ip: client, body, query } = request
    const device = await deviceOf(request, body.email)
    const wish = { ...body, ...query }
    await requestMail(options, { kind: 'recovery', email: body.email, client, wish, device })
    return {}
  })

  app.post('/otp', { config, schema: otpCall }, async (request) => {
    const { email, phone, create_user: mayCreate } = request.body
    if (email && phone)
      throw new AppError('validation_failed', 'Only an email address or phone number should be provided')
    if (phone) return text(request, phone)
    if (!email) throw new AppError('validation_failed', 'One of email or phone must be set')
    const wish = { ...request.body, ...request.query }
    const device = await deviceOf(request, email)
    await requestMail(options, { kind: 'sign-in', email, client: request.ip, wish, device, mayCreate })
    return {}
  })

  app.post('/resend', { config, schema: resendCall }, async (request) => {
    const { type, email, phone } = request.body
    if (type === 'phone_change') throw noPhone()
    if (type === 'sms' && phone) return text(request, phone)
    if (!email) throw new AppError('validation_failed', 'Type provided requires an email address')
    const wish = { ...request.body, ...request.query }
    const [client, device] = [request.ip, await deviceOf(request, email)]
    // Sends nothing: a signed-in user asks for the mails of a change of address again with `PUT /user`. Counted like other mails.
    if (type === 'email_change') await limits.mail(client, 'sign-up', email, device)
    else await requestMail(options, { kind: 'resend-sign-up', email, client, wish, device })
    return {}
  })

  app.get('/reauthenticate', { config: { access: 'account' }, schema: ownerCall }, async (request) => {
    const { user } = await currentSession(request)
    await requestReauthentication(options, user, browser.askerOf(request, user.id))
    return {}
  })
}
