import { expect, test } from 'vitest'
import { findUnstorableText } from './storable-text.ts'

const LONE = '\ud800'

test.for<[name: string, value: unknown, path: string | null]>([
  ['a NUL in a text is unstorable', 'a\0b', ''],
  ['half of a surrogate pair is unstorable', LONE, ''],
  [
    'an unstorable text deep inside is named by its path',
    { rides: [{ name: 'a' }, { name: `b${LONE}` }] },
    'rides.1.name',
  ],
  ['an unstorable name of a property is found', { data: { 'display\0name': 1 } }, 'data.displayname'],
  ['a whole surrogate pair is storable', { name: 'Dumbo 🐘' }, null],
  ['all other control characters are storable', 'a\u0001\t\n\u007f', null],
  ['numbers, null, undefined and booleans are storable', { a: [1, null, undefined, true] }, null],
  ['bytes are storable, because they are no text', Buffer.from('a\0b'), null],
])('%s', ([, value, path]) => {
  expect(findUnstorableText(value)).toBe(path)
})

test('a value that is nested 30,000 deep is read to its end', () => {
  expect(findUnstorableText(JSON.parse(`${'['.repeat(30_000)}"\\u0000"${']'.repeat(30_000)}`))).toMatch(
    /^0\.0/,
  )
})
