import { expect, test } from 'vitest'
import { toSignature } from './signature.ts'

test.for([
  ['an address', 'ada@visitor.example'],
  ['a link', 'walkon.example/refund'],
  ['a title', 'Moderator'],
  ['a title in letters of another alphabet', 'Wаlkоn Support'],
  ['a title with a digit for a letter', 'M0derator'],
  ['a title with 1 for i', 'Park Adm1n'],
  ['a title with 1 for l', 'Wa1kon'],
  ['a title with signs for letters', 'Offic!al $upport'],
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
  for (const name of ['Zoë O’Neill', 'Rider 50.00', 'Ana 1988', 'J.R. 4ever!', '5tan M0d3l'])
    expect(toSignature(name)).toBe(name)
  expect(toSignature(null)).toBeNull()
})
