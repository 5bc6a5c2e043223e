import { expect, test } from 'vitest'
import { oneLine, toLine } from './plain-text.ts'

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

test('oneLine cuts a long name between two characters', () => {
  expect(oneLine('🎢🎢🎢🎢', 3)).toBe('🎢🎢…')
})

test('toLine makes one line of what a visitor typed, and no mark of it reverses the words of others', () => {
  expect(toLine(' Ana\u2019s\t phone\r\nBcc: all@example.com \u202e')).toBe(
    'Ana\u2019s phone Bcc: all@example.com',
  )
})
