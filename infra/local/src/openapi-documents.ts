import { API_TAGS } from '@walkon/contracts/http/api-tags'
import { clientConfig } from '@walkon/contracts/http/config'
import { SERVICES, type ServiceName } from '@walkon/contracts/services'
import { z } from 'zod'
import { liftRefusals, type PathItem } from './openapi-refusals.ts'
import { buildUnconnected } from './unconnected-services.ts'

/** What the gateway serves at the root, and not below the address of the service. */
const AT_THE_ROOT = /^\/(auth\/v1|u|webhooks)\b/

type Document = { paths: Record<string, PathItem>; components: object }

/** docs/api/<service>.json: OpenAPI 3.1 of a service as the gateway serves it, from the routes that it builds. */
export async function toOpenApiDocument(name: ServiceName): Promise<string> {
  const { app } = buildUnconnected(name)
  await app.ready()
  const document = app.swagger() as Document
  await app.close()
  const { paths, components } = liftRefusals(document.paths)
  const described = Object.entries(paths)
  const served = {
    ...document,
    components: { ...document.components, ...components },
    servers: [{ url: SERVICES[name].address }],
    tags: listTags(described.map(([, item]) => item)),
    paths: Object.fromEntries(
      described.map(([path, item]) => [
        path,
        AT_THE_ROOT.test(path) ? { ...item, servers: [{ url: '/' }] } : item,
      ]),
    ),
  }
  return `${JSON.stringify(served, null, 2)}\n`
}

/** docs/api/gateway.json: what the gateway answers itself. It builds no document of its own, because all else of it is passed on. */
export function toGatewayDocument(): string {
  const { $schema: _, ...schema } = z.toJSONSchema(clientConfig)
  const document = {
    openapi: '3.1.0',
    info: { title: 'Walkon gateway', version: '1' },
    servers: [{ url: '/' }],
    tags: [{ name: 'config', description: API_TAGS.config }],
    paths: {
      '/api/config': {
        get: {
          operationId: 'readConfig',
          summary: 'Read the flags of the web app',
          tags: ['config'],
          security: [],
          responses: {
            200: {
              description: 'What the web app must know before it draws.',
              content: { 'application/json': { schema } },
            },
          },
        },
      },
    },
  }
  return `${JSON.stringify(document, null, 2)}\n`
}

/** The tags that the routes name, in the order of the catalogue. */
function listTags(items: PathItem[]): { name: string; description: string }[] {
  const used = new Set(items.flatMap((item) => Object.values(item).flatMap(({ tags = [] }) => tags)))
  return Object.entries(API_TAGS).flatMap(([name, description]) =>
    used.has(name) ? [{ name, description }] : [],
  )
}
