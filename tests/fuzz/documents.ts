import { SERVICE_NAMES, type ServiceName } from '@walkon/contracts/services'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { z } from 'zod'

const API = resolve(import.meta.dirname, '../../docs/api')

const servers = z.tuple([z.object({ url: z.string() })])
const openApi = z.looseObject({
  servers,
  paths: z.record(z.string(), z.looseObject({ servers: servers.optional() })),
})

export type ApiDocument = { service: ServiceName; operations: number; document: object }

/** A live stream of everybody always opens, and has no end: a run would wait in it. One of a park has an id, which is mostly unknown. */
function isEndless(path: string, operation: unknown): boolean {
  return !path.includes('{') && JSON.stringify(operation).includes('"text/event-stream"')
}

/**
 * docs/api/<service>.json with each path as the gateway serves it: a path of the root has a server of its own, which
 * schemathesis does not look at.
 */
export const readDocuments = (): Promise<ApiDocument[]> =>
  Promise.all(
    SERVICE_NAMES.map(async (service) => {
      const text = await readFile(resolve(API, `${service}.json`), 'utf8')
      const document = openApi.parse(JSON.parse(text))
      const paths = Object.entries(document.paths).map(([path, { servers: own, ...methods }]) => {
        const [{ url }] = own ?? document.servers
        const asked = Object.entries(methods).filter(([, operation]) => !isEndless(path, operation))
        return [`${url === '/' ? '' : url}${path}`, Object.fromEntries(asked)] as const
      })
      const operations = paths.reduce((sum, [, methods]) => sum + Object.keys(methods).length, 0)
      return {
        service,
        operations,
        document: { ...document, servers: [{ url: '/' }], paths: Object.fromEntries(paths) },
      }
    }),
  )
