import { SERVICE_NAMES } from '@walkon/contracts/services'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const FOLDER = join(import.meta.dirname, '../../../../docs/api')

/** The machine-readable documents, by name: OpenAPI of each service and AsyncAPI of the events. */
export const DOCUMENTS: ReadonlyMap<string, string> = new Map(
  [...SERVICE_NAMES, 'events'].map((name) => [name, readFileSync(join(FOLDER, `${name}.json`), 'utf8')]),
)
