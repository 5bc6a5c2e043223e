import type { FastifyRequest } from 'fastify'
import type { BrowserSessions } from '../http/browser-sessions.ts'
import { AppError } from '@walkon/service/errors'
import type { HttpApp } from '@walkon/service/http'
import { z } from 'zod'
import { findUserByEmail } from '../db/users.ts'
import { refusals } from '../http/declared-refusals.ts'
import { emailAddress, nothing, pkce, redirectQuery } from '../http/auth-fields.ts'
import type { CurrentSession } from '../http/current-session.ts'
import { requestMail } from '../use-cases/request-mail.ts'
import { requestReauthentication, type ReauthenticationDeps } from '../use-cases/request-reauthentication.ts'

export type MailRoutes = ReauthenticationDeps & {
  browser: BrowserSessions
  currentSession: CurrentSession
}

const recovery = pkce.extend({ email: emailAddress })

const otp = pkce.extend({
  email: z.optional(emailAddress),
  phone: z.string().optional(),
  create_user: z.boolean().default(true),
})

const resend = pkce.extend({
  type: z.enum(['signup', 'email_change', 'sms', 'phone_change']),
  email: z.optional(emailAddress),
  phone: z.string().optional(),
})

const mailed = { 200: nothing, ...refusals('over_email_send_rate_limit') }
const mailedOrRefused = {
  200: nothing,
  ...refusals('over_email_send_rate_limit', 'phone_provider_disabled'),
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
  summary: 'Mail a code and a link to sign in',
  operationId: 'sendOtp',
  tags: ['mails'],
  success: 'The same whether or not the address has an account.',
  body: otp,
  querystring: redirectQuery,
  response: mailedOrRefused,
}
const resendCall = {
  summary: 'Mail the confirmation of a sign-up again',
  operationId: 'resendMail',
  tags: ['mails'],
  success: 'The same whether or not a mail is sent.',
  body: resend,
  querystring: redirectQuery,
  response: mailedOrRefused,
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

  app.post('/recover', { config, schema: recoveryCall }, async (request) => {
    const { ip: client, body, query } = request
    const device = await deviceOf(request, body.email)
    const wish = { ...body, ...query }
    await requestMail(options, { kind: 'recovery', email: body.email, client, wish, device })
    return {}
  })

  app.post('/otp', { config, schema: otpCall }, async (request) => {
    const { email, phone, create_user: mayCreate } = request.body
    if (phone) throw noPhone()
    if (!email) throw new AppError('validation_failed', 'One of email or phone must be set')
    const wish = { ...request.body, ...request.query }
    const device = await deviceOf(request, email)
    await requestMail(options, { kind: 'sign-in', email, client: request.ip, wish, device, mayCreate })
    return {}
  })

  app.post('/resend', { config, schema: resendCall }, async (request) => {
    const { type, email, phone } = request.body
    if (phone || type === 'sms' || type === 'phone_change') throw noPhone()
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
