import { API_TAGS } from '@walkon/contracts/http/api-tags'
import { clientConfig } from '@walkon/contracts/http/config'
import { howWeDo, OUTAGE_FEED } from '@walkon/contracts/http/how-we-do'
import { SERVICES, type ServiceName } from '@walkon/contracts/services'
import { z } from 'zod'
import { liftRefusals, type PathItem } from './openapi-refusals.ts'
import { buildUnconnected } from './unconnected-services.ts'

/** Paths that the gateway serves at the root, and not below the address of the service. */
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

/** docs/api/gateway.json: the gateway's own answers. It builds no document of its own, because all else of it is passed on. */
export function toGatewayDocument(): string {
  const document = {
    openapi: '3.1.0',
    info: { title: 'Walkon gateway', version: '1' },
    servers: [{ url: '/' }],
    tags: (['config', 'how-we-do'] as const).map((name) => ({ name, description: API_TAGS[name] })),
    paths: {
      '/api/config': toGet({
        operationId: 'readConfig',
        summary: 'Read the flags of the web app',
        tags: ['config'],
        description: 'What the web app must know before it draws.',
        content: { 'application/json': { schema: toSchema(clientConfig) } },
      }),
      '/api/how-we-do': toGet({
        operationId: 'readHowWeDo',
        summary: 'Read all counts of the last 30 days',
        tags: ['how-we-do'],
        description: 'Alerts, guarantees and outages. A part is null while its service is away.',
        content: { 'application/json': { schema: toSchema(howWeDo) } },
      }),
      [OUTAGE_FEED]: toGet({
        operationId: 'readOutageFeed',
        summary: 'Read the outages of the last 30 days as a feed',
        tags: ['how-we-do'],
        description: 'An Atom feed (RFC 4287), an entry for each outage, the newest first.',
        content: { 'application/atom+xml': { schema: { type: 'string' } } },
      }),
    },
  }
  return `${JSON.stringify(document, null, 2)}\n`
}

type OwnAnswer = {
  operationId: string
  summary: string
  tags: (keyof typeof API_TAGS)[]
  description: string
  content: object
}

const toGet = ({ description, content, ...operation }: OwnAnswer) => ({
  get: { ...operation, security: [], responses: { 200: { description, content } } },
})

function toSchema(shape: z.core.$ZodType): object {
  const { $schema: _, ...schema } = z.toJSONSchema(shape)
  return schema
}

/** The tags that the routes name, in the order of the catalogue. */
function listTags(items: PathItem[]): { name: string; description: string }[] {
  const used = new Set(items.flatMap((item) => Object.values(item).flatMap(({ tags = [] }) => tags)))
  return Object.entries(API_TAGS).flatMap(([name, description]) =>
    used.has(name) ? [{ name, description }] : [],
  )
}
