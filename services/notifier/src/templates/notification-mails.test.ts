import { expect, test } from 'vitest'
import { toAlertsActivatedMail } from './alerts-activated-mail.ts'
import { toConfirmAlertsMail } from './confirm-alerts-mail.ts'
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

const activated = {
  kind: 'alerts-activated',
  parkId: '75ea578a-adc8-4116-a54d-dccb60765ef9',
  parkName: 'Magic Kingdom',
  timezone: 'America/New_York',
  dates: ['2026-04-16'],
  startsAt: '2026-04-16T13:00:00Z',
} as const

const mail = toConfirmAlertsMail(
  {
    kind: 'confirm-alerts',
    token: 'a+b',
    parkName: 'Magic Kingdom',
    dates: ['2026-04-16'],
    expiresAt: '2026-04-15T18:41:00Z',
  },
  setting,
)

test.for(['html', 'text'] as const)(
  'the %s that confirms an address says for what, until when, and has one link for it',
  (version) => {
    expect(mail[version]).toContain('Magic Kingdom has a short wait on 16 April')
    expect(mail[version]).toContain('The link works for 24 hours, until Wed 15 April, 6:41 pm UTC.')
    expect(mail[version].match(/confirm-alerts\?token=a%2Bb/g)).toHaveLength(1)
  },
)

test('a mail of activation says from when, in park time, and how to change it', () => {
  const { subject, text } = toAlertsActivatedMail({ ...activated, dates: [...activated.dates] }, setting)
  expect(subject).toBe('Alerts are on for Magic Kingdom')
  expect(text).toContain('From Thu 16 April, 9:00 am EDT, we watch your rides')
  expect(text).toContain(setting.links.manageUrl)
})

test('somebody who had unsubscribed is told that nothing will come, and how to come back', () => {
  const { text } = toAlertsActivatedMail(
    { ...activated, dates: [...activated.dates] },
    { ...setting, isUnsubscribed: true },
  )
  expect(text).toContain('none will come until you switch them on again')
  expect(text).toContain('Get alert mails again: https://walkon.example/u/u')
})
