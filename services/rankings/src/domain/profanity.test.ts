import { describe, expect, test } from 'vitest'
import { DISGUISES, MIXED_ALPHABETS, SURROUNDINGS } from '../testing/disguises.ts'
import { INNOCENT_PHRASES, INNOCENT_WORDS } from '../testing/innocent-texts.ts'
import { PROFANE_WORDS } from './profane-words.ts'
import { maskProfanity } from './profanity.ts'

const asterisksFor = (text: string) => '*'.repeat(text.length)

/** The texts of which the filter makes something else than it should. */
const mistakes = (cases: { text: string; wanted: string }[]) =>
  cases.flatMap(({ text, wanted }) => {
    const masked = maskProfanity(text)
    return masked === wanted ? [] : [{ text, masked }]
  })

const unchanged = (texts: readonly string[]) => mistakes(texts.map((text) => ({ text, wanted: text })))

test('the list has twenty words, each once', () => {
  expect(new Set(PROFANE_WORDS).size).toBe(20)
})

describe.each(Object.entries(DISGUISES))('a word of the list disguised with: %s', (_, disguise) => {
  test('is masked with asterisks of equal length, and nothing beside it is', () => {
    // `455` is a number, even if it may be more.
    const words = PROFANE_WORDS.map(disguise).filter((word) => /\D/.test(word))
    const cases = words.map((word) => ({
      text: `such ${word} day`,
      wanted: `such ${asterisksFor(word)} day`,
    }))
    expect(mistakes(cases)).toEqual([])
  })
})

test.each(SURROUNDINGS)('a word of the list between "%s" and "%s" is masked', (before, after) => {
  const disguises = ['as it is', 'symbols', 'spaces'].map((name) => DISGUISES[name] ?? String)
  const words = PROFANE_WORDS.flatMap((word) => disguises.map((disguise) => disguise(word)))
  expect(
    mistakes(
      words.map((word) => ({ text: before + word + after, wanted: before + asterisksFor(word) + after })),
    ),
  ).toEqual([])
})

test('a word whose letters come from many alphabets is masked', () => {
  const missed = MIXED_ALPHABETS.filter((word) => !maskProfanity(`what a ${word} day`).includes('***'))
  expect(missed).toEqual([])
})

test('innocent words stay as they are, in any case', () => {
  const texts = INNOCENT_WORDS.flatMap((word) => [
    word,
    word.toUpperCase(),
    `The ${word.toLowerCase()} is nice`,
  ])
  expect(unchanged(texts)).toEqual([])
})

test('innocent sentences, abbreviations, numbers and other alphabets stay as they are', () => {
  expect(unchanged(INNOCENT_PHRASES)).toEqual([])
})

test.each([
  ...'fucks bitches bastards motherfuckers cunts shits whores wankers twats assholes fucker shittier motherfucking dumbass fuckyou whatthefuck bullshitter'.split(
    ' ',
  ),
  ...'f*ck f**k sh*t c*nt f#ck sh@t b*tch a**hole wh*re n*gger f-ck sh-t'.split(' '),
  ...'fu.ck f-uck sh-it bit-ch f**u**ck fu..ck s*h*it'.split(' '),
  ...'fu ck,f uck,fuc k,sh it,shi t,bi tch,cu nt,nig ger'.split(','),
  ...'c|_|nt f|_|ck'.split(' '),
  ...'sht fck fuk phuck phuk fuxk'.split(' '),
  ...'nigger niggers n1gga faggots retarded'.split(' '),
  ...'Scheiße SCHEISSE Arschloch Hurensohn mierda puta gilipollas caralho cazzo vaffanculo'.split(' '),
  ...'merde putain connard enculé kurwa блядь БЛЯДЬ хуй m*rde'.split(' '),
  '🅵🆄🅲🅺',
  '🇫🇺🇨🇰',
  'f🎢u🎢c🎢k',
])('the inflection, starred form, spelling or slur “%s” is masked at its length', (word) => {
  expect(maskProfanity(`what a ${word} day`)).toBe(`what a ${asterisksFor(word)} day`)
})

test.each([
  'the A55 to the park',
  'seat A55',
  'room B17CH',
  'A.S.S. Avenue',
  'Twatt, Orkney',
  'Wankers Corner, Oregon',
  'Slutty Vegan',
  'The Prick of Conscience',
  'Prick pear cactus',
  'whore-hound',
  'Ass. Coach',
  'A. S. S. embly',
  'Ass Möbel',
  'Das Ass im Ärmel (Pik-Ass)',
  'Kreuz Ass',
  'Le train a du retard',
  'Flights from FUK',
  'a chink in the armor',
  'faggots and peas',
  'spic and span',
  'Montenegro',
  'from 🇫🇷🇺🇸🇨🇦 with love',
  "it's hit or miss",
  'plan B itch',
  'a fag got lit',
  'Sh, it is quiet',
  'a bit chilly',
  'Disney’s hit',
  'Er aß ein Eis im Reiseführer, Fußball',
  'sorbete de cono en el computador, una disputa',
  'La Merced, Merdeka Square, Chef Putaine, Cazzola, Salopette',
  'страхуй',
])('the place, plant, card, road or word of another language in “%s” stays', (text) => {
  expect(maskProfanity(text)).toBe(text)
})

test('a flag beside a masked word hides it from nobody', () => {
  expect(maskProfanity('fuck🇺🇸🇫🇷🇯🇵')).toBe('****🇺🇸🇫🇷🇯🇵')
})

test('a masked text keeps its length and differs in asterisks alone, and masking it again changes nothing', () => {
  const pieces = [
    ...PROFANE_WORDS,
    ...MIXED_ALPHABETS,
    ...INNOCENT_WORDS,
    'é',
    '🎢',
    '  ',
    '...',
    '\u0301',
    '(',
    '1',
  ]
  let seed = 7
  const next = (most: number) => (seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31) % most
  for (let round = 0; round < 500; round++) {
    const text = Array.from({ length: 12 }, () => pieces[next(pieces.length)]).join([' ', '', '-'][next(3)])
    const masked = maskProfanity(text)
    expect(masked).toHaveLength(text.length)
    expect(maskProfanity(masked)).toBe(masked)
    expect(masked.split('').filter((unit, at) => unit !== text[at] && unit !== '*')).toEqual([])
  }
})

test.each([
  ['one letter', 'a'],
  ['letters and blanks', 'a '],
  ['letters and dots', 'f.'],
  ['symbols', '$'],
  ['blanks', ' '],
  ['combining marks', '\u0301'],
])('the longest comment of %s is masked without catastrophic backtracking', (_, piece) => {
  const text = piece.repeat(2_000).slice(0, 2_000)
  expect(maskProfanity(`${text}!`)).toHaveLength(text.length + 1)
})
