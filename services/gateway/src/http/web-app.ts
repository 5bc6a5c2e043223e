import fastifyStatic from '@fastify/static'
import { NOT_OFFERED } from '@walkon/contracts/offers'
import { AppError } from '@walkon/service/errors'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { FindPage } from './listed-pages.ts'
import { addressesOf } from './offered-pages.ts'
import type { Offers } from './offers.ts'
import { sendPage, SHELL } from './pages.ts'

const HASHED = /[/\\]assets[/\\]/

/** A file whose name has its content's hash never changes; every other is asked for again at each visit. */
const toCacheControl = (path: string) =>
  HASHED.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache'

/** The files of the built web app as they are. Its pages have addresses of their own. */
export async function webApp(app: FastifyInstance, { root }: { root: string }): Promise<void> {
  app.setErrorHandler((error: FastifyError, _request, reply) => {
    // An address that no file can have, such as one with two slashes.
    if (error.code === 'FST_STATIC_FORBIDDEN_PATH') return reply.callNotFound()
    throw error
  })
  await app.register(fastifyStatic, {
    root,
    index: false,
    dotfiles: 'ignore',
    // A page has no ending: looked for on disk, three times, it cost six times the sending of it from memory. The shell says which parts
    // are offered, as every page does.
    allowedPath: (path) => hasEnding(path) && path !== SHELL && !/^\/pages(-free)?\//.test(path),
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => void reply.header('cache-control', toCacheControl(path)),
  })
}

/**
 * For every address that is neither a route nor a file: the app's page there, its "Not offered here", or its "Page Not Found". A page with
 * a slash behind its address redirects to that address, with its query.
 */
export const answerUnknown =
  (findPage: FindPage, offers: Offers) => async (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?')[0] ?? ''
    const query = request.url.slice(path.length)
    const isNotOffered = isRead(request) && addressesOf(await offers.get()).includes(path)
    const page = UNADDRESSED.has(path) ? undefined : findPage(isNotOffered ? NOT_OFFERED : path, query)
    if (page && isRead(request) && takesHtml(request)) {
      return sendPage(page, request, isNotOffered ? reply.code(404) : reply)
    }
    // Only to the address of a page: one that begins with two slashes would be another host.
    const withoutSlash = withoutSlashes(path)
    if (
      withoutSlash !== path &&
      !UNADDRESSED.has(withoutSlash) &&
      findPage(withoutSlash) &&
      isRead(request)
    ) {
      return reply.header('cache-control', 'no-cache').redirect(withoutSlash + query, 301)
    }
    const notFound = findPage(NOT_FOUND)
    if (notFound && isRead(request) && namesHtml(request) && !isFileOrService(path)) {
      return sendPage(notFound, request, reply.code(404))
    }
    throw new AppError('route-not-found', 'There is nothing at this address')
  }

const NOT_FOUND = '/404'
/** Pages that stand at the addresses of others. */
const UNADDRESSED = new Set([NOT_FOUND, NOT_OFFERED])

const isRead = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD'

/** A browser does. */
const namesHtml = ({ headers }: FastifyRequest) => headers.accept?.includes('text/html') === true

/** Programs that preview a shared link, or look if a site is up, accept anything or say nothing. */
const takesHtml = (request: FastifyRequest) =>
  /^$|\*\/\*/.test(request.headers.accept ?? '') || namesHtml(request)

/** Without the slashes at its end. In one pass: a pattern with `+$` is tried from each slash of an address that has thousands. */
function withoutSlashes(path: string): string {
  let end = path.length
  while (path[end - 1] === '/') end -= 1
  return path.slice(0, end)
}

const hasEnding = (path: string) => path.includes('.', path.lastIndexOf('/'))

/** A client that asks for those expects no page, not even one that says so. */
const isFileOrService = (path: string) =>
  hasEnding(path) || path.startsWith('/assets/') || /^\/(api|webhooks|sandbox|auth\/v1)(\/|$)/.test(path)
