import { REFERENCE, REFERENCE_ALPHABET, REFERENCE_LENGTH } from '@walkon/contracts/mail-reference'
import { drawBytes } from '@walkon/service/random-pool'

/**
 * A new reference, of 40 random bits. With ten million kept mails, one new reference in a hundred thousand is taken. The index refuses it,
 * and the next insert draws another.
 */
export function createMailReference(): string {
  const drawn = Array.from(drawBytes(REFERENCE_LENGTH), (byte) => REFERENCE_ALPHABET[byte % 32]).join('')
  return REFERENCE.test(drawn) ? drawn : createMailReference()
}
