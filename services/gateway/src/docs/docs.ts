import { PROBLEMS_PATH } from '@walkon/contracts/http/problem-codes'
import type { FastifyInstance } from 'fastify'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { DOCUMENTS, HTTP_DOCUMENTS } from './documents.ts'
import { eventsPage } from './events-page.ts'
import { DOCS_PATH } from './page.ts'
import { problemsPage } from './problems-page.ts'
import { overviewPage, servicePage } from './service-pages.ts'

const CACHE_CONTROL = 'public, max-age=300'
const HTML = 'text/html; charset=utf-8'
const CSS = 'text/css; charset=utf-8'
const SCRIPT = 'text/javascript; charset=utf-8'

const OWN_ASSETS = join(import.meta.dirname, '../../docs-assets')
const require = createRequire(import.meta.url)
const SWAGGER_UI = dirname(require.resolve('swagger-ui-dist/package.json'))

const compress = promisify(gzip)

/** `/api/docs`: what the services promise to programs, to browse and to download. Read-only. */
export async function docs(app: FastifyInstance): Promise<void> {
  const serve = (path: string, type: string, read: () => string | Buffer) => serveText(app, path, type, read)
  serve(DOCS_PATH, HTML, overviewPage)
  serve(`${DOCS_PATH}/events`, HTML, eventsPage)
  serve(PROBLEMS_PATH, HTML, problemsPage)
  for (const name of HTTP_DOCUMENTS) serve(`${DOCS_PATH}/${name}`, HTML, () => servicePage(name))
  for (const [name, document] of DOCUMENTS) {
    serve(`${DOCS_PATH}/${name}.json`, 'application/json; charset=utf-8', () => document)
  }
  const asset = (folder: string, file: string, type: string) =>
    serve(`${DOCS_PATH}/assets/${file}`, type, () => readFileSync(join(folder, file)))
  asset(OWN_ASSETS, 'docs.css', CSS)
  asset(OWN_ASSETS, 'start-viewer.js', SCRIPT)
  asset(SWAGGER_UI, 'swagger-ui.css', CSS)
  asset(SWAGGER_UI, 'swagger-ui-bundle.js', SCRIPT)
}

/** Made and compressed once, when it is first asked for. */
function serveText(app: FastifyInstance, path: string, type: string, read: () => string | Buffer): void {
  let compressed: Promise<Buffer> | undefined
  app.get(path, async (request, reply) => {
    reply.type(type).header('cache-control', CACHE_CONTROL).header('vary', 'accept-encoding')
    if (!/\bgzip\b/.test(String(request.headers['accept-encoding']))) return reply.send(read())
    compressed ??= compress(read())
    return reply.header('content-encoding', 'gzip').send(await compressed)
  })
}
