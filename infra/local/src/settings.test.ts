import { perService, SERVICE_NAMES } from '@walkon/contracts/services'
import { gatewaySettings } from '@walkon/gateway/config'
import { loadSettings } from '@walkon/service/config'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { toEnvironments } from './environments.ts'
import { SERVICE_BY_NAME } from './services.ts'
import { readLocalSettings } from './settings.ts'

const secrets = {
  databasePassword: 'x',
  tokenKeys: Buffer.alloc(32).toString('base64url'),
  postmarkServerToken: 'token',
  identityKeys: Buffer.alloc(32, 1).toString('base64url'),
  flightsKeys: Buffer.alloc(32, 2).toString('base64url'),
  plannerKeys: Buffer.alloc(32, 3).toString('base64url'),
  saleKeys: Buffer.alloc(32, 4).toString('base64url'),
  postmarkWebhookPassword: 'y',
  twilioAuthToken: 'y',
  stripeSecretKey: 'sk_test_y',
  duffelAccessToken: 'duffel_test_sandbox',
  restaurantsApiKey: 'y',
  stripeWebhookSecret: 'whsec_y',
}
const addresses = {
  ports: { ...perService((name) => 1001 + SERVICE_NAMES.indexOf(name)), sandbox: 1000 },
  operatorPorts: { ...perService((name) => 2001 + SERVICE_NAMES.indexOf(name)), gateway: 2000 },
  databaseUrls: perService((name) => `postgres://${name}:secret@127.0.0.1:5432/walkon`),
  publicUrl: 'http://localhost:8080',
}
const settings = readLocalSettings({
  ALERT_COOLDOWN_MINUTES: '7',
  PASS_HOURS: '3',
  POLL_SECONDS: '30',
  DAILY_PASSES_PER_PARK: '40',
})
const environments = toEnvironments(settings, secrets, addresses)

test.for(SERVICE_NAMES)('%s takes the environment that is made for it', (name) => {
  expect(SERVICE_BY_NAME[name].configure(environments.services[name]).settings).toMatchObject({
    PORT: addresses.ports[name],
    DATABASE_URL: addresses.databaseUrls[name],
    AUTH_ISSUER: 'http://localhost:8080/auth/v1',
  })
})

test('the key of manage links is given to the services that open them alone', () => {
  const given = SERVICE_NAMES.filter((name) => environments.services[name]['TOKEN_KEYS'] !== undefined)
  expect(given.toSorted()).toEqual(['alert-evaluator', 'billing', 'notifier'])
})

test('the gateway takes the environment that is made for it, with the address of each service', () => {
  expect(loadSettings(gatewaySettings, environments.gateway)).toMatchObject({
    PARK_DATA_URL: `http://127.0.0.1:${addresses.ports['park-data']}`,
    ALERT_EVALUATOR_URL: `http://127.0.0.1:${addresses.ports['alert-evaluator']}`,
  })
})

test('the web app listens on loopback, unless HOST opens it', () => {
  const openSettings = readLocalSettings({ HOST: '0.0.0.0' })
  const open = toEnvironments(openSettings, secrets, addresses)

  expect(environments.gateway['HOST']).toBe('127.0.0.1')
  expect(open.gateway['HOST']).toBe('0.0.0.0')
  expect(() => readLocalSettings({ HOST: 'everywhere' })).toThrow('HOST')
})

test('probes and metrics listen on loopback in the local run, also where HOST opens the product to other machines', () => {
  const open = toEnvironments(readLocalSettings({ HOST: '0.0.0.0' }), secrets, addresses)

  for (const environment of [open.gateway, ...Object.values(open.services)]) {
    expect(environment['OPERATOR_HOST']).toBe('127.0.0.1')
  }
  expect(open.services.notifier['OPERATOR_PORT']).toBe(String(addresses.operatorPorts.notifier))
})

test('a setting reaches the service that owns it, and no other', () => {
  const owners = (setting: string) => [
    ...SERVICE_NAMES.filter((name) => setting in environments.services[name]),
    ...(setting in environments.gateway ? ['gateway'] : []),
  ]

  expect(SERVICE_BY_NAME.billing.configure(environments.services.billing).settings).toMatchObject({
    PASS_HOURS: 3,
    DAILY_PASSES_PER_PARK: 40,
  })
  for (const setting of [
    'PASS_HOURS',
    'SMS_DAY_CENTS',
    'EMAIL_DAY_CENTS',
    'UNLIMITED_MONTH_CENTS',
    'DAILY_PASSES_PER_PARK',
  ]) {
    expect([setting, owners(setting)]).toEqual([setting, ['billing']])
  }
  for (const setting of ['ALERT_COOLDOWN_MINUTES', 'DEFAULT_THRESHOLD_MINUTES']) {
    expect([setting, owners(setting)]).toEqual([setting, ['alert-evaluator']])
  }
  expect(owners('POLL_SECONDS')).toEqual(['park-data'])
  expect(owners('PLAN_TEXTS_PER_MONTH')).toEqual(['notifier'])
  expect(owners('HOME_FIGURES')).toEqual(['gateway'])
})

test.for(['true', 'false'])(
  'SMS_ENABLED=%s is said once, and is the same for who sells texts and who sends them',
  (value) => {
    const { services } = toEnvironments(readLocalSettings({ SMS_ENABLED: value }), secrets, addresses)
    for (const name of ['billing', 'notifier'] as const)
      expect(SERVICE_BY_NAME[name].configure(services[name]).settings).toMatchObject({
        SMS_ENABLED: value === 'true',
      })
  },
)

test.for(['billing', 'notifier'] as const)(
  '%s does not start without being told whether texts are sold',
  (name) => {
    const { SMS_ENABLED: _sold, ...untold } = environments.services[name]
    expect(() => SERVICE_BY_NAME[name].configure(untold)).toThrow('SMS_ENABLED')
  },
)

test('a plan without texts is said by SMS_ENABLED, not by a budget of none', () => {
  expect(() => readLocalSettings({ PLAN_TEXTS_PER_MONTH: '0' })).toThrow('PLAN_TEXTS_PER_MONTH')
})

test('a value that makes no sense is named, and never shown', () => {
  expect(() => readLocalSettings({ POLL_SECONDS: 'often', PORT: '99999' })).toThrow(
    /POLL_SECONDS[\s\S]*|PORT/,
  )
  expect(() => readLocalSettings({ POLL_SECONDS: '1' })).toThrow('POLL_SECONDS')
})

test.each([
  [
    'notifier',
    { DATABASE_URL: 'mysql://somewhere', REDIS_URL: 'secret-value' },
    ['DATABASE_URL', 'SMTP_URL', 'KAFKA_BROKERS', 'REDIS_URL', 'TRUSTED_PROXIES'],
  ],
  [
    'gateway',
    { PUBLIC_URL: 'secret-value', RATE_LIMIT_PER_MINUTE: '0' },
    ['PUBLIC_URL', 'IDENTITY_URL', 'RATE_LIMIT_PER_MINUTE', 'REDIS_URL', 'TRUSTED_PROXIES', 'SUPPORT_EMAIL'],
  ],
])(
  'a deployed %s names all faults of its environment in one log line, without a value',
  async (name, env, names) => {
    const main = join(import.meta.dirname, `../../../services/${name}/src/main.ts`)

    const ended = await promisify(execFile)(process.execPath, [main], { env }).then(
      () => null,
      (error: { code: number; stdout: string; stderr: string }) => error,
    )

    expect(ended?.code).toBe(1)
    expect(ended?.stderr).toBe('')
    const [line = '', ...others] = (ended?.stdout ?? '').trim().split('\n')
    expect(others).toEqual([])
    const { msg, faults } = JSON.parse(line) as { msg: string; faults: string[] }
    expect(msg).toBe('invalid environment')
    for (const each of names) expect(faults.filter((fault) => fault.startsWith(`${each}: `))).toHaveLength(1)
    expect(line).not.toContain('secret-value')
  },
)
