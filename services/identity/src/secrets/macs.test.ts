import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createMac } from './macs.ts'

const [key, nextKey] = [randomBytes(32), randomBytes(32)]

test('A MAC is verified by the key that signed it, also once that key is an older one', () => {
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
])('A MAC is refused with $what', ({ verify }) => {
  expect(verify(createMac('refresh-token', [key]).sign('text'))).toBe(false)
})

test('A MAC needs a key', () => {
  expect(() => createMac('refresh-token', [])).toThrow('At least one key')
})
