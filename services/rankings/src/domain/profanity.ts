import { foldText } from './folded-text.ts'
import { PROFANE_WORDS } from './profane-words.ts'

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

/** What separates the letters of a spelled-out word. */
const BETWEEN_LETTERS = String.raw`\s._*~,/\\|+:;\u00b7\u2022\u2013\u2014-`
/** A longer spelled word is not continued by an apostrophe: `he's` is no spelling. */
const SPELLING = `[${BETWEEN_LETTERS}]`
const SEPARATOR = `['"\u0060${BETWEEN_LETTERS}]`
const CHARACTER = String.raw`[\p{L}\p{N}]`

const escaped = (char: string) => char.replace(/[$|(+*.?^]/, String.raw`\$&`)

/** A run of the letter or of one symbol for it. A class of all of them would take the bracket of `(word)` too. */
const letterPattern = (letter: string) =>
  `(?:${Array.from(letter + (SYMBOLS[letter] ?? ''))
    .map((char) => `${escaped(char)}+`)
    .join('|')})`

const LONGEST_FIRST = PROFANE_WORDS.toSorted((one, other) => other.length - one.length)
const spelledWith = (separator: string) =>
  LONGEST_FIRST.map((word) => Array.from(word).map(letterPattern).join(separator)).join('|')

/** Whole words. */
const GLUED = new RegExp(`(?<!${CHARACTER})(?:${spelledWith('')})(?!${CHARACTER})`, 'giu')

/**
 * Words with separators between all letters. A lone letter beside them with the same separation makes them part of a longer spelled word:
 * `c l a s s` stays. The words "I" and "a" before them do not.
 */
const SPACED = new RegExp(
  `(?<!${CHARACTER}|(?<!${CHARACTER})(?![ia]\\s)${CHARACTER}${SPELLING}{1,3})` +
    `(?:${spelledWith(`${SEPARATOR}{1,3}`)})` +
    `(?!${CHARACTER}|${SPELLING}{1,3}${CHARACTER}(?!${CHARACTER}))`,
  'giu',
)

/**
 * Masks the words of the list with asterisks of equal length, in UTF-16 units, whatever their letters are disguised as. Everything else
 * stays as it is; masking twice changes nothing more. The caller bounds the length of the text.
 */
export function maskProfanity(text: string): string {
  const { folded, origins } = foldText(text)
  let masked = text
  for (const [start, end] of [...spansOf(GLUED, folded), ...spansOf(SPACED, folded)]) {
    const from = origins[start] ?? text.length
    const to = endOf(text, origins[end - 1] ?? text.length)
    masked = masked.slice(0, from) + '*'.repeat(to - from) + masked.slice(to)
  }
  return masked
}

/** The matches that are words and not numbers: `455` has no letter, and `a 5 5` more digits than letters. */
function spansOf(pattern: RegExp, folded: string): [start: number, end: number][] {
  return [...folded.matchAll(pattern)].flatMap(({ 0: match, index }): [number, number][] => {
    const letters = match.match(/[a-z]/g)?.length ?? 0
    const digits = match.match(/[0-9]/g)?.length ?? 0
    const isNumber = pattern === SPACED ? letters < digits : letters === 0 && digits > 0
    return isNumber ? [] : [[index, index + match.length]]
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
