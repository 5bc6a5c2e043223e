import { expect, test } from 'vitest'
import { findUnstorableText } from './storable-text.ts'

const LONE = '\ud800'

test.for<[name: string, value: unknown, path: string | null]>([
  ['a NUL in a text', 'a\0b', ''],
  ['half of a surrogate pair', LONE, ''],
  ['a text deep inside', { rides: [{ name: 'a' }, { name: `b${LONE}` }] }, 'rides.1.name'],
  ['the name of a property', { data: { 'display\0name': 1 } }, 'data.displayname'],
  ['a whole pair', { name: 'Dumbo 🐘' }, null],
  ['all other control characters', 'a\u0001\t\n\u007f', null],
  ['numbers, nothing and truth', { a: [1, null, undefined, true] }, null],
  ['bytes, which are no text', Buffer.from('a\0b'), null],
])('%s', ([, value, path]) => {
  expect(findUnstorableText(value)).toBe(path)
})

test('a value that is nested 30,000 deep is read to its end', () => {
  expect(findUnstorableText(JSON.parse(`${'['.repeat(30_000)}"\\u0000"${']'.repeat(30_000)}`))).toMatch(
    /^0\.0/,
  )
})
