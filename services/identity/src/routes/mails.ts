import type { Database } from '@walkon/service/database'
import { AppError } from '@walkon/service/errors'
import type { HttpApp } from '@walkon/service/http'
import { z } from 'zod'
import type { CurrentSession } from '../current-session.ts'
import type { Limits } from '../limits.ts'
import type { MailAsking } from '../mail-asking.ts'
import type { MailLinks } from '../mail-links.ts'
import { emailAddress, nothing, pkce, redirectQuery } from '../auth-fields.ts'

export type MailRoutes = {
  db: Database
  limits: Limits
  mailAsking: MailAsking
  mailLinks: MailLinks
  currentSession: CurrentSession
}

const recovery = pkce.extend({ email: emailAddress })

const otp = pkce.extend({
  email: emailAddress.optional(),
  phone: z.string().optional(),
  create_user: z.boolean().default(true),
})

const resend = pkce.extend({
  type: z.enum(['signup', 'email_change', 'sms', 'phone_change']),
  email: emailAddress.optional(),
  phone: z.string().optional(),
})

const noPhone = () => new AppError(422, 'phone_provider_disabled', 'Sign-in by SMS is not offered')

/** Calls that answer `{}` and have a mail written, if there is anybody to write to. */
export async function mailRoutes(app: HttpApp, options: MailRoutes): Promise<void> {
  const { db, limits, mailAsking, mailLinks, currentSession } = options
  const config = { access: 'public' } as const
  const response = { 200: nothing }
  const querystring = redirectQuery

  app.post('/recover', { config, schema: { body: recovery, querystring, response } }, async (request) => {
    const { email } = request.body
    await limits.mail(request.ip, 'recovery', email)
    await mailAsking.ask('recovery', email, { ...request.body, ...request.query })
    return {}
  })

  app.post('/otp', { config, schema: { body: otp, querystring, response } }, async (request) => {
    const { email, phone, create_user: mayCreate } = request.body
    if (phone) throw noPhone()
    if (!email) throw new AppError(400, 'validation_failed', 'One of email or phone must be set')
    await limits.mail(request.ip, 'sign-in', email)
    await mailAsking.ask('sign-in', email, { ...request.body, ...request.query }, mayCreate)
    return {}
  })

  app.post('/resend', { config, schema: { body: resend, querystring, response } }, async (request) => {
    const { type, email, phone } = request.body
    if (phone || type === 'sms' || type === 'phone_change') throw noPhone()
    if (!email) throw new AppError(400, 'validation_failed', 'Type provided requires an email address')
    await limits.mail(request.ip, 'sign-up', email)
    // A change of address is asked for again by whoever is signed in, with `PUT /user`.
    if (type === 'signup')
      await mailAsking.ask('resend-sign-up', email, { ...request.body, ...request.query })
    return {}
  })

  app.get('/reauthenticate', { config: { access: 'account' }, schema: { response } }, async (request) => {
    const { user } = await currentSession(request)
    await limits.mail(request.ip, 'reauthentication', user.email)
    await db.transaction((tx) =>
      mailLinks.send(tx, { purpose: 'reauthentication', email: user.email, userId: user.id }),
    )
    return {}
  })
}
