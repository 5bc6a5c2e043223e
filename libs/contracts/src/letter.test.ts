import { expect, test } from 'vitest'
import { z } from 'zod'
import { letter, type Letter } from './letter.ts'

const TOKEN = 'c2VjcmV0LXRva2VuLW9mLWEtbGluaw'
const CODE = '048291'

const aLetter: Letter = {
  kind: 'letter',
  name: 'sign-in',
  subject: 'Sign in to Walkon',
  preheader: 'One press signs you in.',
  about: ['Your account'],
  heading: 'Sign in',
  paragraphs: ['Press the button.'],
  action: { label: 'Sign in', path: `/auth/confirm?token=${TOKEN}&type=magiclink` },
  code: { ask: 'Or enter this code:', value: CODE, worksUntil: '2026-04-15T18:41:00Z' },
  reason: 'You asked for it.',
  shortText: 'Sign in to Walkon.',
}

const isLetter = (overrides: Partial<Letter>) => letter.safeParse({ ...aLetter, ...overrides }).success

test('the sample letter of these tests is valid', () => {
  expect(isLetter({})).toBe(true)
})

test.for([
  'https://evil.example/',
  '//evil.example/',
  '/\\evil.example',
  '\\/evil.example',
  'javascript:x',
  '',
])('a letter is refused whose link is not a path of our own site: %j', (path) => {
  expect(isLetter({ action: { label: 'Sign in', path } })).toBe(false)
  expect(isLetter({ further: [{ label: 'Sign in', path }] })).toBe(false)
})

test.for([
  ['with a line break in its subject', { subject: 'Sign in\r\nBcc: all@example.com' }],
  ['with a mark of direction in a paragraph', { paragraphs: ['Press \u202ethe button'] }],
  ['with a subject of more than 160 characters', { subject: 'a'.repeat(161) }],
  ['with a short text of more than 160 characters', { shortText: 'a'.repeat(161) }],
  ['with a paragraph of more than 600 characters', { paragraphs: ['a'.repeat(601)] }],
  ['without a paragraph', { paragraphs: [] }],
  ['with markup for a code', { code: { ...aLetter.code, value: '<b>1</b>' } as Letter['code'] }],
] as const)('a letter %s is refused', ([, overrides]) => {
  expect(isLetter(overrides as Partial<Letter>)).toBe(false)
})

test.for([
  ['code', CODE],
  ['token', TOKEN],
] as const)('a letter is refused when its %s stands in a part that a locked screen shows', ([, secret]) => {
  for (const part of ['subject', 'preheader', 'shortText'] as const)
    expect(isLetter({ [part]: `Yours is ${secret}` })).toBe(false)
  const { subject: _, ...words } = { ...aLetter, further: [] }
  expect(isLetter({ whenUnsubscribed: { ...words, subject: `Yours is ${secret}` } })).toBe(false)
})

test('a letter is refused when the token of a further link stands in a part that a locked screen shows', () => {
  const further = [{ label: 'Leave', path: `/leave/${TOKEN}${TOKEN}` }]
  expect(isLetter({ further })).toBe(true)
  expect(isLetter({ further, subject: `Leave by ${TOKEN}${TOKEN}` })).toBe(false)
})

test('the error of a refused letter quotes neither its code nor its link', () => {
  const { error } = letter.safeParse({
    ...aLetter,
    subject: CODE,
    action: { label: 'Sign in', path: `https://evil.example/${TOKEN}` },
    code: { ask: 'Enter', value: `${CODE}!`, worksUntil: CODE },
  })

  const told = `${error?.message} ${error?.stack} ${error && z.prettifyError(error)} ${JSON.stringify(error)}`
  expect(told).toContain('path')
  expect(told).not.toContain(CODE)
  expect(told).not.toContain(TOKEN)
})
