import { z } from 'zod'
import { createEncryption } from './encryption.ts'

/** What a token is for; one for one purpose is refused everywhere else. */
export type TokenPurpose = 'manage' | 'unsubscribe'

export type SealedTokens = {
  /** A token that shows nothing of the address in it, so that it may stand in a link. */
  seal(email: string, options: { expiresInSeconds: number; now: Date }): Promise<string>
  /** Null for a token that is forged, expired or meant for something else. */
  open(token: string, now: Date): Promise<{ email: string } | null>
}

const claims = z.object({ email: z.string() })

/** Links in mails name an address without showing it, and end. */
export function createSealedTokens(purpose: TokenPurpose, keys: Uint8Array[]): SealedTokens {
  const encryption = createEncryption(`link.${purpose}`, keys, claims)
  return {
    seal: (email, { expiresInSeconds, now }) =>
      encryption.encrypt({ email }, { expiresAt: new Date(now.getTime() + expiresInSeconds * 1000) }),
    open: (token, now) => encryption.decrypt(token, now),
  }
}

/** `TOKEN_KEYS`: one or more 32-byte keys in base64url, separated by commas, the current one first. */
export const tokenKeys = z.string().transform((value, context) => {
  const keys = value.split(',').map((key) => new Uint8Array(Buffer.from(key.trim(), 'base64url')))
  if (keys.some((key) => key.length !== 32)) {
    context.addIssue({ code: 'custom', message: 'Each key must be 32 bytes in base64url' })
    return z.NEVER
  }
  return keys
})
