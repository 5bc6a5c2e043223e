import { deriveKey } from '@walkon/service/encryption'
import { createHmac, timingSafeEqual } from 'node:crypto'

/** The purpose of a derived key; a MAC for one purpose is refused for another. */
export type MacPurpose = 'refresh-token' | 'one-time-code' | 'known-device' | 'own-sign-up'

export type Mac = {
  sign(data: Uint8Array | string): Buffer
  verify(data: Uint8Array | string, mac: Uint8Array): boolean
}

/** HMAC-SHA-256. The first key signs, all keys verify. */
export function createMac(purpose: MacPurpose, keys: Uint8Array[]): Mac {
  const known = keys.map((key) => deriveKey(key, `identity.${purpose}`))
  const [current] = known
  if (!current) throw new Error('At least one key is needed')
  return {
    sign: (data) => sign(current, data),
    verify: (data, mac) => known.some((key) => isEqual(sign(key, data), mac)),
  }
}

const sign = (key: Uint8Array, data: Uint8Array | string) => createHmac('sha256', key).update(data).digest()

const isEqual = (one: Uint8Array, other: Uint8Array) =>
  one.length === other.length && timingSafeEqual(one, other)
