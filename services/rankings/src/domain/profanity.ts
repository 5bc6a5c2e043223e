import { foldText, type FoldedText } from './folded-text.ts'
import { INNOCENT_CONTEXTS, MASKED_WORDS, SPLIT_WORDS, STARRED_WORDS } from './masked-words.ts'

/** Symbols that stand for a letter in disguised words. */
const SYMBOLS: Record<string, string> = {
  a: '@4',
  b: '8',
  c: '(¢',
  e: '3€',
  g: '69',
  h: '#',
  i: '1!|l',
  l: '1|i',
  o: '0',
  s: '$5',
  t: '7+',
  u: 'v',
  z: '2',
}

/** Separators between the letters of a spelled-out word. */
const BETWEEN_LETTERS = String.raw`\s._*~,/\\|+:;()\[\]{}\p{Extended_Pictographic}\u00b7\u2022\u2013\u2014-`
/** A longer spelled word is not continued by an apostrophe: `he's` is no spelling. */
const SPELLING = `[${BETWEEN_LETTERS}]`
const SEPARATOR = `['"\u0060${BETWEEN_LETTERS}]`
const CHARACTER = String.raw`[\p{L}\p{N}]`

/** Several signs that draw one letter. */
const DRAWN: Record<string, string[]> = { u: ['|_|'], v: ['\\/'] }

const escaped = (char: string) => char.replaceAll(/[$|(+*.?^\\]/g, String.raw`\$&`)

/** A run of the letter or of one symbol for it. A class of all of them would take the bracket of `(word)` too. */
const letterPattern = (letter: string, at = 1) =>
  `(?:${[...Array.from(letter + (SYMBOLS[letter] ?? '')), ...(DRAWN[letter] ?? [])]
    // A word begins at the first of a run: from each of its signs the pattern would be tried anew.
    .map((sign) => `${at === 0 ? `(?<!${escaped(sign)})` : ''}(?:${escaped(sign)})+`)
    .join('|')})`

const longestFirst = (words: readonly string[]) =>
  words.toSorted((one, other) => other.length - one.length).map((word) => Array.from(word))
const spelled = (words: readonly string[], separator: string) =>
  longestFirst(words)
    .map((word) => word.map(letterPattern).join(separator))
    .join('|')

/** The first letter is there. Any other may be a star, and a vowel another sign. */
const starred = ([first = '', ...others]: string[]) =>
  letterPattern(first, 0) +
  others
    .map((letter) => `(?:${letterPattern(letter)}|${'aeiou'.includes(letter) ? VOWEL_SIGN : STARS})`)
    .join('')
const STARS = String.raw`\*+`
const VOWEL_SIGN = String.raw`(?:\*+|[#@%&?._\-])`

/** Signs between some of the letters, or one blank. */
const split = (word: string[]) => {
  const signed = word.map(letterPattern).join(String.raw`[._*~\u00b7-]{0,3}`)
  const gaps = word.map((_, at) => at).slice(1)
  const blanks = gaps
    .filter((gap) => !STANDS_ALONE.has(word.slice(0, gap).join('')))
    .map((gap) => word.map((letter, at) => (at === gap ? ' ' : '') + letterPattern(letter, at)).join(''))
  return [signed, ...blanks].join('|')
}
/** Before a blank: `it's hit`, `plan B itch`, `a fag got`, and a masked word by itself. */
const STANDS_ALONE = new Set(['s', 'b', 'fag', ...MASKED_WORDS])

const SINGULAR = MASKED_WORDS.filter((word) => !MASKED_WORDS.some((other) => word === `${other}s`))

const wholeWord = (pattern: string) => new RegExp(`(?<!${CHARACTER})(?:${pattern})(?!${CHARACTER})`, 'giu')

/** Whole words. */
const GLUED = wholeWord(spelled(MASKED_WORDS, ''))
const STARRED = wholeWord(longestFirst(STARRED_WORDS).map(starred).join('|'))
const SPLIT = wholeWord(longestFirst(SPLIT_WORDS).map(split).join('|'))
/** French trains and Spanish clocks have a `retard` too. */
const RETARD = /(?<=\b(?:an?|the|you|these|those|total|complete|such) )retards?\b/gu

/**
 * Words with separators between all letters. A lone letter beside them with the same separation makes them part of a longer spelled word:
 * `c l a s s` stays. The words "I" and "a" before them do not.
 */
const SPACED = new RegExp(
  `(?<!${CHARACTER}|(?<!${CHARACTER})(?![ia]\\s)${CHARACTER}${SPELLING}{1,3})` +
    // The `s` of a plural does not follow an apostrophe: there it is a possessive, beside the word.
    `(?:${spelled(SINGULAR, `${SEPARATOR}{1,3}`)})(?:${SPELLING}{1,3}s+)?` +
    `(?!${CHARACTER}|${SPELLING}{1,3}${CHARACTER}(?!${CHARACTER}))`,
  'giu',
)

/**
 * Masks the words of the list with asterisks of equal length, in UTF-16 units, however their letters are disguised. Everything else stays
 * as it is; masking twice changes nothing more. The caller bounds the length of the text.
 */
export function maskProfanity(text: string): string {
  const units = text.split('')
  for (const { folded, origins } of readingsOf(text)) {
    const innocent = INNOCENT_CONTEXTS.flatMap((context) => spansOf(context, folded))
    for (const [start, end] of [GLUED, STARRED, SPLIT, SPACED, RETARD].flatMap((pattern) =>
      spansOf(pattern, folded),
    )) {
      const from = origins[start] ?? text.length
      const to = endOf(text, origins[end - 1] ?? text.length)
      if (isCode(text.slice(from, to)) || innocent.some(([first, last]) => first < end && start < last))
        continue
      units.fill('*', from, to)
    }
  }
  return units.join('')
}

/** Flags stand for letters only in a text that is written with them: beside a word they are flags. */
function readingsOf(text: string): FoldedText[] {
  const plain = foldText(text)
  return FLAGS.test(text) ? [plain, foldText(text, 'flags-are-letters')] : [plain]
}
const FLAGS = /(?:\p{RI}[^\p{L}\p{N}]{0,3}){3}/u

/** A road, a seat, a room (`A55`, `B17CH`), or initials (`A.S.S. Avenue`). */
const isCode = (original: string) =>
  /^\p{Lu}\d{2,}\p{Lu}{0,2}$/u.test(original) ||
  /^(?:\p{Lu}\. ?){2}\p{Lu}$/u.test(original) ||
  original === 'FUK'

/** The matches that are words: not a number (`455` has no letter, `a 5 5` more digits than letters), nor signs around one letter. */
function spansOf(pattern: RegExp, folded: string): [start: number, end: number][] {
  return [...folded.matchAll(pattern)].flatMap(({ 0: match, index }): [number, number][] => {
    const letters = match.match(/[a-z]/g)?.length ?? 0
    const digits = match.match(/[0-9]/g)?.length ?? 0
    const isNumber = pattern === SPACED ? letters < digits : letters === 0 && digits > 0
    const isSigns = pattern === STARRED && letters + digits < 2
    return isNumber || isSigns ? [] : [[index, index + match.length]]
  })
}

/** The end of the code point at `last` and of the combining marks that belong to it. */
function endOf(text: string, last: number): number {
  const [char = '', ...after] = text.slice(last)
  let end = last + char.length
  for (const mark of after) {
    if (!/\p{M}/u.test(mark)) break
    end += mark.length
  }
  return end
}
