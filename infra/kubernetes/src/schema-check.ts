import { ServiceMonitor } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/ServiceMonitor'
import { Ajv } from 'ajv'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import type { Manifest } from './manifest.ts'

const FOLDER = resolve(import.meta.dirname, '../schemas')
// Formats are Kubernetes' own (int32, byte), and unknown keywords are its extensions.
const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true, inlineRefs: false })
for (const file of readdirSync(FOLDER)) {
  ajv.addSchema(JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as object, basename(file, '.json'))
}

/** What is wrong with an object by the strict schema of its kind; a kind without a schema is wrong too. */
export function findFaults(manifest: Manifest): string[] {
  const { apiVersion, kind } = manifest
  if (kind === 'ServiceMonitor') return findMonitorFaults(manifest)
  const name = `${apiVersion.replace('/', '-')}-${kind}`
  const validate = ajv.getSchema(name)
  if (validate === undefined) return [`there is no schema ${name}.json`]
  if (validate(manifest) === true) return []
  return (validate.errors ?? []).map(
    ({ instancePath, message = '', params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  )
}

/** Prometheus Operator's own validator, which lets unknown fields through. */
function findMonitorFaults(manifest: Manifest): string[] {
  try {
    new ServiceMonitor(manifest as unknown as ConstructorParameters<typeof ServiceMonitor>[0]).validate()
    return []
  } catch (error) {
    return [(error as Error).message]
  }
}
