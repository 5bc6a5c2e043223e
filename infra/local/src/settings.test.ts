import { identity } from '@walkon/identity/app'
import { notifier } from '@walkon/notifier/app'
import { alertEvaluator } from '@walkon/alert-evaluator/app'
import { billing } from '@walkon/billing/app'
import { gatewaySettings } from '@walkon/gateway/config'
import { parkData } from '@walkon/park-data/app'
import { loadSettings } from '@walkon/service/config'
import { expect, test } from 'vitest'
import { toGatewayEnvironment, toServiceEnvironments } from './environments.ts'
import { readLocalSettings } from './settings.ts'

const secrets = {
  databasePassword: 'x',
  tokenKeys: Buffer.alloc(32).toString('base64url'),
  postmarkServerToken: 'token',
  identityKeys: Buffer.alloc(32, 1).toString('base64url'),
  postmarkWebhookPassword: 'y',
}
const url = 'postgres://someone:secret@127.0.0.1:5432/walkon'
const addresses = {
  ports: {
    identity: 1006,
    'park-data': 1001,
    'alert-evaluator': 1002,
    billing: 1003,
    notifier: 1004,
    sandbox: 1005,
  },
  databaseUrls: { identity: url, 'park-data': url, 'alert-evaluator': url, billing: url, notifier: url },
  publicUrl: 'http://localhost:8080',
}
const settings = readLocalSettings({ ALERT_COOLDOWN_MINUTES: '7', PASS_HOURS: '3', POLL_SECONDS: '30' })
const environments = toServiceEnvironments(settings, secrets, addresses)

test('every service takes the environment that is made for it', () => {
  expect(identity.configure(environments.identity).settings).toMatchObject({
    AUTH_ISSUER: 'http://localhost:8080/auth/v1',
  })
  expect(parkData.configure(environments['park-data']).settings).toMatchObject({ POLL_SECONDS: 30 })
  expect(alertEvaluator.configure(environments['alert-evaluator']).settings).toMatchObject({
    ALERT_COOLDOWN_MINUTES: 7,
  })
  expect(billing.configure(environments.billing).settings).toMatchObject({ PASS_HOURS: 3 })
  expect(notifier.configure(environments.notifier).settings).toMatchObject({
    DELIVERY_EXPIRY_MINUTES: 15,
  })
  expect(loadSettings(gatewaySettings, toGatewayEnvironment(settings, addresses, '/web'))).toMatchObject({
    PASS_HOURS: 3,
  })
})

test('a value that makes no sense is named, and never shown', () => {
  expect(() => readLocalSettings({ POLL_SECONDS: 'often', PORT: '99999' })).toThrow(
    /POLL_SECONDS[\s\S]*|PORT/,
  )
  expect(() => readLocalSettings({ POLL_SECONDS: '1' })).toThrow('POLL_SECONDS')
})
