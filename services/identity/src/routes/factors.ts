import { toCodeEntry } from '@walkon/contracts/pasted-text'
import { AppError } from '@walkon/service/errors'
import type { HttpApp } from '@walkon/service/http'
import { z } from 'zod'
import { label, proof } from '../http/auth-fields.ts'
import { refusals } from '../http/declared-refusals.ts'
import { challengeAnswer, enrolmentAnswer, sessionAnswer, unenrolmentAnswer } from '../http/gotrue-answers.ts'
import type { BrowserSessions } from '../http/browser-sessions.ts'
import type { CurrentSession } from '../http/current-session.ts'
import { challengeFactor } from '../use-cases/factors/challenge-factor.ts'
import { enrollFactor, type EnrollmentDeps } from '../use-cases/factors/enroll-factor.ts'
import { unenrollFactor } from '../use-cases/factors/unenroll-factor.ts'
import { verifyFactor, type FactorDeps } from '../use-cases/factors/verify-factor.ts'

export type FactorRoutes = FactorDeps &
  EnrollmentDeps & { browser: BrowserSessions; currentSession: CurrentSession }

const enrolment = proof.extend({
  factor_type: z.enum(['totp', 'phone', 'webauthn']),
  friendly_name: label.default(''),
  issuer: label.optional(),
})
const params = z.object({ factorId: z.uuid() })
/** The public client removes a factor without a body. */
const removal = proof.nullish()
const answer = z.object({ challenge_id: z.uuid(), code: z.string().max(40).overwrite(toCodeEntry) })

const PROOF = ['reauthentication_needed', 'reauthentication_not_valid', 'over_request_rate_limit'] as const
const enrolmentCall = {
  summary: 'Enroll an authenticator app',
  operationId: 'enrollFactor',
  tags: ['factors'],
  success: 'The new factor with its secret and its QR code. It counts once a code of it is verified.',
  body: enrolment,
  response: {
    200: enrolmentAnswer,
    ...refusals(
      ...PROOF,
      'too_many_enrolled_mfa_factors',
      'mfa_factor_name_conflict',
      'mfa_phone_enroll_not_enabled',
      'mfa_webauthn_enroll_not_enabled',
    ),
  },
}
const challengeCall = {
  summary: 'Start a challenge of a factor',
  operationId: 'challengeFactor',
  tags: ['factors'],
  success: 'The challenge that the next code answers.',
  params,
  response: { 200: challengeAnswer, ...refusals('mfa_factor_not_found') },
}
const verificationCall = {
  summary: 'Verify a code of an authenticator app',
  operationId: 'verifyFactor',
  tags: ['factors'],
  success: 'The session with both factors.',
  params,
  body: answer,
  response: {
    200: sessionAnswer,
    ...refusals(
      'mfa_factor_not_found',
      'mfa_challenge_expired',
      'mfa_verification_rejected',
      'mfa_verification_failed',
      'over_request_rate_limit',
    ),
  },
}
const removalCall = {
  summary: 'Remove an authenticator app',
  operationId: 'unenrollFactor',
  tags: ['factors'],
  success: 'The id of the removed factor.',
  params,
  body: removal,
  response: { 200: unenrolmentAnswer, ...refusals(...PROOF, 'mfa_factor_not_found', 'insufficient_aal') },
}

/** TOTP as a second factor. */
export async function factorRoutes(app: HttpApp, options: FactorRoutes): Promise<void> {
  const { browser, currentSession } = options
  // A session that owes its second factor must reach the routes that accept it.
  const open = { access: 'first-factor' } as const
  // No cache may store secrets and tokens.
  app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'))

  app.post('/factors', { config: { access: 'account' }, schema: enrolmentCall }, async (request) => {
    const { user, session } = await currentSession(request)
    const { factor_type: type, friendly_name: friendlyName, issuer = 'Walkon' } = request.body
    const { current_password: currentPassword, nonce } = request.body
    if (type !== 'totp')
      throw new AppError(`mfa_${type}_enroll_not_enabled`, `MFA enroll is disabled for ${type}`)
    const asked = { friendlyName, issuer, currentPassword, nonce }
    return enrollFactor(options, user, session, { ...asked, ...browser.askerOf(request, user.id) })
  })

  app.post('/factors/:factorId/challenge', { config: open, schema: challengeCall }, async (request) => {
    const { user } = await currentSession(request)
    return challengeFactor(options, user, request.params.factorId)
  })

  app.post(
    '/factors/:factorId/verify',
    { config: open, schema: verificationCall },
    async (request, reply) => {
      const { user, session } = await currentSession(request)
      const { factorId } = request.params
      const { challenge_id: challengeId, code } = request.body
      const raised = await verifyFactor(options, user, session, {
        factorId,
        challengeId,
        code,
        device: browser.knownDevice(request, user.id),
      })
      return browser.answer(request, reply, raised)
    },
  )

  const removalRoute = { config: { access: 'account' }, schema: removalCall } as const
  app.delete('/factors/:factorId', removalRoute, async (request) => {
    const { user, session } = await currentSession(request)
    const { factorId } = request.params
    const { current_password: currentPassword, nonce } = request.body ?? {}
    const asked = { factorId, currentPassword, nonce }
    await unenrollFactor(options, user, session, { ...asked, ...browser.askerOf(request, user.id) })
    return { id: factorId }
  })
}
