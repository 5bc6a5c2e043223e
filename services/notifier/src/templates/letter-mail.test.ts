import { describe, expect, test } from 'vitest'
import { aLetter, anAlertsLetter, CODE, TOKEN } from '../testing/letters.ts'
import { toLetterMail } from './letter-mail.ts'
import type { Setting } from './mail.ts'

const LEAVING = 'https://walkon.example/u/u'

const setting: Setting = {
  site: {
    publicUrl: 'https://walkon.example',
    postalAddress: 'Walkon, 100 Example Street, Orlando, FL 32801',
  },
  manageUrl: 'https://walkon.example/manage-alerts?token=m',
  leaving: { list: 'ride-alerts', url: LEAVING },
  stoppedBy: null,
  reference: '7K3F9QPM',
  now: new Date('2026-04-14T18:41:00Z'),
}
const unsubscribed: Setting = { ...setting, stoppedBy: 'unsubscribed' }

const action = {
  label: 'Sign me in',
  path: `/auth/confirm?token=${TOKEN}`,
  worksUntil: '2026-04-15T18:41:00Z',
}
const code = { ask: 'Or enter this code:', value: CODE, worksUntil: '2026-04-14T19:41:00Z' }

describe.for(['html', 'text'] as const)('the %s of a letter', (version) => {
  test('has every word of its service, and why it was sent', () => {
    const mail = toLetterMail(aLetter({ action, code }), setting)[version]
    for (const words of [
      'Somebody asked to sign in. If it was you, press the button.',
      'Or enter this code:',
      'If it was not you, do nothing.',
      'Choose a new password',
      'You get this because somebody asked to sign in.',
      'Walkon, 100 Example Street, Orlando, FL 32801',
    ])
      expect(mail).toContain(words)
  })

  test('has its action once, on our own site', () => {
    const mail = toLetterMail(aLetter({ action }), setting)[version]
    expect(mail.split(`https://walkon.example/auth/confirm?token=${TOKEN}`)).toHaveLength(2)
  })

  test('has its code once, as one word', () => {
    expect(toLetterMail(aLetter(), setting)[version].match(new RegExp(CODE, 'g'))).toHaveLength(1)
  })

  test('says how long the link works, and how long the code', () => {
    expect(toLetterMail(aLetter({ action, code }), setting)[version]).toContain(
      'The link works for 24 hours. The code works for 60 minutes.',
    )
  })

  test('says the limit once where link and code work as long', () => {
    const alike = { ...code, worksUntil: action.worksUntil }
    expect(toLetterMail(aLetter({ action, code: alike }), setting)[version]).toContain(
      'The link and the code work for 24 hours.',
    )
  })
})

test.for([
  ['its address', setting],
  ['an address that has left the list', unsubscribed],
] as const)('the details of a letter stand below its links, for %s too', ([, to]) => {
  const details = {
    title: 'Your receipt',
    rows: [
      { label: 'Paid', value: '$1.00' },
      { label: 'Order', value: '7' },
    ],
  }
  const { html, text } = toLetterMail(anAlertsLetter({ details }), to)

  expect(text).toContain('\n\nYour receipt\nPaid: $1.00\nOrder: 7\n\n')
  expect(text.indexOf('Your receipt')).toBeGreaterThan(text.indexOf('Choose your rides'))
  expect(html).toMatch(/>Your receipt<\/h2>[^]*>Paid<\/th>[^]*>\$1\.00<\/td>/)
})

test('the limit of a link, or of a code, stands alone where the letter has no other', () => {
  const { action: _, ...codeAlone } = aLetter({ code })
  const { code: __, ...linkAlone } = aLetter({ action })

  expect(toLetterMail(codeAlone, setting).text).toContain('\nThe code works for 60 minutes.')
  expect(toLetterMail(linkAlone, setting).text).toContain('\nThe link works for 24 hours.')
})

test('a link of a letter about a park ends on the park’s clock', () => {
  const park = { parkId: '75ea578a-adc8-4116-a54d-dccb60765ef9', timezone: 'America/Los_Angeles' }
  const { code: _, ...letter } = aLetter({ action, park })

  expect(toLetterMail(letter, setting).text).toContain(
    'The link works for 24 hours, until Wed, Apr 15 at 11:41 am PDT.',
  )
})

test('the text version of a letter has its blocks in reading order', () => {
  const { text } = toLetterMail(aLetter({ action, code }), { ...setting, leaving: null })

  expect(text.split('\n\n').slice(0, 6)).toEqual([
    'Sign in to Walkon',
    'Somebody asked to sign in. If it was you, press the button.',
    `Sign me in: https://walkon.example/auth/confirm?token=${TOKEN}`,
    `Or enter this code:\n${CODE}`,
    'The link works for 24 hours. The code works for 60 minutes.\nIf it was not you, do nothing.',
    'Choose a new password: https://walkon.example/auth/forgot',
  ])
})

test('a mail program that reads on after the preheader shows no code: filling stands between them', () => {
  const { html } = toLetterMail(aLetter(), setting)
  const shown = html.slice(html.indexOf('<body'), html.indexOf('&#847;'))

  expect(shown).toContain('One press signs you in.')
  expect(shown).not.toContain(CODE)
  expect(html.match(/&#847;/g)).toHaveLength(100)
})

test('a path cannot lead to another site, and no word becomes markup', () => {
  const evil = '<b onclick="x">\'&'
  const { html } = toLetterMail(
    aLetter({
      subject: evil,
      preheader: evil,
      about: [evil, evil],
      heading: evil,
      paragraphs: [evil, evil],
      action: { label: evil, path: '//evil.example/"><script>' },
      code: { ask: evil, value: evil, worksUntil: code.worksUntil },
      closing: evil,
      further: [{ label: evil, path: '/"><script>' }],
      reason: evil,
    }),
    setting,
  )

  expect(html).toContain('href="https://walkon.example//evil.example/&quot;&gt;&lt;script&gt;"')
  expect(html).not.toContain('<b ')
  expect(html).not.toContain('<script')
})

test.for([setting, unsubscribed])(
  'a letter that was asked for cannot be left, and does not know the alerts (%#)',
  (to) => {
    const { html, text } = toLetterMail(aLetter(), { ...to, leaving: null })

    expect(`${html}${text}`).not.toMatch(/unsubscribe/i)
    expect(`${html}${text}`).not.toContain('manage-alerts')
  },
)

test('a letter of the alerts can be left, and leads to the recipient’s own page', () => {
  const { html, text } = toLetterMail(anAlertsLetter(), setting)

  expect(html).toContain(`href="${LEAVING}"`)
  expect(text).toContain(
    [
      `Choose your rides: ${setting.manageUrl}`,
      'See live wait times: https://walkon.example/live-wait-times',
      `Unsubscribe: ${LEAVING}`,
    ].join('\n'),
  )
})

test('a letter of the alerts tells an address that left them so, and how to come back', () => {
  const { subject, html, text } = toLetterMail(anAlertsLetter(), unsubscribed)

  expect(subject).toBe('Your alerts wait for you')
  for (const version of [html, text]) {
    expect(version).toContain('none will come until you turn them on again')
    expect(version).toContain('They cover 16 April.')
    expect(version).not.toContain('We watch your rides.')
    expect(version).not.toMatch(/\bUnsubscribe\b/)
    expect(version).not.toContain('See live wait times')
  }
  expect(text).toContain('Get alert emails again: https://walkon.example/u/u\nChoose your rides:')
})

test('a mail about fares credits no source of waits, and every other mail does', () => {
  const credited = ({ html, text }: { html: string; text: string }) =>
    [html, text].map((words) => words.includes('Powered by'))
  expect(credited(toLetterMail(aLetter(), setting))).toEqual([true, true])
  const ofFlights = { ...setting, leaving: { list: 'flights' as const, url: LEAVING } }
  expect(credited(toLetterMail(aLetter(), ofFlights))).toEqual([false, false])
  expect(toLetterMail(aLetter(), ofFlights).text).toContain(
    'Walkon is not affiliated with the park operators.',
  )
})

test('a letter of a list can be left, whatever it says', () => {
  const { html, text } = toLetterMail(aLetter(), setting)

  expect(html).toContain(`href="${LEAVING}"`)
  expect(text).toContain(`Unsubscribe: ${LEAVING}`)
})

test.for([
  [
    'unsubscribed',
    'You unsubscribed from flight price emails, so none will come until you turn them on again.',
  ],
  ['bounced', 'Flight price emails to this address came back, so we stopped them.'],
  ['complained', 'A flight price email to this address was reported as spam, so no more will come.'],
] as const)('a letter about flights says which mails do not come: %s', ([stoppedBy, words]) => {
  const { whenUnsubscribed, ...letter } = anAlertsLetter()
  const about = { ...letter, whenUnsubscribed: { ...whenUnsubscribed!, list: 'flights' as const } }

  const { text } = toLetterMail(about, { ...setting, leaving: { list: 'flights', url: LEAVING }, stoppedBy })

  expect(text).toContain(words)
  expect(text.includes(`Get flight price emails again: ${LEAVING}`)).toBe(stoppedBy !== 'complained')
})
