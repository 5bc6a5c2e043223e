import { SERVICE_NAMES } from '@walkon/contracts/services'
import { gatewaySettings } from '@walkon/gateway/config'
import { SERVICE_BY_NAME } from '@walkon/local/services'
import { deployedSettings, loadSettings, type Environment } from '@walkon/service/config'
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { toFiles } from './manifest-files.ts'
import type { Manifest } from './manifest.ts'
import { toBase } from './manifests.ts'
import { OPEN_TOPICS, toKafkaUsers } from './kafka-resources.ts'
import { WORKLOADS } from './workloads.ts'

const FOLDER = resolve(import.meta.dirname, '../../../k8s')
const read = (file: string) => readFileSync(join(FOLDER, file), 'utf8')

test('the files are those that the registry of services makes', async () => {
  const files = await toFiles()
  expect(Object.fromEntries(Object.keys(files).map((file) => [file, read(file)]))).toEqual(files)
  const written = globSync('{base,release,kafka}/*', { cwd: FOLDER })
  expect(written.toSorted()).toEqual(Object.keys(files).toSorted())
})

test('every service of the registry and the gateway are deployed', () => {
  expect(WORKLOADS.map(({ name }) => name).toSorted()).toEqual([...SERVICE_NAMES, 'gateway'].toSorted())
})

test('compose and the overlays have every image', () => {
  const names = [...SERVICE_NAMES, 'gateway', 'preparation'].map((name) => `walkon-${name}`)
  const compose = parse(readFileSync(join(FOLDER, '../docker-compose.yml'), 'utf8'), { merge: true }) as {
    services: Record<string, { image: string }>
  }
  const inCompose = new Set(Object.values(compose.services).map(({ image }) => image))
  expect(names.filter((name) => !inCompose.has(name))).toEqual([])
  for (const overlay of OVERLAYS) {
    const { images } = parse(read(`overlays/${overlay}/images/kustomization.yaml`)) as {
      images: { name: string }[]
    }
    const known = new Set(images.map(({ name }) => name))
    expect({ overlay, missing: names.filter((name) => !known.has(name)) }).toEqual({ overlay, missing: [] })
  }
})

const OVERLAYS = ['local', 'production'] as const
type Overlay = (typeof OVERLAYS)[number]
const cases = OVERLAYS.flatMap((overlay) => WORKLOADS.map(({ name }) => ({ overlay, name })))

test.each(cases)('$name starts with what the overlay $overlay sets', ({ overlay, name }) => {
  const env = environmentOf(overlay, name)
  if (name === 'gateway') return expect(() => loadSettings(gatewaySettings, env)).not.toThrow()
  const { settings } = SERVICE_BY_NAME[name].configure(env)
  expect(() => loadSettings(deployedSettings, env)).not.toThrow()
  return expect(settings.TRUSTED_PROXIES).not.toEqual(['127.0.0.1', '::1'])
})

test.each(OVERLAYS)(
  'a visitor of the overlay %s reads its own address of support, and replicas count together',
  (overlay) => {
    const env = environmentOf(overlay, 'gateway')
    expect(env['SUPPORT_EMAIL']).toBeDefined()
    expect(env['REDIS_URL']).toBeDefined()
  },
)

test('only what calls a provider reaches the internet', () => {
  const callers = WORKLOADS.filter(({ callsTheInternet }) => callsTheInternet).map(({ name }) => name)
  expect(callers.toSorted()).toEqual(['billing', 'flights', 'notifier', 'park-data'])
  const reaching = WORKLOADS.map(({ name }) => name).filter((name) =>
    JSON.stringify(manifestOf(name, 'NetworkPolicy')).includes('0.0.0.0/0'),
  )
  expect(reaching.toSorted()).toEqual(callers.toSorted())
})

test('a service is called by the gateway alone, and its operator port by the monitoring', () => {
  for (const name of SERVICE_NAMES) {
    expect(manifestOf(name, 'NetworkPolicy')).toMatchObject({
      spec: {
        ingress: [
          { from: [{ podSelector: { matchLabels: { 'app.kubernetes.io/name': 'gateway' } } }] },
          { ports: [{ port: 'operator' }] },
        ],
      },
    })
  }
})

test('who subscribes from outside reads topics without addresses and without the feed, in its own group', async () => {
  const user = (await toKafkaUsers()).find(({ metadata }) => metadata.name === 'example-subscriber')
  expect(user).toMatchObject({
    spec: {
      authorization: {
        acls: [
          ...OPEN_TOPICS.map((name) => ({
            resource: { type: 'topic', name },
            operations: ['Read', 'Describe'],
          })),
          { resource: { type: 'group', name: 'example-subscriber' } },
        ],
      },
    },
  })
})

function manifestOf(name: string, kind: string): Manifest {
  const found = toBase()[`${name}.yaml`]?.find((manifest) => manifest.kind === kind)
  if (!found) throw new Error(`${name} has no ${kind}`)
  return found
}

type EnvEntry = { name: string; value?: string; valueFrom?: unknown }
type Deployed = { spec: { template: { spec: { containers: { env: EnvEntry[] }[] } } } }

/** The environment of a pod, with a stand-in of the right form for each secret. */
function environmentOf(overlay: Overlay, name: string): Environment {
  const deployment = manifestOf(name, 'Deployment') as unknown as Deployed
  const [container] = deployment.spec.template.spec.containers
  const own = container?.env.map(({ name: key, value }) => [key, value ?? STAND_INS[key]]) ?? []
  const secrets = name === 'gateway' ? [] : secretKeysOf(overlay, name).map((key) => [key, STAND_INS[key]])
  return Object.fromEntries([...sharedSettings(overlay), ...secrets, ...own])
}

const sharedSettings = (overlay: Overlay): [string, string][] => {
  const { configMapGenerator } = parse(read(`overlays/${overlay}/settings/kustomization.yaml`)) as {
    configMapGenerator: { literals: string[] }[]
  }
  return configMapGenerator.flatMap(({ literals }) => literals.map(split))
}

function secretKeysOf(overlay: Overlay, name: string): string[] {
  if (overlay === 'local') {
    const { secretGenerator } = parse(read('overlays/local/secrets/kustomization.yaml')) as {
      secretGenerator: { name: string; literals: string[] }[]
    }
    const literals = secretGenerator.find((secret) => secret.name === name)?.literals ?? []
    return literals.map((literal) => split(literal)[0])
  }
  const secrets = parseAllDocuments(read('overlays/production/external-secrets.yaml')).map(
    (document) => document.toJS() as { metadata: { name: string }; spec: { data: { secretKey: string }[] } },
  )
  const secret = secrets.find(({ metadata }) => metadata.name === name)
  return secret?.spec.data.map(({ secretKey }) => secretKey) ?? []
}

const split = (literal: string): [string, string] => {
  const at = literal.indexOf('=')
  return [literal.slice(0, at), literal.slice(at + 1)]
}

const KEY = Buffer.alloc(32, 7).toString('base64url')
/** A value that each secret setting takes; a secret without one here is a fault. */
const STAND_INS: Record<string, string> = {
  DATABASE_URL: 'postgres://role:password@postgres:5432/walkon',
  REDIS_URL: 'redis://redis:6379',
  KAFKA_USERNAME: 'user',
  KAFKA_PASSWORD: 'password',
  TOKEN_KEYS: KEY,
  IDENTITY_KEYS: KEY,
  STRIPE_SECRET_KEY: 'sk_live_stand_in',
  STRIPE_WEBHOOK_SECRETS: 'whsec_stand_in',
  POSTMARK_SERVER_TOKEN: 'token',
  POSTMARK_WEBHOOK_USER: 'user',
  POSTMARK_WEBHOOK_PASSWORD: 'password',
  TWILIO_ACCOUNT_SID: 'AC00000000000000000000000000000000',
  TWILIO_AUTH_TOKEN: 'token',
  TWILIO_MESSAGING_SERVICE_SID: 'MG00000000000000000000000000000000',
  DUFFEL_ACCESS_TOKEN: 'token',
  GATE_PASSWORD: 'a password of a gate',
}
