import { expect, test } from 'vitest'
import { chooseEncoding, hasAlready } from './negotiation.ts'

const OFFERED = ['br', 'gzip'] as const

test.for([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br', 'br'],
  ['gzip;q=0.5', 'gzip'],
  ['br;q=0.9, gzip;q=0.8', 'br'],
  ['br;q=0.5, gzip;q=1.0', 'gzip'],
  ['GZIP', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.000, gzip;q=0.001', 'gzip'],
  ['*', 'br'],
  ['*;q=0.1, br;q=0', 'gzip'],
  ['gzip;q=0', 'identity'],
  ['identity, gzip;q=0.5', 'identity'],
  ['identity;q=0.5, gzip;q=0.5', 'gzip'],
  ['x-br, gzipped', 'identity'],
  ['gzip;q=many', 'identity'],
] as const)('of a client that accepts %s the encoding is %s', ([accepted, encoding]) => {
  expect(chooseEncoding(accepted, OFFERED)).toBe(encoding)
})

test.for([
  [undefined, false],
  ['"page-br"', true],
  ['"page-gzip"', false],
  ['W/"page-br"', true],
  ['W/"page-gzip"', false],
  ['"other", "page-br"', true],
  ['"other",W/"page-br"', true],
  ['"other"', false],
  ['W/"other"', false],
  ['*', true],
  ['page-br', false],
] as const)('a client with %s has the page already: %s', ([header, has]) => {
  expect(hasAlready(header, '"page-br"')).toBe(has)
})
