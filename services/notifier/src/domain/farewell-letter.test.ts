import { letter } from '@walkon/contracts/letter'
import { expect, test } from 'vitest'
import { toFarewellLetter } from './farewell-letter.ts'

test.each([true, false])('the farewell keeps the contract of letters (a plan: %s)', (hadPlan) => {
  expect(letter.parse(toFarewellLetter({ hadPlan, isFree: false }))).toEqual(
    toFarewellLetter({ hadPlan, isFree: false }),
  )
})

test('the farewell names the end of the plan, of its paid month and of charging', () => {
  const words = toFarewellLetter({ hadPlan: true, isFree: false }).paragraphs.join(' ')
  expect(words).toContain('Your unlimited plan ended with your account')
  expect(words).toContain('the rest of the month that you had paid for')
  expect(words).toContain('Nothing more is charged.')
})

test('the farewell opens nothing that belonged to the account', () => {
  const { action, further } = toFarewellLetter({ hadPlan: true, isFree: false })
  expect([action, further]).toEqual([undefined, [{ label: 'Tell us', path: '/contact' }]])
})

test('the farewell says what stays of a promo code, and until when', () => {
  const words = toFarewellLetter({ hadPlan: false, isFree: false }).paragraphs.join(' ')
  expect(words).toContain('a fingerprint of yours stays until the code ends, a year at most')
})

test('the farewell speaks of no money where passes are free', () => {
  const words = JSON.stringify(letter.parse(toFarewellLetter({ hadPlan: false, isFree: true })))
  expect(words).toContain('This is our last email to you.')
  expect(words).not.toMatch(/plan|charge|paid|promo/i)
})
