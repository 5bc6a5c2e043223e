import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createMac, createSealing } from './sealing.ts'

const [key, nextKey] = [randomBytes(32), randomBytes(32)]

describe('createSealing', () => {
  test('opens what it sealed', () => {
    const sealing = createSealing('totp-secret', [key])
    expect(sealing.open(sealing.seal('secret ü'))).toBe('secret ü')
  })

  test('seals the same text differently each time', () => {
    const sealing = createSealing('totp-secret', [key])
    expect(sealing.seal('secret')).not.toBe(sealing.seal('secret'))
  })

  test('opens what an older key sealed, and seals with the newer', () => {
    const sealed = createSealing('totp-secret', [key]).seal('secret')
    const rotated = createSealing('totp-secret', [nextKey, key])
    expect(rotated.open(sealed)).toBe('secret')
    expect(createSealing('totp-secret', [nextKey]).open(rotated.seal('secret'))).toBe('secret')
  })

  test.each([
    { what: 'another key', open: createSealing('totp-secret', [nextKey]).open },
    { what: 'another purpose', open: createSealing('signing-key', [key]).open },
  ])('does not open for $what', ({ open }) => {
    const sealed = createSealing('totp-secret', [key]).seal('secret')
    expect(() => open(sealed)).toThrow('No key opens')
  })

  test('does not open what was changed anywhere', () => {
    const sealing = createSealing('totp-secret', [key])
    const bytes = Buffer.from(sealing.seal('secret'), 'base64url')
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(() => sealing.open(changed.toString('base64url'))).toThrow('No key opens')
    }
  })

  test.each(['', 'AAAA', 'not base64 at all!'])('does not open %j', (text) => {
    expect(() => createSealing('totp-secret', [key]).open(text)).toThrow(/^Invalid/)
  })

  test('needs a key', () => {
    expect(() => createSealing('totp-secret', []).seal('secret')).toThrow('At least one key')
  })
})

describe('createMac', () => {
  test('verifies what it signed, and what an older key signed', () => {
    const signed = createMac('refresh-token', [key]).sign('text')
    expect(createMac('refresh-token', [nextKey, key]).verify('text', signed)).toBe(true)
  })

  test.each([
    { what: 'another text', verify: (mac: Buffer) => createMac('refresh-token', [key]).verify('texts', mac) },
    {
      what: 'another key',
      verify: (mac: Buffer) => createMac('refresh-token', [nextKey]).verify('text', mac),
    },
    {
      what: 'another purpose',
      verify: (mac: Buffer) => createMac('known-device', [key]).verify('text', mac),
    },
    {
      what: 'a part of it',
      verify: (mac: Buffer) => createMac('refresh-token', [key]).verify('text', mac.subarray(0, 16)),
    },
    { what: 'nothing', verify: () => createMac('refresh-token', [key]).verify('text', Buffer.alloc(0)) },
  ])('refuses $what', ({ verify }) => {
    expect(verify(createMac('refresh-token', [key]).sign('text'))).toBe(false)
  })
})
