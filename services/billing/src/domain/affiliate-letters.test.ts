import { letter } from '@walkon/contracts/letter'
import { expect, test } from 'vitest'
import { toAcceptedLetter, toDeclinedLetter } from './affiliate-letters.ts'

test.for([
  [{ channel: 'email', percent: 20 }, 'takes 20% off email alerts'],
  [{ channel: 'sms', percent: 100 }, 'makes SMS alerts free'],
] as const)('an accepted application is told its code: %j %s', ([offer, words]) => {
  const written = letter.parse(toAcceptedLetter({ fullName: 'Ada Park', code: 'ADA20', ...offer }))
  expect(written.paragraphs[0]).toBe(
    `Hello Ada Park, we have accepted your application. Your promo code is ADA20: it ${words}.`,
  )
})

test('a name of several lines or of any length stays one line of a letter', () => {
  const fullName = `Ada\nPark ${'x'.repeat(400)}`
  for (const write of [
    toDeclinedLetter,
    ({ fullName: name }: { fullName: string }) =>
      toAcceptedLetter({ fullName: name, code: 'ADA20', channel: 'email', percent: 20 }),
  ])
    expect(letter.safeParse(write({ fullName })).error).toBeUndefined()
})
