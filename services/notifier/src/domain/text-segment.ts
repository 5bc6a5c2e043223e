/** The length of one text message: 160 places of the GSM alphabet. One character outside of it would leave room for 70. */

export const SEGMENT_LENGTH = 160

const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
/** They take two places each. */
const EXTENDED = new Set('^{}\\[~]|€')

const REPLACED: Record<string, string> = {
  '’': "'",
  '‘': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  '…': '...',
  '™': '',
  '®': '',
  '©': '',
  '\u00a0': ' ',
  '‚': "'",
  '„': '"',
  '«': '"',
  '»': '"',
  '‹': "'",
  '›': "'",
  '´': "'",
  '`': "'",
  '‐': '-',
  '‑': '-',
  '‒': '-',
  '―': '-',
  '•': '-',
  '·': '.',
  '×': 'x',
}

/** Latin letters that are one character in every normal form of Unicode. */
const LETTERS: Record<string, string> = {
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  Ð: 'D',
  ħ: 'h',
  Ħ: 'H',
  ı: 'i',
  ĸ: 'k',
  ŋ: 'n',
  Ŋ: 'N',
  œ: 'oe',
  Œ: 'OE',
  þ: 'th',
  Þ: 'Th',
  ŧ: 't',
  Ŧ: 'T',
  ƒ: 'f',
  ə: 'e',
  Ə: 'E',
  ẞ: 'SS',
}

/** The same words in the GSM alphabet: other quotes and dashes, letters that it lacks without accent or spelt out; the rest is left out. */
export const toGsm7 = (text: string): string =>
  Array.from(text.normalize('NFC'), (character) => {
    if (isGsm7(character)) return character
    const replaced = REPLACED[character] ?? Array.from(character.normalize('NFKD'), toLetter).join('')
    return Array.from(replaced).every(isGsm7) ? replaced : ''
  })
    .join('')
    .replaceAll(/ {2,}/g, ' ')
    .trim()

const toLetter = (character: string) => LETTERS[character] ?? character.replace(/\p{M}/u, '')

const isGsm7 = (character: string) => BASIC.has(character) || EXTENDED.has(character)

/** The places that a text of the GSM alphabet takes. */
export const gsm7Length = (text: string): number =>
  Array.from(text).reduce((length, character) => length + (EXTENDED.has(character) ? 2 : 1), 0)

/** Whole words, and `...` where some are left out; a first word that is too long is cut. */
export function shorten(text: string, places: number, lengthOf = gsm7Length): string {
  if (lengthOf(text) <= places) return text
  const words = text.split(' ')
  for (let count = words.length - 1; count > 0; count--) {
    const shorter = `${words
      .slice(0, count)
      .join(' ')
      .replace(/[,:;.&-]+$/, '')}...`
    if (lengthOf(shorter) <= places) return shorter
  }
  let cut = ''
  for (const character of words[0] ?? '') {
    if (lengthOf(`${cut}${character}...`) > places) break
    cut += character
  }
  return `${cut}...`
}
