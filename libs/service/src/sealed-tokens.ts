import type { MailList } from '@walkon/contracts/values'
import { z } from 'zod'
import { createEncryption } from './encryption.ts'

/** The purpose of a token, which is refused for every other. `unsubscribe` alone is for the ride alerts. */
export type TokenPurpose =
  | 'manage'
  | 'newsletter'
  | 'flights'
  | 'unsubscribe'
  | `unsubscribe.${Exclude<MailList, 'ride-alerts'>}`

/** How long the manage link of a mail works; no link that names an address is older. */
export const MANAGE_LINK_DAYS = 30

/** Whom a link speaks for: the visitor who had the address at that instant. */
export type SealedAddress = {
  email: string
  knownAt: Date
  /** A link that opens the alerts of one park alone: it was given for a purchase there, and proves no mailbox. */
  parkId?: string
}

export type SealOptions = {
  expiresInSeconds: number
  now: Date
  /** When the address was known to be the visitor's, where that was before now. */
  knownAt?: Date
  /** For a link that opens the alerts of one park alone. */
  parkId?: string
}

export type SealedTokens = {
  /** A token that shows nothing of the address in it, so that it may stand in a link. */
  seal(email: string, options: SealOptions): Promise<string>
  /** Null for a token that is forged, expired or meant for something else. */
  open(token: string, now: Date): Promise<SealedAddress | null>
}

/** `at` is in milliseconds since the epoch; a link of an earlier release has none. */
const claims = z.object({ email: z.string(), at: z.number().default(0), parkId: z.string().optional() })

/** Links in mails name an address without showing it, and end. */
export function createSealedTokens(purpose: TokenPurpose, keys: Uint8Array[]): SealedTokens {
  const encryption = createEncryption(`link.${purpose}`, keys, claims)
  return {
    seal: (email, { expiresInSeconds, now, knownAt = now, parkId }) =>
      encryption.encrypt(
        { email, at: knownAt.getTime(), ...(parkId !== undefined && { parkId }) },
        {
          expiresAt: new Date(now.getTime() + expiresInSeconds * 1000),
          ...(parkId !== undefined && { header: { opens: 'park' } }),
        },
      ),
    open: async (token, now) => {
      const opened = await encryption.decrypt(token, now)
      if (!opened) return null
      const { email, at, parkId } = opened
      return { email, knownAt: new Date(at), ...(parkId !== undefined && { parkId }) }
    },
  }
}

/** `TOKEN_KEYS`, and the keys of single services: one or more 32-byte keys in base64url, separated by commas, the current one first. */
export const tokenKeys = z.string().transform((value, context) => {
  const keys = value.split(',').map((key) => new Uint8Array(Buffer.from(key.trim(), 'base64url')))
  if (keys.some((key) => key.length !== 32)) {
    context.addIssue({ code: 'custom', message: 'Each key must be 32 bytes in base64url' })
    return z.NEVER
  }
  return keys
})
