import { letter } from '@walkon/contracts/letter'
import { expect, test } from 'vitest'
import { toAcceptedLetter, toDeclinedLetter } from './affiliate-letters.ts'

test.for([
  [{ channel: 'email', percent: 20 }, 'takes 20% off email alerts'],
  [{ channel: 'sms', percent: 100 }, 'makes SMS alerts free'],
] as const)('an accepted application is told its code: %j %s', ([offer, words]) => {
  const written = letter.parse(toAcceptedLetter({ code: 'ADA20', ...offer }))
  expect(written.paragraphs[0]).toBe(
    `We have accepted your application. Your promo code is ADA20: it ${words}.`,
  )
})

test('a declined application is told so', () => {
  expect(letter.parse(toDeclinedLetter()).paragraphs[0]).toContain('We can’t accept your application')
})
