import { createHash, hkdfSync } from 'node:crypto'
import { EncryptJWT, errors, jwtDecrypt, type JWTPayload } from 'jose'
import { z } from 'zod'

/**
 * The key of one purpose (HKDF-SHA-256). What was made with it means nothing to the same secret's other purposes. A
 * purpose is part of what is stored and sent: never rename one.
 */
export const deriveKey = (secret: Uint8Array, purpose: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secret, '', `walkon.${purpose}`, 32))

export type Encryption<Claims> = {
  /** A JWE in compact form, different for every call. Without an expiry it can be decrypted for as long as its key is known. */
  encrypt(claims: Claims, options?: { expiresAt: Date }): Promise<string>
  /** Null for a token that is forged, expired, made for another purpose or under no known key. */
  decrypt(token: string, now: Date): Promise<Claims | null>
}

const METHOD = { alg: 'dir', enc: 'A256GCM' } as const

/**
 * The one way to encrypt (docs/decisions/one-way-to-encrypt.md): claims as a JWE under a key that is derived for the
 * purpose. The first secret encrypts, all decrypt, so that a secret can be replaced while what it made still lives.
 */
export function createEncryption<Claims extends JWTPayload>(
  purpose: string,
  secrets: Uint8Array[],
  shape: z.ZodType<Claims>,
): Encryption<Claims> {
  const keys = secrets.map((secret) => deriveKey(secret, purpose))
  const known = new Map(keys.map((key) => [keyId(key), key]))
  const [current] = keys
  if (!current) throw new Error('At least one key is needed')

  return {
    encrypt: (claims, options) => {
      const token = new EncryptJWT(claims).setProtectedHeader({ ...METHOD, kid: keyId(current) })
      return (options ? token.setExpirationTime(options.expiresAt) : token).encrypt(current)
    },
    decrypt: async (token, now) => {
      try {
        const { payload } = await jwtDecrypt(token, ({ kid }) => known.get(kid ?? '') ?? current, {
          currentDate: now,
          keyManagementAlgorithms: [METHOD.alg],
          contentEncryptionAlgorithms: [METHOD.enc],
        })
        return shape.parse(payload)
      } catch (error) {
        if (error instanceof errors.JOSEError || error instanceof z.ZodError || error instanceof TypeError)
          return null
        throw error
      }
    },
  }
}

/** Tells the keys of a purpose apart, and nothing of them. */
const keyId = (key: Uint8Array) => createHash('sha256').update(key).digest('base64url').slice(0, 8)
