import { letter } from '@walkon/contracts/letter'
import { expect, test } from 'vitest'
import { toSpentTextsLetter } from './spent-texts-letter.ts'
import { toTextMonth } from './text-month.ts'

const written = toSpentTextsLetter(toTextMonth(new Date('2026-12-31T23:00:00Z')), 300)

test('the letter keeps the contract of letters', () => {
  expect(letter.parse(written)).toEqual(written)
})

test('the letter says which texts are used up, and when they begin again by themselves', () => {
  expect(written.heading).toBe('Your plan’s 300 texts for December are used up')
  expect(written.paragraphs.join(' ')).toContain('Texts begin again by themselves on January 1.')
})

test('a letter to an address that has left alert emails does not say that alerts come there', () => {
  const { subject, paragraphs } = written.whenUnsubscribed ?? { subject: '', paragraphs: [] }
  expect([subject, ...paragraphs].join(' ')).not.toMatch(/come (by email|to this)/)
  expect(paragraphs.join(' ')).toContain('Turn alert emails on')
})
