import type { TriggeredAlert } from '@walkon/contracts/events/alerts'
import { describe, expect, test } from 'vitest'
import { anAlert, someAlerts } from '../testing/notifier.ts'
import { toAlertMail } from './alert-mail.ts'
import type { Setting } from './mail.ts'

const setting: Setting = {
  site: {
    publicUrl: 'https://walkon.example',
    postalAddress: 'Walkon, 100 Example Street, Orlando, FL 32801',
  },
  links: {
    manageUrl: 'https://walkon.example/manage-alerts?token=m',
    unsubscribeUrl: 'https://walkon.example/u/u',
  },
  isUnsubscribed: false,
  now: new Date('2026-04-14T18:41:00Z'),
}

const PARK_ID = '75ea578a-adc8-4116-a54d-dccb60765ef9'

function aMail(alerts: TriggeredAlert[], overrides: Parameters<typeof someAlerts>[0] = {}) {
  const {
    email: _,
    recipients: __,
    ...data
  } = someAlerts({
    parkId: PARK_ID,
    observedAt: '2026-04-14T18:41:00Z',
    nextAlertAt: '2026-04-14T19:41:00Z',
    ...overrides,
    alerts,
  })
  return toAlertMail({ kind: 'ride-alerts', ...data, alerts }, setting)
}

const space = anAlert({
  rideName: 'Space Mountain',
  waitMinutes: 10,
  changedAt: '2026-04-14T18:38:00Z',
  usualMinutes: 55,
})
const pirates = anAlert({
  rideName: 'Pirates of the Caribbean',
  waitMinutes: 15,
  changedAt: '2026-04-14T18:30:00Z',
})

describe.for(['html', 'text'] as const)('the %s version', (version) => {
  const body = () => aMail([pirates, space])[version].replaceAll('&nbsp;', ' ')

  test.for([
    ['the park and when it was read', 'Tue 14 April, 2:41 pm EDT'],
    ['how old each reading is', 'posted 2:38 pm'],
    ['the visitor’s limit', 'our limit is 15'],
    ['the usual wait', 'sually 55 at this hour'],
    ['the live board of this park', `https://walkon.example/live-wait-times?park=${PARK_ID}`],
    ['when the next alert can come', 'The next alert for these two rides can come after 3:41 pm.'],
    ['the manage link', 'https://walkon.example/manage-alerts?token=m'],
    ['the way out', 'https://walkon.example/u/u'],
    ['why it comes', 'You get this because you switched on alerts for Magic Kingdom on 14 and 16 April.'],
    ['whose data it is', 'https://themeparks.wiki'],
    ['whom we do not belong to', 'Walkon is not affiliated with the park operators.'],
    ['where we live', '100 Example Street, Orlando, FL 32801'],
  ] as const)('says %s', ([, words]) => {
    expect(body()).toContain(words)
  })

  test('names every ride, shortest first', () => {
    const order = [body().lastIndexOf('Space Mountain'), body().lastIndexOf('Pirates of the Caribbean')]
    expect(order.every((position) => position >= 0)).toBe(true)
    expect(order).toEqual(order.toSorted((one, other) => one - other))
  })
})

test('a name from the feed cannot become markup', () => {
  const { html } = aMail([anAlert({ rideName: '<script>alert(1)</script>"onload=' })], {
    parkName: '<img src=x>',
  })
  expect(html).not.toMatch(/<script|<img/)
  expect(html).toContain('&lt;script&gt;')
})

test('a name from the feed cannot add a header to the mail', () => {
  const { subject } = aMail([anAlert({ rideName: 'Space\r\nBcc: everybody@example.com' })])
  expect(subject).toBe('Space Bcc: everybody@example.com is 10 min')
})

test('a reading whose age upstream does not tell is dated by when it was read', () => {
  expect(aMail([anAlert({ changedAt: null })]).text).toContain('read 2:41 pm')
})

test('a ride that has reopened without a number says so in words', () => {
  const { subject, html } = aMail([anAlert({ kind: 'reopened', waitMinutes: null })])
  expect(subject).toBe('Space Mountain has reopened')
  expect(html).not.toContain('null')
})

test('thirty rides are all named, in less than mail programs cut off', () => {
  const names = Array.from(
    { length: 30 },
    (_, index) => `Ride ${index} with quite a long name of its own, as some have`,
  )
  const { html, text } = aMail(names.map((rideName) => anAlert({ rideName })))

  expect(names.filter((name) => html.includes(name) && text.includes(name))).toHaveLength(30)
  expect(Buffer.byteLength(html)).toBeLessThan(102_000)
})
