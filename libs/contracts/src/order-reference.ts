import { REFERENCE_ALPHABET, toShownReference } from './mail-reference.ts'

/**
 * The number by which a visitor and support name an order, in the form of a mail's reference: the first 39 bits of its random id, as seven
 * characters of five bits and a letter of four. It ends with a letter, so that it is never a phone number, and it opens nothing.
 */

const CHARACTERS = 32
/** The first letter of the alphabet, after its digits. */
const FIRST_LETTER = 10
const LETTERS = 16
const HEX_DIGITS = 10

/** The form in mails and on pages: `FT7Y-WDZX`. */
export function toOrderReference(orderId: string): string {
  const bits = Math.floor(Number.parseInt(orderId.replaceAll('-', '').slice(0, HEX_DIGITS), 16) / 2)
  let reference = REFERENCE_ALPHABET.charAt(FIRST_LETTER + (bits % LETTERS))
  let rest = Math.floor(bits / LETTERS)
  while (reference.length < 8) {
    reference = REFERENCE_ALPHABET.charAt(rest % CHARACTERS) + reference
    rest = Math.floor(rest / CHARACTERS)
  }
  return toShownReference(reference)
}

/** The ids that an order with this stored reference can have, from the least to the greatest; null if it is no order's. */
export function toOrderIds(reference: string): { least: string; greatest: string } | null {
  const letter = REFERENCE_ALPHABET.indexOf(reference.slice(-1)) - FIRST_LETTER
  if (letter < 0 || letter >= LETTERS) return null
  const rest = Array.from(reference.slice(0, -1), (character) =>
    REFERENCE_ALPHABET.indexOf(character),
  ).reduce((sum, value) => sum * CHARACTERS + value, 0)
  const least = (rest * LETTERS + letter) * 2
  return { least: toId(least, '0'), greatest: toId(least + 1, 'f') }
}

function toId(bits: number, filled: string): string {
  const hex = bits.toString(16).padStart(HEX_DIGITS, '0').padEnd(32, filled)
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
