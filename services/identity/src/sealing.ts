import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'

/** What a key is derived for; values for one purpose mean nothing for another. */
export type SealingPurpose = 'signing-key' | 'totp-secret'
export type MacPurpose = 'refresh-token' | 'one-time-code' | 'known-device'

const derive = (key: Uint8Array, purpose: string) =>
  Buffer.from(hkdfSync('sha256', key, '', `walkon.identity.${purpose}`, 32))

const NONCE_BYTES = 12
const TAG_BYTES = 16

export type Sealing = {
  /** AES-256-GCM under the current key. */
  seal(text: string): string
  /** Throws if no key opens it: that is a fault of ours, never of a visitor. */
  open(sealed: string): string
}

/** What is kept in the database but must not be readable there. The first key seals, all keys open. */
export function createSealing(purpose: SealingPurpose, keys: Uint8Array[]): Sealing {
  const known = keys.map((key) => derive(key, purpose))
  return {
    seal(text) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', first(known), nonce)
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64url')
      for (const key of known) {
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES))
        decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
        try {
          const text = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES))
          return Buffer.concat([text, decipher.final()]).toString('utf8')
        } catch {
          // Another key may have sealed it.
        }
      }
      throw new Error(`No key opens this ${purpose}`)
    },
  }
}

export type Mac = {
  sign(data: Uint8Array | string): Buffer
  verify(data: Uint8Array | string, mac: Uint8Array): boolean
}

/** HMAC-SHA-256. The first key signs, all keys verify. */
export function createMac(purpose: MacPurpose, keys: Uint8Array[]): Mac {
  const known = keys.map((key) => derive(key, purpose))
  return {
    sign: (data) => sign(first(known), data),
    verify: (data, mac) => known.some((key) => isEqual(sign(key, data), mac)),
  }
}

const sign = (key: Buffer, data: Uint8Array | string) => createHmac('sha256', key).update(data).digest()

function isEqual(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && timingSafeEqual(one, other)
}

function first(keys: Buffer[]): Buffer {
  const [key] = keys
  if (!key) throw new Error('At least one key is needed')
  return key
}

/** How a random token is kept: it has too many values to be guessed from its hash. */
export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
