import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseAllDocuments } from 'yaml'
import { toStrict, type Schema } from './strict-schema.ts'

/**
 * Writes `schemas/`, one strict JSON Schema for each kind that `k8s/` uses:
 * `node infra/kubernetes/src/write-schemas.ts SWAGGER CRD...`. The README of this package names the versions and where they are found.
 */

const FOLDER = resolve(import.meta.dirname, '../schemas')
const KINDS = new Set([
  'ConfigMap',
  'Deployment',
  'HorizontalPodAutoscaler',
  'Ingress',
  'Job',
  'Namespace',
  'NetworkPolicy',
  'PodDisruptionBudget',
  'Secret',
  'Service',
  'ServiceAccount',
])

type Definition = Schema & {
  'x-kubernetes-group-version-kind'?: { group: string; version: string; kind: string }[]
}
type ResourceDefinition = {
  kind: string
  spec: {
    group: string
    names: { kind: string }
    versions: { name: string; schema: { openAPIV3Schema: Schema & { properties: Record<string, Schema> } } }[]
  }
}

const [swagger = '', ...definitions] = process.argv.slice(2)

rmSync(FOLDER, { recursive: true, force: true })
mkdirSync(FOLDER, { recursive: true })
writeBuiltIn(JSON.parse(readFileSync(swagger, 'utf8')) as { definitions: Record<string, Definition> })
for (const file of definitions) writeCustom(file)

function writeBuiltIn(document: { definitions: Record<string, Definition> }) {
  for (const definition of Object.values(document.definitions)) {
    for (const { group, version, kind } of definition['x-kubernetes-group-version-kind'] ?? []) {
      if (KINDS.has(kind)) write(group, version, kind, toStrict(definition, document.definitions))
    }
  }
}

function writeCustom(file: string) {
  for (const document of parseAllDocuments(readFileSync(file, 'utf8'))) {
    const resource = document.toJS() as ResourceDefinition | null
    if (resource?.kind !== 'CustomResourceDefinition') continue
    const { group, names, versions } = resource.spec
    for (const { name, schema } of versions) {
      const strict = toStrict(schema.openAPIV3Schema, {})
      // The API server checks metadata by itself; definitions leave it empty.
      write(group, name, names.kind, {
        ...strict,
        properties: { ...strict.properties, metadata: { type: 'object' } },
      })
    }
  }
}

function write(group: string, version: string, kind: string, schema: Schema) {
  const name = [group, version, kind].filter((part) => part !== '').join('-')
  writeFileSync(join(FOLDER, `${name}.json`), `${JSON.stringify(schema)}\n`)
}
