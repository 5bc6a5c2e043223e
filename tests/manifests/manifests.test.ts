import { AGAINST_THE_SCHEMA, broken } from '@walkon/kubernetes/forbidden'
import { buildKustomization } from '@walkon/kubernetes/kustomized'
import type { Manifest } from '@walkon/kubernetes/manifest'
import { findFaults } from '@walkon/kubernetes/schema-check'
import { expect, test } from 'vitest'

const FOLDERS = [
  'overlays/local',
  'overlays/local/release',
  'overlays/production',
  'overlays/production/release',
  'kafka',
]

const faultsOf = (manifests: Manifest[]) =>
  manifests.flatMap((manifest) =>
    findFaults(manifest).map((fault) => `${manifest.kind} ${manifest.metadata.name}: ${fault}`),
  )

test.each(FOLDERS)('%s is built, and each of its objects has the strict schema of its kind', (folder) => {
  const manifests = buildKustomization(folder)
  expect(manifests.length).toBeGreaterThan(5)
  expect(faultsOf(manifests)).toEqual([])
})

type Job = {
  spec: {
    template: { spec: { containers: { env: { valueFrom?: { secretKeyRef?: { name: string } } }[] }[] } }
  }
}

test.each(['local', 'production'])(
  'the release of %s brings the secrets along that its jobs name, which are there before its services',
  (overlay) => {
    const manifests = buildKustomization(`overlays/${overlay}/release`)
    const jobs = manifests.filter(({ kind }) => kind === 'Job') as (Manifest & Job)[]
    const named = jobs
      .flatMap(({ spec }) => spec.template.spec.containers.flatMap(({ env }) => env))
      .flatMap(({ valueFrom }) => valueFrom?.secretKeyRef?.name ?? [])
    const brought = manifests
      .filter(({ kind }) => kind === 'Secret' || kind === 'ExternalSecret')
      .map(({ metadata }) => metadata.name)

    expect(named.length).toBeGreaterThan(8)
    expect(named.filter((name) => !brought.includes(name))).toEqual([])
  },
)

test.each(AGAINST_THE_SCHEMA)('the schema of a deployment refuses $what', (change) => {
  expect(findFaults(broken(oneOf('Deployment'), change))).not.toEqual([])
})

test.each([
  { kind: 'ScaledObject', spec: { triggers: [{ type: 'prometheus', metadata: { threshold: 500 } }] } },
  { kind: 'ServiceMonitor', spec: { endpoints: [{ port: 3100 }] } },
  { kind: 'PrometheusRule', spec: { groups: [{ name: 'walkon', rules: [{ alert: 'NoExpression' }] }] } },
  { kind: 'ExternalSecret', spec: { refreshIntervall: '1h' } },
  { kind: 'NetworkPolicy', spec: { policyTypes: 'Ingress' } },
  { kind: 'HorizontalPodAutoscaler', spec: { maxReplica: 3 } },
])('the schema of a $kind refuses what it does not know or takes in another type', ({ kind, spec }) => {
  const manifest = oneOf(kind)
  expect(findFaults({ ...manifest, spec: { ...(manifest['spec'] as object), ...spec } })).not.toEqual([])
})

test.each([
  { kind: 'KafkaTopic', spec: { partitions: '12' } },
  { kind: 'KafkaUser', spec: { authorization: { type: 'anything' } } },
])('the schema of a $kind refuses another type', ({ kind, spec }) => {
  const manifest = buildKustomization('kafka').find((one) => one.kind === kind)
  expect(
    findFaults({ ...manifest, spec: { ...(manifest?.['spec'] as object), ...spec } } as Manifest),
  ).not.toEqual([])
})

test('a kind without a schema is refused', () => {
  expect(findFaults({ ...oneOf('Deployment'), kind: 'Deploymint' })).toEqual([
    'there is no schema apps-v1-Deploymint.json',
  ])
})

function oneOf(kind: string): Manifest {
  const found = buildKustomization('overlays/production').find((manifest) => manifest.kind === kind)
  if (found === undefined) throw new Error(`There is no ${kind}`)
  return found
}
