/**
 * The reference in a mail's foot, by which support finds the mail: eight characters of Crockford's base32, which has no I, L, O and U. It is
 * random and opens nothing. One of digits alone is never given: the support desk would take it for a phone number.
 */

export const REFERENCE_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
export const REFERENCE_LENGTH = 8
/** The stored form. */
export const REFERENCE = /^(?!\d*$)[0-9A-HJKMNP-TV-Z]{8}$/

const READ_AS: Record<string, string> = { I: '1', L: '1', O: '0' }

/** The form in a mail: `7K3F-9QPM`. */
export const toShownReference = (reference: string) => `${reference.slice(0, 4)}-${reference.slice(4)}`

/**
 * The stored form of a reference as it was typed, read out or pasted: in either case, with or without its hyphen and `Ref.` before it. I
 * and L are read as 1, and O as 0. Null if it is none.
 */
export function toReference(typed: string): string | null {
  const [, first = '', second = ''] =
    /^(?:ref(?:\.\s*|\s+))?([0-9a-z]{4})[\s-]?([0-9a-z]{4})$/i.exec(typed.trim()) ?? []
  const reference = (first + second).toUpperCase().replaceAll(/[ILO]/g, (letter) => READ_AS[letter] ?? letter)
  return REFERENCE.test(reference) ? reference : null
}
