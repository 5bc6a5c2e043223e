import { role } from '@walkon/contracts/http/identity'
import { letter, type Letter } from '@walkon/contracts/letter'
import { expect, test } from 'vitest'
import { toLinkLetter, type LinkPurpose } from './link-letter.ts'
import {
  ACCOUNT_CHANGES,
  toAccountExistsLetter,
  toChangeLetter,
  toFactorGuessedLetter,
  toReauthenticationLetter,
} from './notice-letter.ts'
import { toGrantedRoleLetter, toNewRoleLetter, toRevokedRoleLetter } from './role-letter.ts'

const CODE = '048291'
const PURPOSES = [
  'sign-up',
  'sign-in',
  'recovery',
  'email-change-current',
  'email-change-new',
] as const satisfies LinkPurpose[]

const link = {
  path: '/auth/confirm?token=c2VjcmV0LXRva2VuLW9mLWEtbGluaw&type=signup',
  appPath: null,
  expiresAt: new Date('2026-04-15T18:41:00Z'),
  code: CODE,
  codeExpiresAt: new Date('2026-04-14T19:41:00Z'),
}
const appPath =
  '/auth/v1/verify?token=c2VjcmV0LXRva2VuLW9mLWEtbGluaw&type=signup&redirect_to=com.walkon.app%3A%2F%2Fauth'
const reauthentication = toReauthenticationLetter(CODE, link.codeExpiresAt)

const all: [name: string, letter: Letter][] = [
  ...PURPOSES.map((purpose): [string, Letter] => [purpose, toLinkLetter(purpose, link)]),
  ...PURPOSES.map((purpose): [string, Letter] => [
    `${purpose} for an app`,
    toLinkLetter(purpose, { ...link, appPath }),
  ]),
  ['reauthentication', reauthentication],
  ['account-exists', toAccountExistsLetter()],
  ['second-factor-guessed', toFactorGuessedLetter()],
  ...role.options.flatMap((each): [string, Letter][] => [
    [`to admins of a new ${each}`, toNewRoleLetter(each, true)],
    [`to admins of a new ${each} by the command`, toNewRoleLetter(each, false)],
    [`of the new role ${each}`, toGrantedRoleLetter(each)],
    [`of the lost role ${each}`, toRevokedRoleLetter(each)],
  ]),
  ...ACCOUNT_CHANGES.map((change): [string, Letter] => [change, toChangeLetter(change)]),
]

test.for(all)('The letter %s is one that notifier accepts', ([, words]) => {
  expect(letter.parse(words)).toEqual(words)
})

test.for(all)('The letter %s says what to do if the reader did not ask for it', ([, words]) => {
  expect([...words.paragraphs, words.closing].join(' ')).toMatch(/If it (was|is) not/)
})

test.for(all)('The letter %s has a subject that a phone shows whole', ([, words]) => {
  expect(words.subject.length).toBeLessThanOrEqual(36)
})

test.for(all)('The letter %s has no link to unsubscribe, nor to the alerts of an address', ([, words]) => {
  expect(words.whenUnsubscribed).toBeUndefined()
  expect(JSON.stringify(words)).not.toContain('manage-alerts')
})

test.for(PURPOSES)(
  'The letter %s asks for its step by link or code, and says how long each works',
  (purpose) => {
    expect(toLinkLetter(purpose, link)).toMatchObject({
      action: { path: link.path, worksUntil: '2026-04-15T18:41:00.000Z' },
      code: { value: CODE, worksUntil: '2026-04-14T19:41:00.000Z' },
    })
  },
)

test.for(PURPOSES)(
  'The letter %s that an app asked for has the link of the app, and the one to our own page',
  (purpose) => {
    const { action, further } = toLinkLetter(purpose, { ...link, appPath })
    expect(action).toMatchObject({ path: appPath, worksUntil: '2026-04-15T18:41:00.000Z' })
    expect(further?.[0]).toEqual({ label: 'Not from an app? Continue on our own page', path: link.path })
    expect(further?.slice(1)).toEqual(toLinkLetter(purpose, link).further ?? [])
  },
)

test.for([
  ['admin', '/admin'],
  ['moderator', '/moderation'],
  ['support', '/admin/desk'],
] as const)('The letter of the new role %s leads to the room that it opens', ([given, path]) => {
  expect(toGrantedRoleLetter(given)).toMatchObject({ action: { path } })
})

test('Both addresses of a change are asked in the same words', () => {
  expect(toLinkLetter('email-change-new', link)).toEqual(toLinkLetter('email-change-current', link))
})

test('A sign-up with the address of an account leads its owner to log in, and to a new password', () => {
  expect(toAccountExistsLetter()).toMatchObject({
    action: { label: 'Login', path: '/auth' },
    further: [{ label: 'Choose a new password', path: '/auth/forgot' }],
  })
})

test('A mailed code says how long it works', () => {
  expect(reauthentication.code).toMatchObject({ value: CODE, worksUntil: '2026-04-14T19:41:00.000Z' })
  expect(reauthentication.action).toBeUndefined()
})

test('A mail about a change says what was changed, in no time zone: an account has none', () => {
  expect(toChangeLetter('password').paragraphs[0]).toContain(
    'The password of your Walkon account was just changed.',
  )
})

test('An owner whose address was changed is led to our contact page, because the site cannot undo the change', () => {
  expect(toChangeLetter('email').further).toEqual([{ label: 'Tell us', path: '/contact' }])
})
