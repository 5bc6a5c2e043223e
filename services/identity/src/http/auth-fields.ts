import { toCodeEntry, toDialed } from '@walkon/contracts/pasted-text'
import { z } from 'zod'
import { CHALLENGE_METHODS } from '../domain/one-time-token.ts'

/** Fields that several of GoTrue's calls have. Other fields are dropped. */

export { emailAddress } from '@walkon/contracts/email-address'

/** E.164, with or without its plus sign, as GoTrue takes it. */
export const phoneNumber = z
  .string()
  .max(30)
  .transform((text) => `+${toDialed(text).replace('+', '')}`)
  .pipe(z.e164())

/** Bounded, because hashing takes as long as the password. */
export const password = z.string().max(1_024)

/** The proof of an owner whose sign-in is not recent. */
export const proof = z.object({
  current_password: password.optional(),
  nonce: z.string().max(100).optional(),
})

const MAX_DEPTH = 20

/** PostgreSQL stores neither NUL nor unpaired surrogates. The depth is bounded, because this function recurses. */
function isKeepable(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0')
  if (typeof value !== 'object' || value === null) return true
  if (depth === MAX_DEPTH) return false
  return Object.entries(value).every(([name, inner]) => isKeepable(name) && isKeepable(inner, depth + 1))
}

export const metadata = z
  .record(z.string().max(100), z.unknown())
  .refine((data) => isKeepable(data), 'This cannot be kept')

/** A short text that only its author sees. */
export const label = z
  .string()
  .trim()
  .max(60)
  .regex(/^\P{C}*$/u, 'Control characters have no place here')

/** `redirect_to`, in the query as the clients send it. */
export const redirectQuery = z.object({ redirect_to: z.string().max(2_000).optional() })

/** RFC 7636; both or neither. */
export const pkce = z.object({
  code_challenge: z
    .string()
    .regex(/^[\w.~-]{43,128}$/)
    .nullish(),
  code_challenge_method: z.string().toLowerCase().pipe(z.enum(CHALLENGE_METHODS)).nullish(),
})

export const verificationType = z.enum(['signup', 'magiclink', 'email', 'recovery', 'email_change', 'invite'])
/** Six digits as people copy them. */
export const code = z.string().max(100).overwrite(toCodeEntry).min(1)
export const linkToken = z.string().min(1).max(100)

/** The answer of calls that must not tell whether a mail is sent. */
export const nothing = z.object({})
