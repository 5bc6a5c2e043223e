import { AppError } from '@walkon/service/errors'
import type { HttpApp } from '@walkon/service/http'
import { z } from 'zod'
import { answerVerified } from '../http/answer-verified.ts'
import { emailAddress, password } from '../http/auth-fields.ts'
import type { BrowserSessions } from '../http/browser-sessions.ts'
import { refusals } from '../http/declared-refusals.ts'
import { verifiedAnswer } from '../http/gotrue-answers.ts'
import { exchangeCode } from '../use-cases/sessions/exchange-code.ts'
import { refreshSession } from '../use-cases/sessions/refresh-session.ts'
import { invalidCredentials, signIn, type SignInDeps } from '../use-cases/sessions/sign-in.ts'

export type TokenRoutes = SignInDeps & { browser: BrowserSessions }

const querystring = z.object({ grant_type: z.string().default('') })

const passwordGrant = z.object({
  email: z.optional(emailAddress),
  phone: z.string().optional(),
  password,
})
const refreshGrant = z.object({ refresh_token: z.string().max(200) })
const pkceGrant = z.object({ auth_code: z.string().max(100), code_verifier: z.string().max(200) })

const tokenCall = {
  summary: 'Sign in by password or PKCE code, or refresh a session',
  operationId: 'createToken',
  tags: ['sessions'],
  success: 'The session, or the first half of a change of address.',
  querystring,
  response: {
    200: verifiedAnswer,
    ...refusals(
      'invalid_credentials',
      'email_not_confirmed',
      'refresh_token_not_found',
      'refresh_token_already_used',
      'session_expired',
      'flow_state_not_found',
      'flow_state_expired',
      'bad_code_verifier',
      'otp_expired',
      'over_request_rate_limit',
      'phone_provider_disabled',
      'provider_disabled',
      'web3_provider_disabled',
    ),
  },
}

/** `POST /token`: by password, refresh token or PKCE. */
export async function tokenRoutes(app: HttpApp, options: TokenRoutes): Promise<void> {
  const { browser, limits } = options
  const config = { access: 'public' } as const

  app.post('/token', { config, schema: tokenCall }, async (request, reply) => {
    const origin = browser.originOf(request)
    reply.header('cache-control', 'no-store')
    switch (request.query.grant_type) {
      case 'password': {
        const { email, phone, password: given } = parse(passwordGrant, request.body)
        if (phone) throw new AppError('phone_provider_disabled', 'Phone logins are disabled')
        if (!email) throw invalidCredentials()
        const knownDevice = (userId: string) => browser.knownDevice(request, userId)
        const asked = { email, password: given, client: request.ip, origin, knownDevice }
        return browser.answer(request, reply, await signIn(options, asked))
      }
      case 'refresh_token': {
        const token = browser.refreshToken(request, parse(refreshGrant, request.body).refresh_token)
        const session = await refreshSession(options, token).catch((error: unknown) => {
          if (error instanceof AppError && error.status === 400) browser.clear(request, reply)
          throw error
        })
        return browser.answer(request, reply, session)
      }
      case 'pkce': {
        const { auth_code: code, code_verifier: verifier } = parse(pkceGrant, request.body)
        await limits.code(request.ip)
        const verified = await exchangeCode(options, { code, verifier, origin })
        return answerVerified(browser, request, reply, verified)
      }
      case 'id_token':
        throw new AppError('provider_disabled', 'Third-party sign-in is not offered')
      case 'web3':
        throw new AppError('web3_provider_disabled', 'Web3 sign-in is not offered')
      default:
        throw new AppError('validation_failed', 'unsupported_grant_type')
    }
  })
}

/** Checks the body by hand, because its shape depends on the grant in the query. */
function parse<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = schema.safeParse(body)
  if (!parsed.success) throw new AppError('validation_failed', z.prettifyError(parsed.error))
  return parsed.data
}
