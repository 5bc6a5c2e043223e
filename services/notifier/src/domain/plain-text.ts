const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]+/gu
/** Marks that reverse or embed the direction of what follows them: a name must not rewrite the sentence around it. */
const DIRECTION = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/**
 * A name from the feed as one line of plain text, at most `limit` characters: it stands in subjects, where a line break
 * would begin a header of its own.
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
