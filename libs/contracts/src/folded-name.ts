import { INVISIBLE } from './plain-text.ts'

/** Accents. Not the voicing marks of kana, which make another letter. */
const ACCENTS = /(?![\u3099\u309a])\p{Script=Inherited}/gu
const APOSTROPHES_AND_QUOTES =
  /["'`´\u02b9-\u02bc\u02c8\u02ee\u2032-\u2037\u300c-\u300f\u301d-\u301f\uff02\uff07\p{Pi}\p{Pf}„‚]/gu
const DASHES = /[\p{Pd}\u2212\u30fb\u00b7]/gu
const TRADE_MARKS = /[™®©℠℗]/gu
/** Punctuation outside of numbers. */
const PUNCTUATION = /(?<!\p{N})[.,:]|[.,:](?!\p{N})|[;!?¿¡…()[\]]/gu

/** Letters that NFKD leaves whole, as a plain keyboard writes them. */
const PLAIN_LETTERS: Record<string, string> = {
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  þ: 'th',
  '&': ' and ',
}
const PLAIN = new RegExp(`[${Object.keys(PLAIN_LETTERS).join('')}]`, 'g')

/**
 * A name as people read it, for every comparison of names. Without case, accents, apostrophes, quotation marks, dashes, punctuation, trade
 * marks and invisible marks; each run of blanks is one, `&` is `and`. It is compared and searched, never shown.
 */
export function foldName(name: string): string {
  const letters = name
    .replace(TRADE_MARKS, '')
    .replace(APOSTROPHES_AND_QUOTES, '')
    .normalize('NFKD')
    // A byte order mark is a blank to the pattern and shows nothing.
    .replace(/[^\S\ufeff]+/g, ' ')
    .replace(INVISIBLE, '')
    .replace(ACCENTS, '')
    // Upper case first: of `ß` it makes `SS`.
    .toUpperCase()
    .toLowerCase()
    .replace(PLAIN, (letter) => PLAIN_LETTERS[letter] ?? letter)
  const folded = oneSpaced(
    letters.replace(APOSTROPHES_AND_QUOTES, '').replace(DASHES, '').replace(PUNCTUATION, ''),
  )
  // A name of signs alone is compared by them.
  return folded || oneSpaced(letters)
}

const oneSpaced = (text: string) => text.replace(/ +/g, ' ').trim()

/** Each katakana is this far behind its hiragana. */
const KATAKANA = /[\u30a1-\u30f6]/g
const BEHIND_HIRAGANA = 0x60

/**
 * A folded name for searches: katakana as the hiragana that a Japanese keyboard writes first. To readers a name in the other kana is
 * another name, so `foldName` keeps them apart.
 */
const foldKana = (folded: string): string =>
  folded.replace(KATAKANA, (letter) => String.fromCharCode(letter.charCodeAt(0) - BEHIND_HIRAGANA))

/** The words of a query, each of which a name must hold somewhere once its kana are folded too. None for a query that shows nothing. */
export const toSearchWords = (query: string): string[] => foldKana(foldName(query)).split(' ').filter(Boolean)

/** True if the name contains each word of the query. */
export function isNamedLike(name: string, query: string): boolean {
  const folded = foldKana(foldName(name))
  return toSearchWords(query).every((word) => folded.includes(word))
}
