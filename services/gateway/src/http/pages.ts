import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { chooseEncoding, hasAlready } from './negotiation.ts'

/** The HTML of one address, in every encoding that it is sent in. */
export type Page = { bodies: Record<Encoding, Buffer>; digest: string }
type Encoding = 'br' | 'gzip' | 'identity'

export type Pages = ReadonlyMap<string, Page>

export type BuiltPages = {
  pages: Pages
  /** The HTML of those pages that say something else where passes are free. */
  freePages: ReadonlyMap<string, string>
}

/** The build's placeholder for the product's own address, which only the gateway knows. */
const ORIGIN_PLACE = 'https://origin.invalid'

/** The page without content that the service worker keeps, and in which any address is drawn without a signal. */
export const SHELL = '/shell.html'

/** A page for each address of the app, `/404`, `/not-offered` and the shell, as the build has rendered them. */
export function readPages(webRoot: string, publicUrl: URL): BuiltPages {
  const pages = readFolder(join(webRoot, 'pages'), publicUrl)
  const shell = join(webRoot, SHELL)
  if (existsSync(shell)) pages.set(SHELL, readPage(shell, publicUrl))
  return {
    pages: new Map([...pages].map(([path, html]) => [path, toPage(html)])),
    freePages: readFolder(join(webRoot, 'pages-free'), publicUrl),
  }
}

function readFolder(folder: string, publicUrl: URL): Map<string, string> {
  if (!existsSync(folder)) return new Map()
  return new Map(
    globSync('**/*.html', { cwd: folder }).map((file) => {
      const name = file.replaceAll('\\', '/').replace(/\.html$/, '')
      return [name === 'index' ? '/' : `/${name}`, readPage(join(folder, file), publicUrl)]
    }),
  )
}

const readPage = (file: string, publicUrl: URL) =>
  readFileSync(file, 'utf8').replaceAll(ORIGIN_PLACE, publicUrl.origin)

const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }

export const toPage = (html: string): Page => ({
  bodies: {
    br: brotliCompressSync(html, BROTLI),
    gzip: gzipSync(html, { level: 9 }),
    identity: Buffer.from(html),
  },
  digest: createHash('sha256').update(html).digest('base64url'),
})

const COMPRESSED = ['br', 'gzip'] as const

/** A page is requested again at each visit, and sent again only if it has changed. */
export function sendPage(page: Page, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const encoding = chooseEncoding(request.headers['accept-encoding'], COMPRESSED)
  const etag = `"${page.digest}-${encoding}"`
  reply.headers({ 'cache-control': 'no-cache', etag, vary: 'accept-encoding' })
  if (reply.statusCode === 200 && hasAlready(request.headers['if-none-match'], etag))
    return reply.code(304).send()
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.type('text/html; charset=utf-8').send(page.bodies[encoding])
}
