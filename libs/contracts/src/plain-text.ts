const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]+/gu
/** Marks that reverse or embed the direction of the text after them: a name must not rewrite the sentence around it. */
const DIRECTION = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/**
 * One line of plain text, of 1 to `most` characters: nothing of CONTROL or DIRECTION. Written as ranges, because the JSON schemas repeat
 * the pattern, and few readers in other languages know \p.
 */
export const lineOf = (most: number) =>
  new RegExp(
    `^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]{1,${most}}$`,
    'u',
  )

/** Characters that show nothing: format characters, fillers of Hangul and braille, selectors, lone surrogates. */
export const INVISIBLE = /[\p{C}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}]/gu
/** Invisible characters that a text does without. Joiners and selectors stay: emoji and several scripts are written with them. */
const HIDDEN =
  /(?!\p{Join_Control}|\p{Variation_Selector}|[\u{e0020}-\u{e007f}])[\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}]/gu
/** Accents beyond the second over one letter, with which a text is drawn over its neighbours. */
const STACKED = /((?:(?=\p{Script=Inherited})\p{M}){2})(?:(?=\p{Script=Inherited})\p{M})+/gu
/** Ignores marks that only change a letter, too. */
const showsNothing = (text: string) => text.replace(INVISIBLE, '').replace(/[\s\p{M}]+/gu, '') === ''

/**
 * Makes one line of typed text: each run of blanks and control characters becomes one blank; marks of direction and invisible characters
 * are removed. Empty for a text that shows nothing.
 */
export const toLine = (text: string): string => toText(text).replace(/[\s\p{Cc}]+/gu, ' ')

/** The same of a text with line breaks, which stay. */
export function toText(text: string): string {
  const shown = text.replace(HIDDEN, '').replace(STACKED, '$1').trim()
  return showsNothing(shown) ? '' : shown
}

/**
 * A name from the feed as one line of plain text, at most `limit` characters. Names stand in subjects, where a line break would begin a
 * header of its own.
 */
export function oneLine(name: string, limit = 120): string {
  const line = name.replace(CONTROL, ' ').replace(DIRECTION, '').replace(/ {2,}/g, ' ').trim()
  const characters = Array.from(line)
  return characters.length <= limit
    ? line
    : `${characters
        .slice(0, limit - 1)
        .join('')
        .trimEnd()}…`
}
