import { SERVICE_NAMES } from '@walkon/contracts/services'
import { deployedGatewaySettings } from '@walkon/gateway/config'
import { SERVICE_BY_NAME } from '@walkon/local/services'
import { deployedSettings, loadSettings, storeSettings } from '@walkon/service/config'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { toFiles } from './manifest-files.ts'
import { OPEN_TOPICS, toKafkaUsers } from './kafka-resources.ts'
import { toScaling } from './scaling.ts'
import { environmentOf, FOLDER, manifestOf, OVERLAYS, read } from './testing/overlay-environment.ts'
import { WORKLOADS } from './workloads.ts'

test('the files are those that the registry of services makes', async () => {
  const files = await toFiles()
  expect(Object.fromEntries(Object.keys(files).map((file) => [file, read(file)]))).toEqual(files)
  const written = globSync('{base,dashboards,release,kafka}/*', { cwd: FOLDER })
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

test('something waits for every container of compose that ends by itself: `up --wait` fails otherwise', () => {
  const { services } = parse(readFileSync(join(FOLDER, '../docker-compose.yml'), 'utf8'), {
    merge: true,
  }) as {
    services: Record<string, { restart?: string; depends_on?: Record<string, { condition: string }> }>
  }
  const ending = Object.keys(services).filter((name) => services[name]?.restart === 'no')
  const awaited = new Set(
    Object.values(services).flatMap(({ depends_on: needs = {} }) =>
      Object.keys(needs).filter((name) => needs[name]?.condition === 'service_completed_successfully'),
    ),
  )
  expect(ending).toContain('prepare-database')
  expect(ending.filter((name) => !awaited.has(name))).toEqual([])
})

const cases = OVERLAYS.flatMap((overlay) => WORKLOADS.map(({ name }) => ({ overlay, name })))

test.each(cases)('$name starts with what the overlay $overlay sets', ({ overlay, name }) => {
  const env = environmentOf(overlay, name)
  if (name === 'gateway') return expect(() => loadSettings(deployedGatewaySettings, env)).not.toThrow()
  expect(() => SERVICE_BY_NAME[name].configure(env)).not.toThrow()
  return expect(() => loadSettings(deployedSettings, env)).not.toThrow()
})

/** One fact that several services read. */
const SHARED = [
  'ALLOWED_EMAILS',
  // Billing refuses its start where it waits for the messages of an alert for less than this and a look-up.
  'DELIVERY_EXPIRY_MINUTES',
  'PRICES',
  'PUBLIC_URL',
  'SALE_KEYS',
  'SMS_COUNTRIES',
  'SMS_ENABLED',
  'TOKEN_KEYS',
]
/** Retention of rows that each service has of its own. */
const OF_EACH = ['ADMIN_ACTION_RETENTION_DAYS', 'ALERT_RETENTION_DAYS']

test.each(OVERLAYS)(
  'in the overlay %s the services agree about each setting that several of them read',
  (overlay) => {
    const values = new Map<string, unknown[]>()
    for (const name of SERVICE_NAMES) {
      const env = environmentOf(overlay, name)
      const { settings } = SERVICE_BY_NAME[name].configure(env)
      for (const [setting, value] of Object.entries(settings)) {
        if (!(setting in storeSettings.shape))
          values.set(setting, [
            ...(values.get(setting) ?? []),
            typeof value === 'function' ? env[setting] : value,
          ])
      }
    }
    const ofSeveral = [...values].filter(([, given]) => given.length > 1)

    expect(ofSeveral.map(([setting]) => setting).toSorted()).toEqual([...SHARED, ...OF_EACH].toSorted())
    for (const [setting, [first, ...others]] of ofSeveral) {
      if (SHARED.includes(setting))
        for (const other of others) expect({ [setting]: other }).toEqual({ [setting]: first })
    }
  },
)

test('a release leaves the number of replicas to what scales the workload', () => {
  for (const workload of WORKLOADS) {
    expect(manifestOf(workload.name, 'Deployment')['spec']).not.toHaveProperty('replicas')
    const { minReplicas, minReplicaCount } = toScaling(workload)['spec'] as Record<string, number>
    expect(minReplicas ?? minReplicaCount).toBe(workload.replicas.min)
  }
})

test('only what calls a provider reaches the internet', () => {
  const callers = WORKLOADS.filter(({ callsTheInternet }) => callsTheInternet).map(({ name }) => name)
  expect(callers.toSorted()).toEqual(['billing', 'flights', 'notifier', 'park-data', 'planner'])
  const reaching = WORKLOADS.map(({ name }) => name).filter((name) =>
    JSON.stringify(manifestOf(name, 'NetworkPolicy')).includes('0.0.0.0/0'),
  )
  expect(reaching.toSorted()).toEqual(callers.toSorted())
})

/** Bytes of a gateway a minute after its start, and of each open stream (docs/capacity.md, M10 and M13). */
const GATEWAY_AT_REST = 237e6
const STREAM = 20e3

test('a gateway that holds all the streams it admits keeps a sixth of its memory free, and another one comes long before', () => {
  const { memory } = WORKLOADS.find(({ name }) => name === 'gateway')!
  const { STREAMS_IN_ALL, STREAMS_PER_CLIENT } = loadSettings(
    deployedGatewaySettings,
    environmentOf(OVERLAYS[0], 'gateway'),
  )
  expect(GATEWAY_AT_REST + STREAMS_IN_ALL * STREAM).toBeLessThan((5 / 6) * toBytes(memory.limit))
  expect(STREAMS_PER_CLIENT).toBeLessThanOrEqual(STREAMS_IN_ALL / 2)

  const { spec } = manifestOf('gateway', 'HorizontalPodAutoscaler') as unknown as {
    spec: { metrics: { resource: { name: string; target: { averageValue: string } } }[] }
  }
  const scaledAt = spec.metrics.find(({ resource }) => resource.name === 'memory')?.resource.target
  expect(toBytes(scaledAt?.averageValue ?? '')).toBeLessThan(GATEWAY_AT_REST + 0.6 * STREAMS_IN_ALL * STREAM)
  expect(toBytes(scaledAt?.averageValue ?? '')).toBeGreaterThan(GATEWAY_AT_REST)
})

const toBytes = (quantity: string) => Number(/^(\d+)Mi$/.exec(quantity)?.[1]) * 2 ** 20

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
