import fc from 'fast-check'
import { randomBytes, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { readRefreshToken, writeRefreshToken } from './refresh-tokens.ts'
import { createMac } from './macs.ts'

const key = randomBytes(32)
const mac = createMac('refresh-token', [key])
const aToken = fc.record({ sessionId: fc.uuid(), counter: fc.nat(2 ** 31 - 1) })

test('A refresh token is read as it was written', () => {
  fc.assert(
    fc.property(aToken, (token) => {
      expect(readRefreshToken(mac, writeRefreshToken(mac, token))).toEqual(token)
    }),
  )
})

test('A refresh token is the same for the same session and number, so that it can be given again', () => {
  const token = { sessionId: randomUUID(), counter: 3 }
  expect(writeRefreshToken(mac, token)).toBe(writeRefreshToken(mac, token))
})

test('A refresh token with one bit changed is refused', () => {
  fc.assert(
    fc.property(aToken, fc.nat(51), fc.nat(7), (token, byte, bit) => {
      const bytes = Buffer.from(writeRefreshToken(mac, token), 'base64url')
      bytes[byte] = (bytes[byte] ?? 0) ^ (1 << bit)
      expect(readRefreshToken(mac, bytes.toString('base64url'))).toBeNull()
    }),
  )
})

test('Text that is no refresh token is refused', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 200 }), (text) => {
      expect(readRefreshToken(mac, text)).toBeNull()
    }),
  )
})

test('A refresh token of another key or purpose is refused', () => {
  const token = { sessionId: randomUUID(), counter: 1 }
  const other = createMac('refresh-token', [randomBytes(32)])
  expect(readRefreshToken(mac, writeRefreshToken(other, token))).toBeNull()
  expect(readRefreshToken(mac, writeRefreshToken(createMac('known-device', [key]), token))).toBeNull()
})

test('A refresh token of the former key is accepted', () => {
  const token = { sessionId: randomUUID(), counter: 1 }
  const rotated = createMac('refresh-token', [randomBytes(32), key])
  expect(readRefreshToken(rotated, writeRefreshToken(mac, token))).toEqual(token)
})
