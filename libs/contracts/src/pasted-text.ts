/**
 * Reads pasted text as its sender meant it. Phones put marks of direction around a number, editors make dashes and quotation marks
 * typographic, and keyboards of other scripts have wide digits. The text that is checked after this is the text that is kept.
 */

/** Marks without a width: of direction, joiners, soft hyphens, byte order. */
const INVISIBLE = /\p{Cf}/gu
const DASHES = /[\p{Pd}\u2212]/gu
const QUOTES = /["'`\p{Pi}\p{Pf}]/gu
const ARABIC_DIGITS = /[\u0660-\u0669\u06f0-\u06f9]/g

/** Without invisible marks and outer blanks, with the digits, letters and dashes of a plain keyboard. */
export function toEntry(text: string): string {
  return text
    .normalize('NFKC')
    .replace(INVISIBLE, '')
    .replace(DASHES, '-')
    .replace(ARABIC_DIGITS, (digit) => String((digit.codePointAt(0) ?? 0) & 0xf))
    .trim()
}

/** The digits of a phone number, behind a plus where it is international: written so, as `00`, or as `011` from the US. */
export const toDialed = (text: string): string =>
  toEntry(text)
    .replace(/^tel:/i, '')
    .replace(QUOTES, '')
    .replace(/[\s()./-]/g, '')
    .replace(/^(00|011)(?=[1-9])/, '+')

/**
 * An address out of a link, or out of what mail programs copy around it. Matches the kept part. A pattern that removes a run before the end
 * of the text is tried from each character of the run, which takes half a minute for the longest text of a request.
 */
export const toAddressEntry = (text: string): string =>
  kept(toEntry(text).replace(/^mailto:/i, ''), /[^<"'\p{Pi}](?:.*[^>"'\p{Pf},;])?/su)

/** A code out of the sentence that names it: without blanks, quotation marks, a number sign before it or a full stop after it. */
export const toCodeEntry = (text: string): string =>
  kept(toEntry(text).replace(QUOTES, '').replace(/\s/g, ''), /[\p{L}\p{N}](?:.*[\p{L}\p{N}])?/su)

const kept = (text: string, pattern: RegExp): string => pattern.exec(text)?.[0] ?? ''
