import { expect, test } from 'vitest'
import { returnPathOf } from './return-path.ts'

test('a path of this site is kept with its query and hash', () => {
  expect(returnPathOf({ from: '/manage-alerts?park=a#rides' })).toBe('/manage-alerts?park=a#rides')
})

test.each([
  [null],
  ['/account'],
  [{ from: 5 }],
  [{ from: 'https://elsewhere.example/page' }],
  [{ from: '//elsewhere.example/page' }],
  [{ from: '/\\elsewhere.example/page' }],
  [{ from: '/\t/elsewhere.example/page' }],
  [{ from: 'javascript:alert(1)' }],
])('%j leads home', (state) => {
  expect(returnPathOf(state)).toBe('/')
})
