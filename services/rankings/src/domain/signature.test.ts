import { expect, test } from 'vitest'
import { toSignature } from './signature.ts'

test.for([
  ['an address', 'ada@visitor.example'],
  ['a link', 'walkon.example/refund'],
  ['a title', 'Moderator'],
  ['a title in letters of another alphabet', 'Wаlkоn Support'],
  ['nothing that shows', '\u3164\u2800'],
] as const)('a name that holds %s signs as nobody', ([, name]) => {
  expect(toSignature(name)).toBeNull()
})

test.for([
  ['Fuck You All', '**** You All'],
  ['b i t c h', '*********'],
  ['sh1t show', '**** show'],
] as const)('the words of the name “%s” are masked like those of its review', ([name, signature]) => {
  expect(toSignature(name)).toBe(signature)
})

test('a name without them signs as it is', () => {
  expect(toSignature('Zoë O’Neill')).toBe('Zoë O’Neill')
  expect(toSignature(null)).toBeNull()
})
