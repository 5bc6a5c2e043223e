import { loadSettings, type Environment } from '@walkon/service/config'
import { testEnvironment } from '@walkon/testing/service'
import { expect, test } from 'vitest'
import { notifierSettings } from './config.ts'
import { bySmtp, SETTINGS } from './testing/settings.ts'

const load = (overrides: Environment) =>
  loadSettings(notifierSettings, { ...testEnvironment('postgres://unused'), ...SETTINGS, ...overrides })
const DEFAULTS = {
  PROVIDER_TIMEOUT_SECONDS: '10',
  DELIVERY_LEASE_SECONDS: '20',
  LOOKUP_LEAST_WAIT_SECONDS: '15',
  LOOKUP_WAIT_SECONDS: '120',
}

test('the times of production are in order', () => {
  expect(load(DEFAULTS)).toMatchObject({ PROVIDER_TIMEOUT_SECONDS: 10, DELIVERY_EXPIRY_MINUTES: 15 })
})

test.for([
  ['a call that may outlast its lease', { PROVIDER_TIMEOUT_SECONDS: '20' }, 'DELIVERY_LEASE_SECONDS'],
  ['a least wait longer than the longest', { LOOKUP_LEAST_WAIT_SECONDS: '120' }, 'LOOKUP_WAIT_SECONDS'],
  ['an alert that expires before its look-up', { DELIVERY_EXPIRY_MINUTES: '2' }, 'DELIVERY_EXPIRY_MINUTES'],
] as const)('%s is refused at start', ([, overrides, name]) => {
  expect(() => load({ ...DEFAULTS, ...overrides })).toThrow(name)
})

test('a site’s address may end with a slash', () => {
  expect(load({ PUBLIC_URL: 'https://walkon.example/' }).PUBLIC_URL).toBe('https://walkon.example')
})

const ONE_OF_TWO =
  'SMTP_URL: mails go by Postmark (POSTMARK_SERVER_TOKEN) or by SMTP (SMTP_URL): set one of the two'

test.for([
  ['a half of Postmark', { POSTMARK_WEBHOOK_USER: undefined }, 'POSTMARK_WEBHOOK_USER: is not set, and'],
  ['a third of Twilio', { TWILIO_AUTH_TOKEN: undefined }, 'TWILIO_AUTH_TOKEN: is not set, and'],
  ['no provider of mails', { ...bySmtp(''), SMTP_URL: undefined }, ONE_OF_TWO],
  ['two providers of mails', { SMTP_URL: 'smtp://localhost' }, ONE_OF_TWO],
  [
    'texts that are sold without Twilio',
    { TWILIO_ACCOUNT_SID: undefined, TWILIO_AUTH_TOKEN: undefined, TWILIO_MESSAGING_SERVICE_SID: undefined },
    'SMS_ENABLED: is `true`, and no text is sent without the settings of Twilio',
  ],
] as const)('%s is refused at start', ([, overrides, fault]) => {
  expect(() => load(overrides)).toThrow(fault)
})

test('a mailbox by SMTP takes the place of Postmark', () => {
  expect(load(bySmtp('smtps://ada:secret@mail.example.com')).SMTP_URL).toMatchObject({ port: 465 })
})
