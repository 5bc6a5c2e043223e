import { SERVICE_NAMES } from '@walkon/contracts/services'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const FOLDER = join(import.meta.dirname, '../../../../docs/api')

/** Owners of an OpenAPI document: each service, and the gateway for its own answers. */
export const HTTP_DOCUMENTS = [...SERVICE_NAMES, 'gateway'] as const
export type HttpDocument = (typeof HTTP_DOCUMENTS)[number]

/** The machine-readable documents, by name: OpenAPI of each service and the gateway, AsyncAPI of the events. */
export const DOCUMENTS: ReadonlyMap<string, string> = new Map(
  [...HTTP_DOCUMENTS, 'events'].map((name) => [name, readFileSync(join(FOLDER, `${name}.json`), 'utf8')]),
)
