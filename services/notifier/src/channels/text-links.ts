import { hashToken } from '@walkon/service/link-tokens'
import { createHmac } from 'node:crypto'

/** 72 bits: too many to guess, few enough for a text of one segment. */
const CODE_LENGTH = 12

export type TextLinks = ReturnType<typeof createTextLinks>

/**
 * The short link of a text, `<site>/t/<code>`. The code follows from the delivery and a key; only its hash is stored, so that
 * reading the table opens nothing. Twilio keeps no id of ours, so a look-up knows a text by its code.
 */
export function createTextLinks({ publicUrl, keys }: { publicUrl: string; keys: Uint8Array[] }) {
  const codesOf = (deliveryId: string) => keys.map((key) => toCode(key, deliveryId))
  const codeOf = (deliveryId: string) => codesOf(deliveryId)[0] ?? ''
  return {
    /** Returns the codes, also of keys that were in use before. */
    codesOf,
    urlOf: (deliveryId: string) => `${publicUrl}/t/${codeOf(deliveryId)}`,
    hashOf: (deliveryId: string) => hashToken(codeOf(deliveryId)),
  }
}

const toCode = (key: Uint8Array, deliveryId: string) =>
  createHmac('sha256', key).update(`text-link ${deliveryId}`).digest('base64url').slice(0, CODE_LENGTH)
