import { PrometheusRule } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/PrometheusRule'
import { ServiceMonitor } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/ServiceMonitor'
import { Ajv } from 'ajv'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import type { Manifest } from './manifest.ts'

const MONITORING: Record<string, typeof PrometheusRule | typeof ServiceMonitor> = {
  PrometheusRule,
  ServiceMonitor,
}

const FOLDER = resolve(import.meta.dirname, '../schemas')
// Formats are Kubernetes' own (int32, byte), and unknown keywords are its extensions.
const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true, inlineRefs: false })
for (const file of readdirSync(FOLDER)) {
  ajv.addSchema(JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as object, basename(file, '.json'))
}

/** Faults of an object by the strict schema of its kind. A kind without a schema is a fault. */
export function findFaults(manifest: Manifest): string[] {
  const { apiVersion, kind } = manifest
  const Monitored = MONITORING[kind]
  if (Monitored) return findMonitoringFaults(() => new Monitored(manifest as never))
  const name = `${apiVersion.replace('/', '-')}-${kind}`
  const validate = ajv.getSchema(name)
  if (validate === undefined) return [`there is no schema ${name}.json`]
  if (validate(manifest) === true) return []
  return (validate.errors ?? []).map(
    ({ instancePath, message = '', params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  )
}

/** Prometheus Operator's own validators, which let unknown fields through. */
function findMonitoringFaults(make: () => { validate(): void }): string[] {
  try {
    make().validate()
    return []
  } catch (error) {
    return [(error as Error).message]
  }
}
