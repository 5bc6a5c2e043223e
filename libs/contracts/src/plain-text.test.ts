import { expect, test } from 'vitest'
import { oneLine } from './plain-text.ts'

test.for([
  ['a line break cannot begin another header', 'Space\r\nBcc: all@example.com', 'Space Bcc: all@example.com'],
  ['separators of lines and paragraphs count as breaks', 'Space\u2028Mountain\u2029', 'Space Mountain'],
  ['marks of direction cannot turn the sentence around', 'Space \u202eniatnuoM', 'Space niatnuoM'],
  ['quotes and trademarks stay', '"it\'s a small world"™', '"it\'s a small world"™'],
] as const)('%s', ([, name, line]) => {
  expect(oneLine(name)).toBe(line)
})

test('a name is cut between characters, not inside one', () => {
  expect(oneLine('🎢🎢🎢🎢', 3)).toBe('🎢🎢…')
})
