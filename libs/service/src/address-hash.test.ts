import { expect, test } from 'vitest'
import { hashAddress } from './address-hash.ts'

test('an address has one hash, however it is typed', () => {
  expect(hashAddress(' Ada@Example.COM ')).toBe(hashAddress('ada@example.com'))
})

test('the hash is what events and stored rows were written with', () => {
  expect(hashAddress('ada@example.com')).toBe(
    'b5fc85e55755f9e0d030a10ab4429b6b2944855f9a0d60077fe832becbc41d72',
  )
})
