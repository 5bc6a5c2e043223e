import { AppError } from '@walkon/service/errors'
import type { HttpApp } from '@walkon/service/http'
import { z } from 'zod'
import { toUnconfirmedView } from '../domain/user-view.ts'
import { refusals } from '../http/declared-refusals.ts'
import { emailAddress, metadata, password, pkce, redirectQuery } from '../http/auth-fields.ts'
import type { OwnSignUps } from '../http/own-sign-ups.ts'
import { signUpAnswer } from '../http/gotrue-answers.ts'
import { signUp, type SignUpDeps } from '../use-cases/accounts/sign-up.ts'

const body = pkce.extend({
  email: z.optional(emailAddress),
  phone: z.string().optional(),
  password: password.optional(),
  data: metadata.nullish(),
})

export type SignUpRoutes = SignUpDeps & { ownSignUps: OwnSignUps }
const signUpCall = {
  summary: 'Create an account with a password',
  operationId: 'signUp',
  tags: ['sign-up'],
  success: 'The user, whose address is not confirmed yet: the same whether or not it has an account.',
  body,
  querystring: redirectQuery,
  response: {
    200: signUpAnswer,
    ...refusals(
      'phone_provider_disabled',
      'anonymous_provider_disabled',
      'weak_password',
      'invalid-user-data',
      'address-not-allowed',
      'over_request_rate_limit',
      'over_email_send_rate_limit',
    ),
  },
}

/** `POST /signup`: the same answer and the same work whether or not the address has an account. */
export async function signUpRoutes(app: HttpApp, options: SignUpRoutes): Promise<void> {
  app.post('/signup', { config: { access: 'public' }, schema: signUpCall }, async (request, reply) => {
    const { email, phone, password: chosen, data } = request.body
    if (phone) throw new AppError('phone_provider_disabled', 'Phone signups are disabled')
    if (!email) throw new AppError('anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
    if (!chosen) throw new AppError('validation_failed', 'Signup requires a valid password')
    const wish = { ...request.body, ...request.query }
    const asked = { email, password: chosen, data: data ?? {}, client: request.ip, wish }
    const row = await signUp(options, asked)
    options.ownSignUps.remember(request, reply, row.id)
    return toUnconfirmedView(row)
  })
}
