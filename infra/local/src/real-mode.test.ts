import { perService, SERVICE_NAMES } from '@walkon/contracts/services'
import { gatewaySettings } from '@walkon/gateway/config'
import { loadSettings, type Environment } from '@walkon/service/config'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { claimForMode } from './data-folder-mode.ts'
import { toEnvironments } from './environments.ts'
import { listNotes } from './real-settings.ts'
import { SERVICE_BY_NAME } from './services.ts'
import { readLocalSettings } from './settings.ts'
import { checkEnvironments } from './unconnected-services.ts'

const REAL = {
  MODE: 'real',
  SUPPORT_EMAIL: 'ada@example.org',
  MAIL_FROM: 'Walkon <walkon@example.org>',
  POSTAL_ADDRESS: 'Ada, 1 Example Street, Orlando',
  SMTP_URL: 'smtps://walkon:secret-value@smtp.example.org',
}
const KEY = Buffer.alloc(32).toString('base64url')
const secrets = {
  databasePassword: 'x',
  tokenKeys: KEY,
  identityKeys: KEY,
  flightsKeys: KEY,
  plannerKeys: KEY,
  saleKeys: KEY,
  postmarkServerToken: 'sandbox-secret',
  postmarkWebhookPassword: 'sandbox-secret',
  twilioAuthToken: 'sandbox-secret',
  stripeSecretKey: 'sandbox-secret',
  stripeWebhookSecret: 'sandbox-secret',
  duffelAccessToken: 'sandbox-secret',
  restaurantsApiKey: 'sandbox-secret',
}
const addresses = {
  ports: { ...perService(() => 1001), sandbox: 59_999 },
  operatorPorts: { ...perService(() => 2001), gateway: 2000 },
  databaseUrls: perService(() => 'postgres://x:x@127.0.0.1:5432/walkon'),
  publicUrl: 'http://localhost:8080',
}
const environmentsOf = (env: Environment = {}) =>
  toEnvironments(readLocalSettings({ ...REAL, ...env }), secrets, addresses)
const settingsOf = (name: (typeof SERVICE_NAMES)[number], env: Environment = {}) =>
  SERVICE_BY_NAME[name].configure(environmentsOf(env).services[name]).settings

test('a real run has a folder of its own, polls once a minute, and has no gate password by itself', () => {
  const { DATA_DIR, POLL_SECONDS, GATE_PASSWORD } = readLocalSettings(REAL)
  expect({ DATA_DIR, POLL_SECONDS, GATE_PASSWORD }).toEqual({
    DATA_DIR: join(process.cwd(), '.data-real'),
    POLL_SECONDS: 60,
    GATE_PASSWORD: undefined,
  })
  expect(readLocalSettings({})).toMatchObject({
    POLL_SECONDS: 10,
    GATE_PASSWORD: 'walk-right-in',
    real: null,
  })
})

test.for(SERVICE_NAMES)('%s takes the environment of a real run with a mailbox alone', (name) => {
  expect(() => settingsOf(name)).not.toThrow()
})

test('nothing of the sandbox is told to any part of a real run', () => {
  const { services, gateway } = environmentsOf()
  const told = JSON.stringify({ services, gateway })

  expect(told).not.toContain('sandbox-secret')
  expect(told).not.toContain(`:${addresses.ports.sandbox}`)
  expect(told).not.toMatch(/SANDBOX|DEMO_PROMO_CODE|PUSH_TEST_ORIGINS/)
})

test('a real run shows live figures and the address of its operator', () => {
  expect(loadSettings(gatewaySettings, environmentsOf().gateway)).toMatchObject({
    HOME_FIGURES: 'live',
    SUPPORT_EMAIL: 'ada@example.org',
  })
})

test('the feed is ThemeParks.wiki, asked for the destinations of the home page, with the address of the operator', () => {
  expect(settingsOf('park-data')).toMatchObject({
    PARK_FEED_URL: 'https://api.themeparks.wiki/v1',
    FEED_CONTACT: 'ada@example.org',
    DESTINATIONS: expect.arrayContaining(['e957da41-3552-4cf6-b636-5babc5cbc4e5']) as string[],
  })
})

test('passes are free without Stripe, and texts are not sold without Twilio', () => {
  expect(settingsOf('billing')).toMatchObject({ PRICES: 'free', SMS_ENABLED: false })
  expect(settingsOf('notifier')).toMatchObject({ SMS_ENABLED: false })
})

test('mails go to the operator alone unless others are listed', () => {
  for (const service of ['identity', 'billing', 'flights', 'planner', 'notifier'] as const) {
    const mayBeMailed = (env: Environment, email: string) =>
      (settingsOf(service, env) as { ALLOWED_EMAILS?: (address: string) => boolean }).ALLOWED_EMAILS?.(email)
    expect(mayBeMailed({}, 'ada@example.org')).toBe(true)
    expect(mayBeMailed({}, 'eve@example.com')).toBe(false)
    expect(mayBeMailed({ ALLOWED_EMAILS: '@example.com' }, 'eve@example.com')).toBe(true)
  }
})

test('all that is missing is named at once, with its mend', () => {
  expect(() => readLocalSettings({ MODE: 'real' })).toThrow(
    /SUPPORT_EMAIL: is not set\. Set it to[\s\S]*MAIL_FROM: is not set[\s\S]*POSTAL_ADDRESS: is not set[\s\S]*SMTP_URL: is not set/,
  )
})

test.for([
  ['two providers of mails', { POSTMARK_SERVER_TOKEN: 'x' }, 'SMTP_URL: is set beside POSTMARK_SERVER_TOKEN'],
  ['payments with a mailbox', { STRIPE_SECRET_KEY: 'sk' }, 'SMTP_URL: is set beside STRIPE_SECRET_KEY'],
  ['prices without Stripe', { PRICES: 'list' }, 'PRICES: is `list`, and nothing can be paid'],
] as const)('%s are refused before anything starts', ([, env, fault]) => {
  expect(() => readLocalSettings({ ...REAL, ...env })).toThrow(fault)
})

test('what a service refuses is named before anything starts, without its value', () => {
  const check = (env: Environment) => () => checkEnvironments(readLocalSettings({ ...REAL, ...env }))
  expect(check({})).not.toThrow()
  expect(check({ SMTP_URL: 'https://secret-value' })).toThrow(
    /^Invalid environment:\n- SMTP_URL: must be smtps:(?!.*secret-value)/,
  )
  expect(check({ TWILIO_ACCOUNT_SID: 'AC1' })).toThrow(
    'TWILIO_AUTH_TOKEN: is not set, and TWILIO_ACCOUNT_SID is',
  )
})

test('the start says what a public https address is needed for', () => {
  const notesOf = (env: Environment) => {
    const { real } = readLocalSettings({ ...REAL, ...env })
    return real ? listNotes(real) : null
  }
  expect(notesOf({})).toEqual([
    'Without a public https address in PUBLIC_URL there are no push notifications on other devices.',
  ])
  expect(notesOf({ PUBLIC_URL: 'https://walkon.example.org' })).toEqual([])
})

const folder = await mkdtemp(join(tmpdir(), 'walkon-mode-'))
afterAll(() => rm(folder, { recursive: true }))

test('a data folder belongs to the mode that made it', async () => {
  const claim = (MODE: 'look' | 'real', DATA_DIR: string) => claimForMode({ MODE, DATA_DIR })
  const [own, old] = [join(folder, 'own'), join(folder, 'old')]
  await mkdir(own)
  await mkdir(join(old, 'postgres'), { recursive: true })

  await claim('real', own)
  await claim('real', own)
  await expect(claim('look', own)).rejects.toThrow('was made with MODE=real, and this start has MODE=look')
  await expect(claim('real', old)).rejects.toThrow('was made with MODE=look')
  await claim('look', old)
})
