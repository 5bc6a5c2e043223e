import { role } from '@walkon/contracts/http/identity'
import { instant } from '@walkon/contracts/values'
import { z } from 'zod'

/** Answers to GoTrue's clients below `/auth/v1`, by the names of GoTrue's own fields. */

const userFields = z.object({
  id: z.uuid(),
  aud: z.string(),
  role: z.string(),
  email: z.string(),
  /** Always empty: phone numbers are not stored. */
  phone: z.string(),
  user_metadata: z.record(z.string(), z.unknown()),
  created_at: instant,
  updated_at: instant,
  is_anonymous: z.boolean(),
})

const appMetadata = z.object({ provider: z.string(), providers: z.array(z.string()), roles: z.array(role) })

const identity = z.object({
  identity_id: z.uuid(),
  id: z.uuid(),
  user_id: z.uuid(),
  provider: z.string(),
  identity_data: z.record(z.string(), z.unknown()),
  email: z.string(),
  created_at: instant,
  updated_at: instant,
  last_sign_in_at: z.optional(instant),
})

const factor = z.object({
  id: z.uuid(),
  friendly_name: z.string(),
  factor_type: z.literal('totp'),
  status: z.enum(['unverified', 'verified']),
  created_at: instant,
  updated_at: instant,
})

export const userAnswer = userFields.extend({
  email_confirmed_at: instant,
  confirmed_at: instant,
  last_sign_in_at: z.optional(instant),
  app_metadata: appMetadata.extend({ has_password: z.boolean() }),
  identities: z.array(identity),
  factors: z.array(factor),
  new_email: z.string().optional(),
  email_change_sent_at: z.optional(instant),
})

/** The same for an address with and without an account. */
export const signUpAnswer = userFields.extend({
  app_metadata: appMetadata,
  identities: z.array(identity),
  confirmation_sent_at: instant,
})

export const sessionAnswer = z.object({
  access_token: z.string(),
  token_type: z.literal('bearer'),
  expires_in: z.int(),
  /** Seconds since 1970. */
  expires_at: z.int(),
  refresh_token: z.string(),
  user: userAnswer,
})

/** A session, or the first half of a change of address, which needs the confirmation of both addresses. */
export const verifiedAnswer = z.union([sessionAnswer, z.object({ msg: z.string(), code: z.literal('200') })])

export const enrolmentAnswer = z.object({
  id: z.uuid(),
  type: z.literal('totp'),
  friendly_name: z.string(),
  totp: z.object({ qr_code: z.string(), secret: z.string(), uri: z.string() }),
})

export const challengeAnswer = z.object({ id: z.uuid(), type: z.literal('totp'), expires_at: z.int() })

export const unenrolmentAnswer = z.object({ id: z.uuid() })

/** RFC 7517. */
export const keySetAnswer = z.object({
  keys: z.array(
    z.object({
      kty: z.string().optional(),
      crv: z.string().optional(),
      x: z.string().optional(),
      kid: z.string(),
      alg: z.string(),
      use: z.string(),
      key_ops: z.array(z.string()),
    }),
  ),
})

export const settingsAnswer = z.object({
  external: z.object({ email: z.boolean(), phone: z.boolean(), anonymous_users: z.boolean() }),
  disable_signup: z.boolean(),
  mailer_autoconfirm: z.boolean(),
  phone_autoconfirm: z.boolean(),
  sms_provider: z.string(),
  saml_enabled: z.boolean(),
  mfa_enabled: z.boolean(),
})

export const healthAnswer = z.object({ name: z.string(), version: z.string(), description: z.string() })
