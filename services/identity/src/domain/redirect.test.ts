import { expect, test } from 'vitest'
import { decideAppRedirect, decideRedirect, decideWayBack } from './redirect.ts'

const ALLOWED = ['https://ours.example', 'https://partner.example/app', 'com.ours.app://auth']

test.each([
  'https://ours.example/',
  'https://ours.example/any/page?x=1#y',
  'https://partner.example/app',
  'https://partner.example/app/',
  'https://partner.example/app/deep/er',
  'com.ours.app://auth',
  'com.ours.app://auth/done',
])('A redirect may lead to %s', (wanted) => {
  expect(decideRedirect(wanted, ALLOWED)).toBe(wanted)
})

test.each([
  undefined,
  '',
  'nonsense',
  '/page',
  '//ours.example',
  '\\\\ours.example',
  'https://ours.evil',
  'https://ours.example.evil',
  'https://evil.example/https://ours.example',
  'https://ours.example@evil.example',
  'https://user@ours.example',
  'https://:secret@ours.example',
  'https://ours.example:444',
  'http://ours.example',
  'https://www.ours.example',
  'https://partner.example',
  'https://partner.example/apple',
  'https://partner.example/app/..',
  'https://partner.example/app/%2E%2E/x',
  'https://partner.example/app/..\\x',
  'https://partner.example//app',
  'com.ours.app://other',
  'com.ours.app:auth',
  'javascript:alert(1)',
  'data:text/html,x',
  'file:///etc/passwd',
])('A redirect to %s is ignored', (wanted) => {
  expect(decideRedirect(wanted, ALLOWED)).toBeNull()
})

test('A redirect leads to the parsed address, not to the text as written', () => {
  expect(decideRedirect(' https://OURS.example/a\\b\t', ALLOWED)).toBe('https://ours.example/a/b')
})

test('No redirect is allowed when no address is listed', () => {
  expect(decideRedirect('https://ours.example', [])).toBeNull()
})

const OWN = 'https://ours.example'

test('The link of an app may lead to a listed address, but never to our own site', () => {
  expect(decideAppRedirect('com.ours.app://auth', ALLOWED, OWN)).toBe('com.ours.app://auth')
  expect(decideAppRedirect('https://ours.example/page?x=1', ALLOWED, OWN)).toBeNull()
  expect(decideAppRedirect('https://other.example', ALLOWED, OWN)).toBeNull()
})

test.each([
  { wanted: 'https://partner.example/app?x=1', back: 'https://partner.example/app?x=1' },
  { wanted: 'https://ours.example/page?token=t#x', back: 'https://ours.example/page' },
  { wanted: 'https://other.example', back: OWN },
  { wanted: undefined, back: OWN },
])('A refused link to $wanted leads back to $back', ({ wanted, back }) => {
  expect(decideWayBack(wanted, ALLOWED, OWN)).toBe(back)
})
