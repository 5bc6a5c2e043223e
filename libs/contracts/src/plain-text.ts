const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]+/gu
/** Marks that reverse or embed the direction of the text after them: a name must not rewrite the sentence around it. */
const DIRECTION = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** One line of plain text, of 1 to `most` characters: no control character, no line separator, no mark of direction. */
export const lineOf = (most: number) =>
  new RegExp(`^[^\\p{Cc}\\p{Zl}\\p{Zp}\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]{1,${most}}$`, 'u')

/** What a visitor typed as one line: each run of blanks and control characters is one blank, and marks of direction are removed. */
export const toLine = (text: string): string =>
  text
    .replace(DIRECTION, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()

/**
 * A name from the feed as one line of plain text, at most `limit` characters: names stand in subjects, where a line
 * break would begin a header of its own.
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
