import { stringify } from 'yaml'
import type { Manifest } from './manifest.ts'
import { toBase } from './manifests.ts'
import { toReleaseJobs } from './release-jobs.ts'
import { toKafkaTopics, toKafkaUsers } from './kafka-resources.ts'
import { toAlarms, toDenyAll, toServiceMonitor } from './whole-namespace.ts'

const HEAD = '# Made by `npm run manifests`; change infra/kubernetes, not this.\n'

const toYaml = (manifests: Manifest[]): string =>
  HEAD +
  manifests
    .map((manifest) => stringify(manifest, { lineWidth: 0, aliasDuplicateObjects: false }))
    .join('---\n')

/** The generated files below `k8s/`, by path. */
export async function toFiles(): Promise<Record<string, string>> {
  const base: Record<string, Manifest[]> = {
    ...toBase(),
    'namespace-policy.yaml': [toDenyAll()],
    'alarms.yaml': [toAlarms()],
    'service-monitor.yaml': [toServiceMonitor()],
  }
  const release = { 'jobs.yaml': toReleaseJobs() }
  const kafka = { 'topics.yaml': toKafkaTopics(), 'users.yaml': await toKafkaUsers() }
  return Object.fromEntries(
    Object.entries({ base, release, kafka }).flatMap(([folder, files]) => [
      ...Object.entries(files).map(([file, manifests]) => [`${folder}/${file}`, toYaml(manifests)]),
      [`${folder}/kustomization.yaml`, toKustomization(Object.keys(files))],
    ]),
  )
}

const toKustomization = (resources: string[]): string =>
  HEAD +
  stringify({
    apiVersion: 'kustomize.config.k8s.io/v1beta1',
    kind: 'Kustomization',
    resources: resources.toSorted(),
  })
