import fastifyStatic from '@fastify/static'
import { AppError } from '@walkon/service/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** The pages that the web app has; any other address shows its "Page Not Found", and says so by its status. */
export const APP_PATHS: ReadonlySet<string> = new Set([
  '/',
  '/live-wait-times',
  '/how-it-works',
  '/faq',
  '/parks',
  '/pricing',
  '/about',
  '/contact',
  '/careers',
  '/terms',
  '/privacy',
  '/lightning-lane',
  '/restaurant-alerts',
  '/flight-deals',
  '/affiliate-program',
  '/park-rankings',
  '/ride-checklist',
  '/confirm-alerts',
  '/manage-alerts',
  '/ride-alerts',
  '/auth',
  '/auth/forgot',
  '/auth/confirm',
  '/auth/reset',
  '/account',
])

const HASHED = /[/\\]assets[/\\]/

/** A file whose name has its content's hash never changes; every other is asked for again at each visit. */
const toCacheControl = (path: string) =>
  HASHED.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache'

/** The built web app: its files as they are, and its one page for every address that a visitor may open or reload. */
export async function webApp(app: FastifyInstance, { root }: { root: string }): Promise<void> {
  await app.register(fastifyStatic, {
    root,
    index: ['index.html'],
    dotfiles: 'ignore',
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => void reply.header('cache-control', toCacheControl(path)),
  })
}

/** For every address that is neither a route nor a file. */
export function answerUnknown(request: FastifyRequest, reply: FastifyReply) {
  const path = request.url.split('?')[0] ?? ''
  if (!isPage(request, path)) throw new AppError('route-not-found', 'There is nothing at this address')
  return reply.code(APP_PATHS.has(path) ? 200 : 404).sendFile('index.html')
}

/** A browser that opens an address, rather than a program that wants a file or an answer. */
function isPage({ method, headers }: FastifyRequest, path: string): boolean {
  const isRead = method === 'GET' || method === 'HEAD'
  const isFile = /\.[^/]*$|^\/assets\//.test(path)
  const isService = /^\/(api|webhooks|sandbox|auth\/v1)(\/|$)/.test(path)
  return isRead && !isFile && !isService && headers.accept?.includes('text/html') === true
}
