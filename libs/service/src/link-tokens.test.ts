import { expect, test } from 'vitest'
import { hashToken, makeToken } from './link-tokens.ts'

test('a token fits into an address as it is, and no two are the same', () => {
  const tokens = Array.from({ length: 100 }, makeToken)

  expect(tokens.filter((token) => !/^[\w-]{43}$/.test(token))).toEqual([])
  expect(new Set(tokens).size).toBe(100)
})

test('the hash of a token is the one under which links that were mailed before are kept', () => {
  expect(hashToken('a')).toBe('ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb')
})
