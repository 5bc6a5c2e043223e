import { perService, SERVICE_NAMES } from '@walkon/contracts/services'
import { toEnvironments } from '@walkon/local/environments'
import { readLocalSettings } from '@walkon/local/settings'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import type { Manifest } from './manifest.ts'
import { environmentOf, FOLDER, read } from './testing/overlay-environment.ts'

/** In a trial every provider is the sandbox, as in the local run, whose environments are the model. */

const SANDBOX = 'http://127.0.0.1:4900'
const ports = { ...perService(() => 1), sandbox: 4900 }

/** The settings of each part that lead to the sandbox, with the path there. */
function addressesOf(environment: Record<string, string | undefined>): [string, string][] {
  return Object.entries(environment).flatMap(([name, value]) =>
    value?.startsWith(SANDBOX) ? [[name, value.slice(SANDBOX.length)] as [string, string]] : [],
  )
}

const { services, gateway } = toEnvironments(
  readLocalSettings({}),
  {
    databasePassword: '',
    tokenKeys: '',
    identityKeys: '',
    flightsKeys: '',
    plannerKeys: '',
    saleKeys: '',
    postmarkServerToken: '',
    postmarkWebhookPassword: '',
    twilioAuthToken: '',
    stripeSecretKey: '',
    stripeWebhookSecret: '',
    duffelAccessToken: '',
    restaurantsApiKey: '',
  },
  {
    ports,
    operatorPorts: { ...perService(() => 1), gateway: 1 },
    databaseUrls: perService(() => ''),
    publicUrl: 'http://walkon.localhost:8080',
  },
)
const parts = [
  ...SERVICE_NAMES.map((name) => ({ name, addresses: addressesOf(services[name]) })),
  { name: 'gateway', addresses: addressesOf(gateway) },
].filter(({ addresses }) => addresses.length > 0)

test('the local run leads more than one service to the sandbox, so that there is something to compare', () => {
  expect(parts.length).toBeGreaterThan(4)
})

test.each(parts)(
  '$name of the overlay local asks the sandbox for what it asks it in the local run',
  ({ name, addresses }) => {
    const environment = environmentOf('local', name)
    for (const [setting, path] of addresses)
      expect([setting, environment[setting]]).toEqual([setting, `http://sandbox:4900${path}`])
  },
)

test.each(parts)(
  '$name of compose asks the sandbox for what it asks it in the local run',
  ({ name, addresses }) => {
    const compose = parse(readFileSync(join(FOLDER, '../docker-compose.yml'), 'utf8'), { merge: true }) as {
      services: Record<string, { environment: Record<string, string> }>
    }
    const environment = compose.services[name]?.environment ?? {}
    for (const [setting, path] of addresses)
      expect([setting, environment[setting]]).toEqual([setting, `http://sandbox.localhost:4900${path}`])
  },
)

test('the policies of the overlay local let through to the sandbox who asks it, and nobody else', () => {
  const policies = parseAllDocuments(read('overlays/local/sandbox.yaml')).map(
    (document) => document.toJS() as Manifest,
  )
  const policy = policies.find(
    ({ kind, metadata }) => kind === 'NetworkPolicy' && metadata.name === 'to-sandbox',
  )
  const spec = policy?.['spec'] as { podSelector: { matchExpressions: { values: string[] }[] } }
  expect(spec.podSelector.matchExpressions.flatMap(({ values }) => values)).toEqual(
    parts.map(({ name }) => name).toSorted(),
  )
})
