import { SERVICE_NAMES } from '@walkon/contracts/services'
import { buildUnconnected } from '@walkon/local/unconnected-services'
import { collectProcessMetrics, createMetrics } from '@walkon/service/metrics'
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '../../../..')

/** Labels that Prometheus and each registry of ours add to every series. */
const ADDED = ['service', 'instance', 'pod', 'namespace', 'job']

/** Metrics of other software that alarms of the stores ask for, by the exporter that has them. */
const OF_EXPORTERS: Record<string, string[]> = {
  // Prometheus, for each target
  up: [],
  // postgres_exporter
  pg_stat_database_numbackends: ['datname'],
  pg_settings_max_connections: [],
  pg_stat_archiver_last_archive_age: [],
  // the kubelet
  kubelet_volume_stats_available_bytes: ['persistentvolumeclaim'],
  kubelet_volume_stats_capacity_bytes: ['persistentvolumeclaim'],
  // cert-manager
  certmanager_certificate_expiration_timestamp_seconds: ['name'],
  // pgbackrest_exporter
  pgbackrest_backup_since_last_completion_seconds: ['backup_type', 'stanza'],
}

/** The labels of every series that an alarm may ask for, by its name. */
export function readKnownMetrics(): Map<string, Set<string>> {
  const known = new Map<string, Set<string>>()
  const add = (name: string, labels: string[]) => known.set(name, new Set([...labels, ...ADDED]))
  for (const [name, labels] of [...Object.entries(OF_EXPORTERS), ...metricsOfServices(), ...metricsOfLibs()])
    add(name, labels)
  return known
}

/** The metrics of our code by the names with which they are registered; those of prom-client about Node are not among them. */
export const listOwnMetrics = (): string[] => [
  ...new Set(
    [...metricsOfServices(), ...metricsOfLibs()]
      .map(([name]) => name.replace(/_(?:bucket|sum|count)$/, ''))
      .filter((name) => !/^(?:process|nodejs)_/.test(name)),
  ),
]

type Described = { name: string; labelNames?: string[]; buckets?: number[] }

function metricsOfServices(): [string, string[]][] {
  const registries = SERVICE_NAMES.map((name) => {
    const metrics = createMetrics(name)
    buildUnconnected(name, metrics)
    return metrics
  })
  const ofProcess = createMetrics('any')
  collectProcessMetrics(ofProcess, { BUILD_VERSION: 'test' })
  return [...registries, ofProcess].flatMap((registry) => registry.getMetricsAsArray().flatMap(toSeries))
}

function toSeries(metric: object): [string, string[]][] {
  const { name, labelNames = [], buckets } = metric as Described
  if (buckets === undefined) return [[name, labelNames]]
  return [
    [`${name}_bucket`, [...labelNames, 'le']],
    [`${name}_sum`, labelNames],
    [`${name}_count`, labelNames],
  ]
}

/** A process registers those of the libraries when it has its connections, so they are read from the code. */
const metricsOfLibs = (): [string, string[]][] =>
  globSync('libs/*/src/**/*.ts', { cwd: ROOT })
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => readFileSync(join(ROOT, file), 'utf8'))
    .filter((text) => text.includes("from 'prom-client'"))
    .flatMap((text) => [
      ...text.matchAll(
        /(new Histogram\(\{\s*)?(?:\bname: |\baddGauge\(\s*)'(\w+)',(?:[^{}]*?labelNames: \[([^\]]*)\])?/g,
      ),
    ])
    .flatMap(([, histogram, name = '', labels = '']) =>
      toSeries({
        name,
        labelNames: [...labels.matchAll(/'(\w+)'/g)].map(([, label = '']) => label),
        ...(histogram && { buckets: [] }),
      }),
    )
