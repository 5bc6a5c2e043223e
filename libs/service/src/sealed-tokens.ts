import { createHash } from 'node:crypto'
import { EncryptJWT, errors, jwtDecrypt } from 'jose'
import { z } from 'zod'

/** What a token is for; one for one purpose is refused everywhere else. */
export type TokenPurpose = 'manage' | 'unsubscribe'

export type SealedTokens = {
  /** A token that shows nothing of the address in it, so that it may stand in a link. */
  seal(email: string, options: { expiresInSeconds: number; now: Date }): Promise<string>
  /** Null for a token that is forged, expired or meant for something else. */
  open(token: string, now: Date): Promise<{ email: string } | null>
}

const claims = z.object({ email: z.string() })

/**
 * Links in mails name an address without showing it: the claims are encrypted (JWE, A256GCM).
 * The first key seals, all keys open, so that a key can be replaced while its links still live.
 */
export function createSealedTokens(purpose: TokenPurpose, keys: Uint8Array[]): SealedTokens {
  const known = new Map(keys.map((key) => [keyId(key), key]))
  const [current] = keys
  if (!current) throw new Error('At least one token key is needed')

  return {
    seal: (email, { expiresInSeconds, now }) =>
      new EncryptJWT({ email })
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid: keyId(current) })
        .setAudience(purpose)
        .setIssuedAt(now)
        .setExpirationTime(new Date(now.getTime() + expiresInSeconds * 1000))
        .encrypt(current),
    open: async (token, now) => {
      try {
        const { payload } = await jwtDecrypt(token, ({ kid }) => known.get(kid ?? '') ?? current, {
          audience: purpose,
          currentDate: now,
          keyManagementAlgorithms: ['dir'],
          contentEncryptionAlgorithms: ['A256GCM'],
        })
        return claims.parse(payload)
      } catch (error) {
        if (error instanceof errors.JOSEError || error instanceof z.ZodError || error instanceof TypeError)
          return null
        throw error
      }
    },
  }
}

const keyId = (key: Uint8Array) => createHash('sha256').update(key).digest('base64url').slice(0, 8)

/** `TOKEN_KEYS`: one or more 32-byte keys in base64url, separated by commas, the current one first. */
export const tokenKeys = z.string().transform((value, context) => {
  const keys = value.split(',').map((key) => new Uint8Array(Buffer.from(key.trim(), 'base64url')))
  if (keys.some((key) => key.length !== 32)) {
    context.addIssue({ code: 'custom', message: 'Each key must be 32 bytes in base64url' })
    return z.NEVER
  }
  return keys
})
