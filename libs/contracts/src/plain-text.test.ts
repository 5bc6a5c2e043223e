import { expect, test } from 'vitest'
import { oneLine } from './plain-text.ts'

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
