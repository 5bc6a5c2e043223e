/** Ways in which people disguise a word. Each gives the word that a reader still sees. */
const replacedBy = (letters: Record<string, string>) => (word: string) =>
  Array.from(word)
    .map((letter) => letters[letter] ?? letter)
    .join('')

/** Only the first letter that has a look-alike. */
const firstReplacedBy = (letters: Record<string, string>) => (word: string) => {
  const at = Array.from(word).findIndex((letter) => letters[letter] !== undefined)
  return at < 0 ? word : word.slice(0, at) + letters[word.charAt(at)] + word.slice(at + 1)
}
const shiftedBy = (distance: number) => (word: string) =>
  Array.from(word)
    .map((letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + distance))
    .join('')
const joinedBy = (separator: string) => (word: string) => Array.from(word).join(separator)

const CYRILLIC = { a: 'а', c: 'с', e: 'е', o: 'о', p: 'р', x: 'х', y: 'у', i: 'і', s: 'ѕ' }
const WIDE_CYRILLIC = { ...CYRILLIC, h: 'һ', k: 'к', b: 'Ь', t: 'т', m: 'м', u: 'ц' }
const GREEK = { a: 'α', o: 'ο', i: 'ι', u: 'υ', k: 'κ', t: 'τ', p: 'ρ', e: 'ε' }
const SYMBOLS = { o: '0', a: '@', s: '$', i: '1' }
const DIGITS = { o: '0', a: '4', s: '5', i: '!', e: '3', t: '7', l: '1' }
const ACCENTS = { a: 'á', e: 'é', i: 'í', o: 'ö', u: 'ü', c: 'ç', s: 'š', n: 'ñ' }

const fullWidth = shiftedBy(0xfee0)
const spaced = joinedBy(' ')

export const DISGUISES: Record<string, (word: string) => string> = {
  'as it is': (word) => word,
  'upper case': (word) => word.toUpperCase(),
  'mixed case': (word) =>
    Array.from(word)
      .map((c, at) => (at % 2 === 1 ? c.toUpperCase() : c))
      .join(''),
  symbols: replacedBy(SYMBOLS),
  'one symbol': firstReplacedBy(SYMBOLS),
  digits: replacedBy(DIGITS),
  '1 for l': replacedBy({ l: '1' }),
  Cyrillic: replacedBy(CYRILLIC),
  'more Cyrillic': replacedBy(WIDE_CYRILLIC),
  Greek: replacedBy(GREEK),
  'full width': fullWidth,
  'mathematical bold': shiftedBy(0x1d41a - 0x61),
  circled: shiftedBy(0x24d0 - 0x61),
  'composed accents': replacedBy(ACCENTS),
  'combining accents': (word) => replacedBy(ACCENTS)(word).normalize('NFD'),
  'struck through': (word) =>
    Array.from(word)
      .map((letter) => `${letter}\u0336`)
      .join(''),
  spaces: spaced,
  dots: joinedBy('.'),
  hyphens: joinedBy('-'),
  underscores: joinedBy('_'),
  stars: joinedBy('*'),
  'two spaces': joinedBy('  '),
  'no-break spaces': joinedBy('\u00a0'),
  commas: joinedBy(', '),
  'mixed separators': (word) =>
    Array.from(word)
      .map((letter, at) => letter + [' ', '.', '-'].at(at % 3))
      .join('')
      .slice(0, -1),
  'zero-width spaces': joinedBy('\u200b'),
  'soft hyphens': joinedBy('\u00ad'),
  'spaces and symbols': (word) => spaced(replacedBy(SYMBOLS)(word)),
  'spaces and upper case': (word) => spaced(word.toUpperCase()),
  'dots and Cyrillic': (word) => joinedBy('.')(replacedBy(CYRILLIC)(word)),
  'spaces and full width': (word) => spaced(fullWidth(word)),
  'a repeated vowel': (word) => word.replace(/[aeiou]/, (vowel) => vowel.repeat(4)),
  'repeated letters': (word) =>
    Array.from(word)
      .map((letter) => letter.repeat(3))
      .join(''),
  'repeated symbols': (word) => replacedBy(SYMBOLS)(word).replace(/[10@$]/, (symbol) => symbol.repeat(3)),
  'repeated and spaced': (word) =>
    Array.from(word)
      .map((letter) => letter + letter)
      .join(' '),
}

/** One word in letters of many alphabets, as another filter's users reported them. */
export const MIXED_ALPHABETS = `
𝓯u𝓬̳k fυck fᑌcK 𝒻uck f𝔲ᴄk 𝙛𝓊𝓬𝓀 𝕗υᴄＫ 𝐟𝙪Ꮯ𝙠 𝒻ᑌᴄ𝔨 𝘧ᴜ𝒸𝓀 𝔣𝘶𝔠𝓀 𝒻𝓾ＣK f𝓊𝒸𝓀 𝙛𝕦𝕔Ꮶ ᖴu𝘤𝙠 f𝕦𝒸k 𝐟ucＫ ᖴυＣ𝙠 𝙛ᑌ𝘤𝔨 𝔣𝕦𝕔Ｋ 𝘧u𝐜K 𝕗𝓊𝔠Ꮶ 𝕗𝘶c𝐤
𝒻𝙪c𝔨 𝒻𝐮𝔠Ꮶ fυ𝙘Ꮶ 𝔣uᴄ𝓴 fᴜ𝔠𝘬 𝒻u𝓬k 𝔣𝔲c𝕜 fuᏟk fυᏟᏦ fucᏦ 𝓯ᴜ𝙘Ꮶ 𝒻ᴜ𝔠𝙠 fu𝕔𝘬 𝔣𝕦Ꮯ𝐤 f𝔲ᏟK f𝙪Ꮯ𝔨 𝙛𝓾ᴄᏦ 𝐟υＣᏦ f𝘶𝓬Ｋ ᖴ𝓾ᏟＫ f𝙪𝕔𝔨 ᖴ𝓊ᴄ𝘬 𝙛uc𝘬
𝓯υc𝓴 𝓯𝔲𝔠Ｋ f𝓊c𝐤 f𝕦c𝔨 𝔣υ𝒸𝓀 fυ𝒸𝐤 𝐟𝐮ＣＫ 𝕗𝘶𝒸𝘬 𝐟υ𝔠𝔨 fᑌcᏦ f𝔲Ꮯ𝔨 𝐟ᑌ𝘤𝘬 ᖴᑌ𝘤𝘬 fυc𝕜 𝘧υc𝔨 fᴜ𝔠k ᖴ𝙪c𝓀 𝕗ᑌᴄk fu𝔠𝔨 𝒻ᑌ𝐜k fuＣ𝙠 𝔣𝔲Ｃ𝓴 𝒻ᴜ𝙘𝓴`
  .trim()
  .split(/\s+/)

/** Text that may stand around a word. */
export const SURROUNDINGS: [before: string, after: string][] = [
  ['', ''],
  ['what a ', ' day'],
  ['oh ', '!'],
  ['a ', '?'],
  ['the (', ') ride'],
  ['“', '”'],
  ['well, ', ', yes'],
  ['line\n', '\nnext'],
  ['🎢', '🎢'],
  ['the ', "'s ride"],
  ['good/', '/bad'],
  ['dumb-', '-face'],
  ['a ', '!!1'],
]
