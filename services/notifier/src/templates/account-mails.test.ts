import { describe, expect, test } from 'vitest'
import { toAccountLinkMail, type AccountLink } from './account-link-mail.ts'
import { toAccountNoticeMail, type AccountNotice } from './account-notice-mail.ts'
import type { MailText, Setting } from './mail.ts'

const setting: Setting = {
  site: {
    publicUrl: 'https://walkon.example',
    postalAddress: 'Walkon, 100 Example Street, Orlando, FL 32801',
  },
  links: {
    manageUrl: 'https://walkon.example/manage-alerts?token=m',
    unsubscribeUrl: 'https://walkon.example/u/u',
  },
  isUnsubscribed: true,
  now: new Date('2026-04-14T18:41:00Z'),
}

const CODE = '048291'
const LINK_KINDS = ['confirm-account', 'reset-password', 'sign-in', 'confirm-new-email'] as const

const linkMail = (kind: AccountLink['kind'], content: Partial<AccountLink> = {}) =>
  toAccountLinkMail(
    {
      kind,
      path: `/auth/confirm?token=t&type=${kind}`,
      code: CODE,
      linkExpiresAt: '2026-04-15T18:41:00Z',
      codeExpiresAt: '2026-04-14T19:41:00Z',
      ...content,
    },
    setting,
  )

const noticeMail = (content: AccountNotice) => toAccountNoticeMail(content, setting)
const reauthentication = noticeMail({
  kind: 'reauthentication',
  code: CODE,
  expiresAt: '2026-04-14T18:51:00Z',
})
const changed = (change: 'password' | 'email' | 'second-factor-on' | 'second-factor-off') =>
  noticeMail({ kind: 'account-changed', change, changedAt: '2026-04-14T18:40:10Z' })

const withCode: [name: string, mail: MailText][] = [
  ...LINK_KINDS.map((kind): [string, MailText] => [kind, linkMail(kind)]),
  ['reauthentication', reauthentication],
]
const all: [name: string, mail: MailText][] = [
  ...withCode,
  ['account-exists', noticeMail({ kind: 'account-exists' })],
  ['second-factor-guessed', noticeMail({ kind: 'second-factor-guessed', guessedAt: '2026-04-14T18:40:10Z' })],
  ['account-changed, password', changed('password')],
  ['account-changed, email', changed('email')],
  ['account-changed, second-factor-on', changed('second-factor-on')],
  ['account-changed, second-factor-off', changed('second-factor-off')],
]

test('a mail that an app asked for has the link of the app, and the one to our own page', () => {
  const appPath = '/auth/v1/verify?token=t&type=magiclink'
  for (const kind of LINK_KINDS) {
    const { text } = linkMail(kind, { appPath })
    expect(text).toContain(`${appPath}\n`)
    expect(text).toContain(`/auth/confirm?token=t&type=${kind}\n`)
  }
})

/** What a locked screen may show of a mail: a program reads on where the preheader ends, but not past the filling. */
const previewOf = ({ subject, html }: MailText) =>
  `${subject} ${html.slice(html.indexOf('<body'), html.indexOf('&#847;'))}`

describe.for(all)('%s', ([, mail]) => {
  test('says what to do if it was not you, in both versions', () => {
    for (const version of ['html', 'text'] as const) expect(mail[version]).toMatch(/If it (was|is) not/)
  })

  test('has a subject that a phone shows whole', () => {
    expect(mail.subject.length).toBeLessThanOrEqual(36)
  })

  test('is none of a series that one could leave', () => {
    expect(mail.mayUnsubscribe).toBe(false)
    expect(`${mail.html}${mail.text}`).not.toContain(setting.links.unsubscribeUrl)
  })

  test('carries no link to somebody’s alerts', () => {
    expect(`${mail.html}${mail.text}`).not.toContain('manage-alerts')
  })
})

describe.for(withCode)('%s', ([, mail]) => {
  test('has its code once in each version, as six digits together', () => {
    for (const version of ['html', 'text'] as const) expect(mail[version].match(/048291/g)).toHaveLength(1)
  })

  test('shows no code on a locked screen', () => {
    expect(previewOf(mail)).not.toContain(CODE)
    expect(mail.html.match(/&#847;/g)?.length).toBeGreaterThanOrEqual(100)
  })
})

describe.for(LINK_KINDS)('%s', (kind) => {
  test('has one link for the step, on our own site', () => {
    const url = `https://walkon.example/auth/confirm?token=t&type=${kind}`
    expect(linkMail(kind).text.split(url)).toHaveLength(2)
    expect(linkMail(kind).html.split(`href="${url.replace('&', '&amp;')}"`)).toHaveLength(2)
  })

  test('says how long the link works, and how long the code', () => {
    const limits = [
      'The link works for 24 hours, until Wed 15 April, 6:41 pm UTC.',
      'The code works for 60 minutes, until Tue 14 April, 7:41 pm UTC.',
    ]
    for (const version of ['html', 'text'] as const)
      expect(linkMail(kind)[version]).toContain(limits.join(' '))
  })

  test('says it once where both work as long', () => {
    const { text } = linkMail(kind, { codeExpiresAt: '2026-04-15T18:41:00Z' })
    expect(text).toContain('The link and the code work for 24 hours, until Wed 15 April, 6:41 pm UTC.')
  })
})

test('a path cannot lead to another site, nor a code become markup', () => {
  const { html } = linkMail('sign-in', { path: '//evil.example/"><script>', code: '<b>1</b>' })
  expect(html).toContain('href="https://walkon.example//evil.example/&quot;&gt;&lt;script&gt;"')
  expect(html).not.toContain('<b>')
})

test('somebody who has an account is led to sign in, and to a new password', () => {
  const { text } = noticeMail({ kind: 'account-exists' })
  expect(text).toContain('Sign in: https://walkon.example/auth\n')
  expect(text).toContain('Choose a new password: https://walkon.example/auth/forgot')
})

test('a code alone says how long it works', () => {
  expect(reauthentication.text).toContain('The code works for 10 minutes, until Tue 14 April, 6:51 pm UTC.')
})

test('a change says what was changed and when', () => {
  expect(changed('password').text).toContain(
    'The password of your Walkon account was changed on Tue 14 April, 6:40 pm UTC.',
  )
})

test('whoever lost an account with its address is led to us, because the site can not help them', () => {
  expect(changed('email').text).toContain('Tell us: https://walkon.example/contact')
  expect(changed('email').text).not.toContain('/auth/forgot')
})
