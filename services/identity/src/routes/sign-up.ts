import type { Database } from '@walkon/service/database'
import { AppError } from '@walkon/service/errors'
import type { HttpApp } from '@walkon/service/http'
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Settings } from '../config.ts'
import { insertMailRequest } from '../db/mail-requests.ts'
import { insertSignUp } from '../db/sign-ups.ts'
import { WeakPassword } from '../gotrue-errors.ts'
import type { Limits } from '../limits.ts'
import type { MailAsking } from '../mail-asking.ts'
import type { Passwords } from '../passwords.ts'
import { mergeMetadata } from '../user-changes.ts'
import { toUnconfirmedView } from '../user-view.ts'
import { findWeaknesses } from '../weak-passwords.ts'
import { emailAddress, metadata, password, pkce, redirectQuery } from '../auth-fields.ts'

export type SignUpRoutes = {
  db: Database
  settings: Settings
  passwords: Passwords
  limits: Limits
  mailAsking: MailAsking
  now: () => Date
}

const HOUR_MS = 3_600_000

const body = pkce.extend({
  email: emailAddress.optional(),
  phone: z.string().optional(),
  password: password.optional(),
  data: metadata.nullish(),
})

/** `POST /signup`: the same answer and the same work whether or not the address has an account. */
export async function signUpRoutes(app: HttpApp, options: SignUpRoutes): Promise<void> {
  const { db, settings, passwords, limits, mailAsking, now } = options

  app.post(
    '/signup',
    { config: { access: 'public' }, schema: { body, querystring: redirectQuery } },
    async (request) => {
      const { email, phone, password: chosen, data } = request.body
      if (phone) throw new AppError(422, 'phone_provider_disabled', 'Phone signups are disabled')
      if (!email) throw new AppError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
      if (!chosen) throw new AppError(400, 'validation_failed', 'Signup requires a valid password')
      const userMetadata = mergeMetadata({}, data ?? {})
      const weaknesses = findWeaknesses(chosen, email)
      if (weaknesses.length > 0) throw new WeakPassword(weaknesses)
      await limits.signUp(request.ip)
      await limits.mail(request.ip, 'sign-up', email)

      const passwordHash = await passwords.hash(chosen)
      const createdAt = now()
      const expiresAt = new Date(createdAt.getTime() + settings.SIGN_UP_HOURS * HOUR_MS)
      const signUp = { id: randomUUID(), email, passwordHash, userMetadata, createdAt, expiresAt }
      await db.transaction(async (tx) => {
        await insertSignUp(tx, signUp)
        await insertMailRequest(tx, {
          ...mailAsking.toRequest('sign-up', email, { ...request.body, ...request.query }),
          signUpId: signUp.id,
        })
      })
      return toUnconfirmedView(signUp)
    },
  )
}
