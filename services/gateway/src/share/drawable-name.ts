/** Latin letters and signs, of which the files in `share-fonts` have all. */
const NOT_DRAWN = /[^\u0020-\u007e\u00a0-\u017f‘’“”–—…·™]/gu

const MEANS_SOMETHING = /[\p{L}\p{N}]/u

/**
 * A name in the letters that the pictures' typeface has: others as their plain letter, and signs without one left out. Null for a name
 * that would lose a letter: another script would be drawn as nothing at all.
 */
export function toDrawableName(name: string): string | null {
  const drawn = Array.from(name.normalize('NFC'), toDrawn)
  return drawn.includes(null) ? null : drawn.join('').trim() || null
}

function toDrawn(sign: string): string | null {
  const own = sign.replace(NOT_DRAWN, '')
  const plain = own || sign.normalize('NFKD').replace(NOT_DRAWN, '')
  return plain === '' && MEANS_SOMETHING.test(sign) ? null : plain
}
