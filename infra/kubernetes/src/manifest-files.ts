import { stringify } from 'yaml'
import { PROCESSES } from './absence-alarms.ts'
import { toGrafana } from './dashboard.ts'
import { DASHBOARDS } from './dashboards.ts'
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
  return {
    ...toDashboardFiles(),
    ...Object.fromEntries(
      Object.entries({ base, release, kafka }).flatMap(([folder, files]) => [
        ...Object.entries(files).map(([file, manifests]) => [`${folder}/${file}`, toYaml(manifests)]),
        [`${folder}/kustomization.yaml`, toKustomization(Object.keys(files))],
      ]),
    ),
  }
}

/** Grafana's JSON as it is imported by hand, and a ConfigMap of them that Grafana's sidecar finds by its label. */
function toDashboardFiles(): Record<string, string> {
  const files = DASHBOARDS.map((dashboard) => ({
    name: `${dashboard.name}.json`,
    text: `${JSON.stringify(toGrafana(dashboard, PROCESSES), null, 2)}\n`,
  }))
  const kustomization = {
    apiVersion: 'kustomize.config.k8s.io/v1beta1',
    kind: 'Kustomization',
    configMapGenerator: [{ name: 'walkon-dashboards', files: files.map(({ name }) => name) }],
    generatorOptions: { disableNameSuffixHash: true, labels: { grafana_dashboard: '1' } },
  }
  return {
    ...Object.fromEntries(files.map(({ name, text }) => [`dashboards/${name}`, text])),
    'dashboards/kustomization.yaml': HEAD + stringify(kustomization),
  }
}

const toKustomization = (resources: string[]): string =>
  HEAD +
  stringify({
    apiVersion: 'kustomize.config.k8s.io/v1beta1',
    kind: 'Kustomization',
    resources: resources.toSorted(),
  })
