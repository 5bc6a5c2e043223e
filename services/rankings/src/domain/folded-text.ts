import unhomoglyph from 'unhomoglyph'

/** A text as a reader takes its characters, in small Latin letters where they look like one. */
export type FoldedText = {
  folded: string
  /** For each unit of `folded`, the index of the original code point that it comes from; one more for the end. */
  origins: number[]
}

/** Close look-alikes by letter. NFKD does not resolve them, and Unicode's table of confusables takes some for another letter. */
const LOOK_ALIKES: Record<string, string> = {
  a: 'аɑαᴀ',
  b: 'вьЬβʙ',
  c: 'сϲᴄ',
  d: 'ԁđᴅ',
  e: 'еεєёəᴇ',
  f: 'ғƒꜰ',
  g: 'ɡɢ',
  h: 'һнħʜ',
  i: 'іιıїɩɪ',
  j: 'јᴊ',
  k: 'кκᴋ',
  l: 'ӏⅼłʟ',
  m: 'мᴍ',
  n: 'пηոɴ',
  o: 'оοөøσօᴏ',
  p: 'рρᴘ',
  q: 'ԛ',
  r: 'гʀ',
  s: 'ѕʂꜱ',
  t: 'тτᴛ',
  u: 'μцυսʋᴜ',
  v: 'νѵᴠ',
  w: 'ԝωшᴡ',
  x: 'хχ',
  y: 'уγүʏ',
  z: 'ᴢ',
}

const LETTER_OF = new Map(
  Object.entries(LOOK_ALIKES).flatMap(([letter, alike]) =>
    Array.from(alike).map((char) => [char, letter] as const),
  ),
)

/** Marks, zero-width characters and fillers: what a reader does not see between letters. */
const INVISIBLE = /[\p{M}\p{Cf}\u034f\u115f\u1160\u3164]/u

/** NFKD resolves full-width, mathematical, circled and accented letters; the tables resolve the rest. */
export function foldText(
  text: string,
  flags: 'flags-are-signs' | 'flags-are-letters' = 'flags-are-signs',
): FoldedText {
  let folded = ''
  const origins: number[] = []
  let at = 0
  for (const char of text) {
    for (const part of (boxedLetter(char, flags === 'flags-are-letters') ?? char).normalize('NFKD')) {
      if (INVISIBLE.test(part)) continue
      const letter = toLetter(part)
      for (let unit = 0; unit < letter.length; unit++) origins.push(at)
      folded += letter
    }
    at += char.length
  }
  origins.push(text.length)
  return { folded, origins }
}

/** Letters in boxes and circles that NFKD does not know, and those of flags. */
function boxedLetter(char: string, areFlagsLetters: boolean): string | undefined {
  const code = char.codePointAt(0) ?? 0
  const firstOf = [0x1f150, 0x1f170, ...(areFlagsLetters ? [0x1f1e6] : [])].find(
    (first) => code >= first && code < first + 26,
  )
  return firstOf === undefined ? undefined : String.fromCharCode(0x61 + code - firstOf)
}

function toLetter(char: string): string {
  const lower = char.toLowerCase()
  // ASCII stays: the table of confusables makes `rn` from `m`, and letters from digits.
  if (char < '\u0080') return lower
  const known = LETTER_OF.get(char) ?? LETTER_OF.get(lower)
  if (known !== undefined) return known
  // The table knows capitals of some alphabets (Cherokee) and not their small letters.
  const confusable = [char, lower].map((form) => unhomoglyph(form).toLowerCase()).find(isLetter)
  return confusable ?? lower
}

const isLetter = (text: string) => /^[a-z]$/.test(text)
