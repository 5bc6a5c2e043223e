import { describe, expect, test } from 'vitest'
import { decideAppRedirect, decideRedirect, decideWayBack } from './redirect.ts'

const ALLOWED = ['https://ours.example', 'https://partner.example/app', 'com.ours.app://auth']

describe('decideRedirect', () => {
  test.each([
    'https://ours.example/',
    'https://ours.example/any/page?x=1#y',
    'https://partner.example/app',
    'https://partner.example/app/',
    'https://partner.example/app/deep/er',
    'com.ours.app://auth',
    'com.ours.app://auth/done',
  ])('allows %s', (wanted) => {
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
  ])('is as good as none for %s', (wanted) => {
    expect(decideRedirect(wanted, ALLOWED)).toBeNull()
  })

  test('answers what was parsed, not what was written', () => {
    expect(decideRedirect(' https://OURS.example/a\\b\t', ALLOWED)).toBe('https://ours.example/a/b')
  })

  test('allows nothing when nothing is listed', () => {
    expect(decideRedirect('https://ours.example', [])).toBeNull()
  })
})

const OWN = 'https://ours.example'

describe('decideAppRedirect', () => {
  test('allows what is listed, but for our own site, listed or not', () => {
    expect(decideAppRedirect('com.ours.app://auth', ALLOWED, OWN)).toBe('com.ours.app://auth')
    expect(decideAppRedirect('https://ours.example/page?x=1', ALLOWED, OWN)).toBeNull()
    expect(decideAppRedirect('https://other.example', ALLOWED, OWN)).toBeNull()
  })
})

describe('decideWayBack', () => {
  test.each([
    { wanted: 'https://partner.example/app?x=1', back: 'https://partner.example/app?x=1' },
    { wanted: 'https://ours.example/page?token=t#x', back: 'https://ours.example/page' },
    { wanted: 'https://other.example', back: OWN },
    { wanted: undefined, back: OWN },
  ])('leads from $wanted to $back', ({ wanted, back }) => {
    expect(decideWayBack(wanted, ALLOWED, OWN)).toBe(back)
  })
})
