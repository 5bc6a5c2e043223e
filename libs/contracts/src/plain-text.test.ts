import { expect, test } from 'vitest'
import { lineOf, oneLine, toLine, toText } from './plain-text.ts'

test.for([
  [
    'oneLine replaces a line break, which would begin another header',
    'Space\r\nBcc: all@example.com',
    'Space Bcc: all@example.com',
  ],
  ['oneLine replaces separators of lines and paragraphs', 'Space\u2028Mountain\u2029', 'Space Mountain'],
  [
    'oneLine removes marks of direction, which would reverse the sentence',
    'Space \u202eniatnuoM',
    'Space niatnuoM',
  ],
  ['oneLine keeps quotes and trademarks', '"it\'s a small world"™', '"it\'s a small world"™'],
] as const)('%s', ([, name, line]) => {
  expect(oneLine(name)).toBe(line)
})

test('a line holds each character that oneLine keeps, and none that it removes', () => {
  const line = lineOf(3)
  const characters = Array.from({ length: 0x3000 }, (_, code) => String.fromCodePoint(code))
  const differing = characters.filter(
    (character) => line.test(`a${character}b`) !== (oneLine(`a${character}b`) === `a${character}b`),
  )
  expect(differing).toEqual([])
  expect(lineOf(2).test('🎢🎢')).toBe(true)
})

test('oneLine cuts a long name between two characters', () => {
  expect(oneLine('🎢🎢🎢🎢', 3)).toBe('🎢🎢…')
})

test('toLine makes one line of what a visitor typed, and no mark of it reverses the words of others', () => {
  expect(toLine(' Ana\u2019s\t phone\r\nBcc: all@example.com \u202e')).toBe(
    'Ana\u2019s phone Bcc: all@example.com',
  )
})

test.for(
  '\u200b \u2060 \u3164 \uffa0 \u2800 \u034f \ufe0f \u180e \u200d \u0301 \ufeff \u00ad \u{e0020} \u115f \u1160 \u17b4 \u2063 \ue000 \u{1d159} \ud800'.split(
    ' ',
  ),
)('a text of the invisible character %j alone is empty', (character) => {
  expect(toLine(`${character} ${character}`)).toBe('')
  expect(toText(`${character}\n${character}`)).toBe('')
})

test('what shows nothing is removed from a line, and what emoji and scripts are written with stays', () => {
  expect(toLine('Ada\u200b Love\u00adlace\u3164')).toBe('Ada Lovelace')
  const written = '👩‍🚀 ❤️ 🏴󠁧󠁢󠁥󠁮󠁧󠁿 می‌خواهم é'
  expect(toLine(written)).toBe(written)
})

test('toText keeps line breaks', () => {
  expect(toText(' Great\n\nride \u202eevil\u200b ')).toBe('Great\n\nride evil')
})

test('a text loses the accents beyond the second over one letter, and keeps those that languages write', () => {
  expect(toLine('A\u0338\u0322\u0321\u0353\u035a'.repeat(3))).toBe('A\u0338\u0322'.repeat(3))
  expect(toLine('Nguye\u0302\u0303n 1\ufe0f\u20e3 สวัสดี')).toBe('Nguye\u0302\u0303n 1\ufe0f\u20e3 สวัสดี')
})
