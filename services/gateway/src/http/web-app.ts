import fastifyStatic from '@fastify/static'
import { AppError } from '@walkon/service/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sendPage, type Pages } from './pages.ts'

const HASHED = /[/\\]assets[/\\]/

/** A file whose name has its content's hash never changes; every other is asked for again at each visit. */
const toCacheControl = (path: string) =>
  HASHED.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache'

/** The files of the built web app as they are. Its pages have addresses of their own. */
export async function webApp(app: FastifyInstance, { root }: { root: string }): Promise<void> {
  await app.register(fastifyStatic, {
    root,
    index: false,
    dotfiles: 'ignore',
    allowedPath: (path) => path !== '/' && !path.startsWith('/pages/'),
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => void reply.header('cache-control', toCacheControl(path)),
  })
}

/** For every address that is neither a route nor a file: the page that the app has there, or its "Page Not Found". */
export const answerUnknown = (pages: Pages) => (request: FastifyRequest, reply: FastifyReply) => {
  const path = request.url.split('?')[0] ?? ''
  const page = pages.get(path) ?? pages.get('/404')
  if (!page || !isPage(request, path)) {
    throw new AppError('route-not-found', 'There is nothing at this address')
  }
  return sendPage(page, request, reply.code(pages.has(path) && path !== '/404' ? 200 : 404))
}

/** An address opened in a browser, rather than a request of a program for a file or an answer. */
function isPage({ method, headers }: FastifyRequest, path: string): boolean {
  const isRead = method === 'GET' || method === 'HEAD'
  const isFile = /\.[^/]*$|^\/assets\//.test(path)
  const isService = /^\/(api|webhooks|sandbox|auth\/v1)(\/|$)/.test(path)
  return isRead && !isFile && !isService && headers.accept?.includes('text/html') === true
}
