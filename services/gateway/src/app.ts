import type { Cache } from '@walkon/service/cache'
import { AppError } from '@walkon/service/errors'
import { sendProblem } from '@walkon/service/http'
import { measureLimits } from '@walkon/service/limits-hit'
import type { Log } from '@walkon/service/log'
import type { Metrics } from '@walkon/service/metrics'
import { traceRequests } from '@walkon/service/request-spans'
import type { Tracer } from '@walkon/service/spans'
import { measureRequests } from '@walkon/service/request-durations'
import { refuseUnreadable } from '@walkon/service/unreadable-requests'
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
} from 'fastify'
import { randomUUID } from 'node:crypto'
import { clientConfigRoute } from './http/client-config.ts'
import { fontAddresses } from './http/font-addresses.ts'
import type { GatewaySettings } from './config.ts'
import { createGatewayMetrics } from './http/gateway-metrics.ts'
import { createAdmission } from './proxy/admission.ts'
import { createLiveStreams, type LiveStreams } from './proxy/live-streams.ts'
import { createMicroCache } from './proxy/micro-cache.ts'
import { toClientHeaders } from './proxy/proxied-headers.ts'
import { proxyRoutes, READ_METHODS, WRITE_METHODS, type ProxyDeps } from './proxy/proxy.ts'
import { addressesOfWrites, toProxyRoutes, type Counted, type ProxyRoute } from './proxy/proxy-routes.ts'
import type { ToClientHeaders } from './proxy/shared-response.ts'
import { createTurns } from './proxy/turns.ts'
import { createUpstream } from './proxy/upstream.ts'
import { docs } from './docs/docs.ts'
import { howWeDoRoutes } from './http/how-we-do.ts'
import { withRankedList } from './http/listed-pages.ts'
import { withOffers } from './http/offered-pages.ts'
import { createOffers } from './http/offers.ts'
import { readPages } from './http/pages.ts'
import { createRequestCounts, type CountRequest } from './http/request-counts.ts'
import { limitRates } from './http/rate-limits.ts'
import { toSecurityHeaders } from './http/security-headers.ts'
import { answerUnknown, webApp } from './http/web-app.ts'
import { isWellFormed } from './http/well-formed.ts'
import { createParkList, type ParkList } from './share/park-list.ts'
import { withParkHeads } from './share/park-pages.ts'
import { parkPictures } from './share/park-pictures.ts'

export type GatewayDeps = {
  settings: GatewaySettings
  log: Log
  metrics: Metrics
  /** Left out where no collector is set. */
  tracer?: Tracer | undefined
  /** The cache in which all replicas count requests; without it this is the only replica. */
  sharedCounts?: Cache
  now?: () => number
}

const CACHE = { maxEntries: 1_000, maxBytes: 16 * 1024 * 1024 }
/** Bodies that are held at a time, of visitors and again of webhooks. */
const BODIES = { inAll: 1_024, retryAfterSeconds: 1 }
/** Requests of one client network that wait for their turn at one service. */
const CALLS_WAITING_PER_CLIENT = 512

/** The public server: the web app, the services behind their addresses, and nothing else. */
export function createGateway({
  settings,
  log,
  metrics,
  tracer,
  sharedCounts,
  now = Date.now,
}: GatewayDeps): FastifyInstance {
  const publicUrl = new URL(settings.PUBLIC_URL)
  const securityHeaders = toSecurityHeaders(publicUrl, settings.WEB_ROOT)
  const ourHeaders = new Set(Object.keys(securityHeaders))
  const parks = createParkList(settings.PARK_DATA_URL, now)
  const app = createPublicApp(settings, log, securityHeaders, parks, now)

  const viewers = createAdmission({
    name: 'streams',
    perNetwork: settings.STREAMS_PER_CLIENT,
    inAll: settings.STREAMS_IN_ALL,
    retryAfterSeconds: 30,
  })
  const readers = createAdmission({
    name: 'long-answers',
    perNetwork: settings.LONG_ANSWERS_PER_CLIENT,
    retryAfterSeconds: 1,
  })
  const upstream = createUpstream({
    timeoutMs: settings.UPSTREAM_TIMEOUT_MS,
    totalTimeoutMs: settings.UPSTREAM_TOTAL_TIMEOUT_MS,
  })
  const streams = createLiveStreams({ upstream, admission: viewers, ownHeaders: securityHeaders, log })
  const gatewayMetrics = createGatewayMetrics(metrics, viewers.count)
  if (tracer) traceRequests(app, tracer)
  measureRequests(app, metrics)
  measureLimits(app, metrics)
  app.addHook('preClose', async () => streams.endAll())
  app.addHook('onClose', () => upstream.close())

  const toShared: ToClientHeaders = (headers) => ({
    ...toClientHeaders(headers, ourHeaders),
    ...securityHeaders,
  })
  const proxy: ProxyDeps = {
    upstream,
    admission: readers,
    bodies: createBodyPlaces(settings),
    turns: createTurns({
      name: 'calls',
      atOnce: settings.CALLS_PER_CLIENT,
      waiting: CALLS_WAITING_PER_CLIENT,
      retryAfterSeconds: 1,
    }),
    cache: createMicroCache({ ...CACHE, now, toClientHeaders: toShared }),
    metrics: gatewayMetrics,
    publicUrl,
    ourHeaders,
    now,
  }
  const count = createRequestCounts({ ...(sharedCounts && { shared: sharedCounts }), log, metrics, now })
  registerRoutes(app, { settings, proxy, streams, count, parks })
  app.register(webApp, { root: settings.WEB_ROOT })
  return app
}

/** Webhooks have places of their own, so that no visitors' bodies keep a provider out. */
const createBodyPlaces = (settings: GatewaySettings): ProxyDeps['bodies'] => ({
  ofVisitors: createAdmission({ ...BODIES, name: 'bodies', perNetwork: settings.BODIES_PER_CLIENT }),
  ofWebhooks: createAdmission({
    ...BODIES,
    name: 'webhook-bodies',
    perNetwork: settings.WEBHOOKS_PER_CLIENT,
  }),
  webhookTimeoutMs: settings.WEBHOOK_BODY_TIMEOUT_MS,
})

type RouteDeps = {
  settings: GatewaySettings
  proxy: ProxyDeps
  streams: LiveStreams
  count: CountRequest
  parks: ParkList
}

/** Budgets of requests: reads, writes, receipts of pushes, and routes without a limit here. */
function registerRoutes(app: FastifyInstance, { settings, proxy, streams, count, parks }: RouteDeps): void {
  const routes = toProxyRoutes(settings)
  const limited = routes.filter(({ rateLimited }) => rateLimited)
  const unlimited = routes.filter(({ rateLimited }) => !rateLimited)
  const perMinute: Record<Counted, number> = {
    requests: settings.RATE_LIMIT_PER_MINUTE,
    writes: settings.WRITE_LIMIT_PER_MINUTE,
    'push-receipts': settings.PUSH_RECEIPT_LIMIT_PER_MINUTE,
  }
  async function limit(scope: FastifyInstance, counted: Counted): Promise<void> {
    await limitRates(scope, { limit: counted, perMinute: perMinute[counted], count })
    const addresses = (route: ProxyRoute) => addressesOfWrites(route, counted)
    proxyRoutes(scope, { routes: limited, method: WRITE_METHODS, addresses }, proxy)
  }
  app.register(async (reads) => {
    await limit(reads, 'requests')
    reads.register(clientConfigRoute, { settings })
    reads.register(howWeDoRoutes, { settings, now: proxy.now })
    reads.register(docs)
    reads.register(fontAddresses, { root: settings.WEB_ROOT })
    reads.register(parkPictures, { parks, parkDataUrl: settings.PARK_DATA_URL, now: proxy.now })
    streams.routes(reads, limited)
    proxyRoutes(reads, { routes: limited, method: READ_METHODS }, proxy)
  })
  app.register((writes) => limit(writes, 'writes'))
  app.register((receipts) => limit(receipts, 'push-receipts'))
  app.register(async (free) => {
    streams.routes(free, unlimited)
    proxyRoutes(free, { routes: unlimited, method: [...READ_METHODS, ...WRITE_METHODS] }, proxy)
  })
}

/** Holds for every answer, of a service or of the gateway. */
function createPublicApp(
  settings: GatewaySettings,
  log: Log,
  securityHeaders: Record<string, string>,
  parks: ParkList,
  now: () => number,
): FastifyInstance {
  const loggerInstance: FastifyBaseLogger = log
  const app: FastifyInstance = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: settings.TRUSTED_PROXIES,
    requestTimeout: 30_000,
    forceCloseConnections: 'idle',
    // Node would refuse a request without a host itself, without our headers.
    http: { requireHostHeader: false },
    clientErrorHandler: refuseUnreadable(securityHeaders),
    genReqId: () => randomUUID(),
    frameworkErrors: (error, request, reply) => sendProblem(error, request, reply.headers(securityHeaders)),
  })
  // A logger for each request costs as much as sending a shared answer; only a refusal has anything to say.
  app.setChildLoggerFactory((logger) => logger)
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    request.log = log.child({ reqId: request.id })
    return sendProblem(error, request, reply)
  })
  const publicUrl = new URL(settings.PUBLIC_URL)
  const offers = createOffers(settings, now)
  const offered = withOffers(readPages(settings.WEB_ROOT, publicUrl), offers.find)
  const listed = withRankedList(offered, settings.RANKINGS_URL, now)
  app.setNotFoundHandler(answerUnknown(withParkHeads(listed, parks, publicUrl), offers))
  app.addHook('onRequest', (request, reply, done) => {
    if (isWellFormed(request)) return done()
    reply.header('connection', 'close')
    done(new AppError('invalid-request', 'This is no valid request'))
  })
  // An expectation other than 100-continue is left aside (RFC 9110, section 10.1.1): Node would answer 417 without our headers.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  app.addHook('onSend', (request, reply, _payload, done) => {
    for (const [name, value] of Object.entries(securityHeaders)) {
      if (!reply.hasHeader(name)) reply.header(name, value)
    }
    reply.header('x-request-id', request.id)
    done()
  })
  return app
}
