import { GATE_KEY_HEADER } from '@walkon/contracts/http/gates'
import { AppError } from '@walkon/service/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { GatewayMetrics } from '../http/gateway-metrics.ts'
import { SELF_FRAMED_POLICY } from '../http/security-headers.ts'
import type { Admission } from './admission.ts'
import type { Answer, MicroCache } from './micro-cache.ts'
import { forwardedHeaders, toClientHeaders, toServiceHeaders } from './proxied-headers.ts'
import { addressesOf, type ProxyRoute } from './proxy-routes.ts'
import { readBodies, readInTime } from './request-body.ts'
import { sendShared } from './shared-response.ts'
import type { Turns } from './turns.ts'
import type { Upstream, UpstreamResponse } from './upstream.ts'
import { toUpstreamPath } from './upstream-path.ts'

export type ProxyDeps = {
  upstream: Upstream
  /** Of long answers that are on their way to a client. */
  admission: Admission
  /** Of bodies that are on their way to a service. */
  bodies: { ofVisitors: Admission; ofWebhooks: Admission; webhookTimeoutMs: number }
  /** Of requests that are under way at a service. */
  turns: Turns
  cache: MicroCache
  metrics: GatewayMetrics
  publicUrl: URL
  /** Set on every response already; what a service says of these is dropped. */
  ourHeaders: ReadonlySet<string>
  now: () => number
}

/** The bytes that Node buffers at the least of a response whose client does not read. */
const BUFFERED_BYTES = 64 * 1024
const WITHOUT_BODY = new Set([204, 304])

export const READ_METHODS = ['GET', 'HEAD']
export const WRITE_METHODS = ['POST', 'PUT', 'PATCH', 'DELETE']

export type Proxied = {
  routes: ProxyRoute[]
  method: string[]
  /** Which addresses of each route; all of them unless it says otherwise. */
  addresses?: (route: ProxyRoute) => string[]
}

/** Passes what comes to each address on to its service, and the answer back. */
export function proxyRoutes(app: FastifyInstance, proxied: Proxied, deps: ProxyDeps): void {
  for (const isWebhook of [false, true]) {
    const routes = proxied.routes.filter(({ proofHeader }) => (proofHeader !== undefined) === isWebhook)
    const admission = isWebhook ? deps.bodies.ofWebhooks : deps.bodies.ofVisitors
    app.register(async (scope) => {
      readBodies(scope, { admission, isReadByHandler: isWebhook })
      addRoutes(scope, { ...proxied, routes }, deps)
    })
  }
}

function addRoutes(
  app: FastifyInstance,
  { routes, method, addresses = addressesOf }: Proxied,
  deps: ProxyDeps,
): void {
  for (const route of routes) {
    const handler = createHandler(route, deps)
    const config = { isFree: (request: FastifyRequest) => findShared(request, route, deps.cache) !== null }
    for (const url of addresses(route)) {
      app.route({ method, url, bodyLimit: route.bodyLimitBytes, config, handler })
    }
  }
}

function createHandler(route: ProxyRoute, deps: ProxyDeps) {
  const { turns, cache, metrics, now } = deps
  return answer

  function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> | undefined {
    return answerShared(request, reply) ? undefined : askService(request, reply)
  }

  function answerShared(request: FastifyRequest, reply: FastifyReply): boolean {
    const hit = findShared(request, route, cache)
    if (!hit) return false
    metrics.cacheAnswered('hit')
    sendShared(request, reply, hit, now())
    return true
  }

  async function askService(request: FastifyRequest, reply: FastifyReply) {
    const path = toUpstreamPath(request.originalUrl, route)
    if (path === null) throw new AppError('route-not-found', 'There is nothing at this address')
    if (route.ownFrames) reply.headers(SELF_FRAMED_POLICY)
    const body = await readBody(request, reply, route, deps)
    const endTurn = await turns.take(route.prefix, request.ip, reply.raw)
    try {
      // An earlier turn may have stored the answer while this request waited for its own.
      if (answerShared(request, reply)) return reply
      if (!mayShare(request, route))
        return pass(request, reply, await askFor(request, route, deps, { path, body }))
      const answered = await fill(request, route, deps, path)
      metrics.cacheAnswered(answered.how)
      if ('own' in answered) return pass(request, reply, answered.own)
      return sendShared(request, reply, answered.shared, now())
    } finally {
      endTurn()
    }
  }

  function pass(request: FastifyRequest, reply: FastifyReply, response: UpstreamResponse) {
    if (route.rateLimited && isLong(response)) admit(deps.admission, request, reply, response)
    const ours = route.ownFrames ? without(deps.ourHeaders, 'content-security-policy') : deps.ourHeaders
    reply.code(response.statusCode).headers(toClientHeaders(response.headers, ours))
    return reply.send(response.body)
  }
}

async function readBody(
  request: FastifyRequest,
  reply: FastifyReply,
  route: ProxyRoute,
  { bodies }: ProxyDeps,
): Promise<Buffer | null> {
  if (route.proofHeader) return readInTime(request, reply, route, bodies.webhookTimeoutMs)
  return Buffer.isBuffer(request.body) ? request.body : null
}

const askFor = (
  request: FastifyRequest,
  route: ProxyRoute,
  { upstream, publicUrl }: ProxyDeps,
  asked: { path: string; body: Buffer | null },
) =>
  upstream.ask({
    ...asked,
    origin: route.origin,
    method: request.method,
    headers: toServiceHeaders(request, publicUrl, route),
    isWebhook: route.proofHeader !== undefined,
  })

/** Nothing of the client who asks first may be in what all are given. */
function fill(
  request: FastifyRequest,
  { origin }: ProxyRoute,
  { upstream, cache, publicUrl }: ProxyDeps,
  path: string,
): Promise<Answer> {
  const neutral = { accept: '*/*', ...forwardedHeaders(request, publicUrl) }
  return cache.fill(request.originalUrl, (etag) =>
    upstream.ask({
      origin,
      path,
      method: 'GET',
      headers: etag ? { ...neutral, 'if-none-match': etag } : neutral,
      body: null,
    }),
  )
}

/** If the client has too many long answers open, this one is let go with its connection. */
function admit(
  admission: Admission,
  request: FastifyRequest,
  reply: FastifyReply,
  response: UpstreamResponse,
): void {
  try {
    admission.admit(request.ip, reply.raw)
  } catch (error) {
    response.body.on('error', () => {}).destroy()
    throw error
  }
}

/** Longer than a response buffers, or of unknown length: it holds its connection to the service until the client has read it. */
const isLong = ({ statusCode, headers }: UpstreamResponse) =>
  !WITHOUT_BODY.has(statusCode) && !(Number(headers['content-length']) <= BUFFERED_BYTES)

const findShared = (request: FastifyRequest, route: ProxyRoute, cache: MicroCache) =>
  mayShare(request, route) ? cache.find(request.originalUrl) : null

/** A client who shows an identity or a key may be answered something of its own. A cookie shows none: no shared route is given it. */
function mayShare({ method, headers }: FastifyRequest, { shared = false }: ProxyRoute): boolean {
  const isForOne = headers.authorization ?? headers[GATE_KEY_HEADER] ?? headers.range
  return shared && method === 'GET' && isForOne === undefined
}

const without = (names: ReadonlySet<string>, name: string) =>
  new Set([...names].filter((other) => other !== name))
