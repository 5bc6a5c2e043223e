import { SERVICES, type ServiceName } from '@walkon/contracts/services'
import { buildUnconnected } from './unconnected-services.ts'

/** What the gateway serves at the root, and not below the address of the service. */
const AT_THE_ROOT = /^\/(auth\/v1|u|webhooks)\b/

/** docs/api/<service>.json: OpenAPI 3.1 of a service as the gateway serves it, from the routes that it builds. */
export async function toOpenApiDocument(name: ServiceName): Promise<string> {
  const { app } = buildUnconnected(name)
  await app.ready()
  const document = app.swagger()
  await app.close()
  const described: Record<string, object | undefined> = { ...document.paths }
  const paths = Object.entries(described).map(([path, item]) => [
    path,
    AT_THE_ROOT.test(path) ? { ...item, servers: [{ url: '/' }] } : item,
  ])
  const served = { ...document, servers: [{ url: SERVICES[name].address }], paths: Object.fromEntries(paths) }
  return `${JSON.stringify(served, null, 2)}\n`
}
