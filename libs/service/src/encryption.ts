import { createCipheriv, createHash, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'
import type { LinkScope } from '@walkon/contracts/link-scope'
import { errors, jwtDecrypt, type JWTPayload } from 'jose'
import { z } from 'zod'
import { drawBytes } from './random-pool.ts'

/**
 * The key of one purpose (HKDF-SHA-256). Its tokens mean nothing to the same secret's other purposes. A purpose is part of stored and sent
 * tokens: never rename one.
 */
export const deriveKey = (secret: Uint8Array, purpose: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secret, '', `walkon.${purpose}`, 32))

export type EncryptOptions = {
  expiresAt: Date
  /** Said in the clear, beside the algorithm, to the browser that holds the token. */
  header?: LinkScope
}

export type Encryption<Claims> = {
  /** A JWE in compact form, different for every call. Without an expiry it can be decrypted for as long as its key is known. */
  encrypt(claims: Claims, options?: EncryptOptions): Promise<string>
  /** Null for a token that is forged, expired, made for another purpose or under no known key. */
  decrypt(token: string, now: Date): Promise<Claims | null>
}

/** The present that is given to decrypt tokens that were made without an expiry. */
export const WITHOUT_EXPIRY = new Date(0)

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
  const headerOf = (scope?: LinkScope) => toBase64Url({ ...METHOD, kid: keyId(current), ...scope })
  const plainHeader = headerOf()
  const sealingKey = createSecretKey(current)

  return {
    encrypt: async (claims, options) => {
      const expiry = options && { exp: Math.floor(options.expiresAt.getTime() / 1_000) }
      const header = options?.header ? headerOf(options.header) : plainHeader
      return toJwe(header, JSON.stringify({ ...claims, ...expiry }), sealingKey)
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

const toBase64Url = (header: object) => Buffer.from(JSON.stringify(header)).toString('base64url')

const NONCE_BYTES = 12

/**
 * A compact JWE (RFC 7516) of a key that both sides have: the header is authenticated with the text, and there is no encrypted key. Written
 * here and read by jose, because jose encrypts with WebCrypto, in another thread. That takes ten times the time for so short a text, and
 * two of them are in every mail.
 */
function toJwe(header: string, text: string, key: KeyObject): string {
  const nonce = drawBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(header, 'ascii'))
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return [
    header,
    '',
    ...[nonce, encrypted, cipher.getAuthTag()].map((part) => part.toString('base64url')),
  ].join('.')
}

/** Tells the keys of a purpose apart, and nothing of them. */
const keyId = (key: Uint8Array) => createHash('sha256').update(key).digest('base64url').slice(0, 8)
