import { PING_MS } from '@walkon/contracts/http/event-stream'
import type { Log } from '@walkon/service/log'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { toClientHeaders, type Headers } from './proxied-headers.ts'
import type { ProxyRoute, StreamRoute } from './proxy-routes.ts'
import { createSharedStream, type SharedStream } from './shared-stream.ts'
import type { Admission } from './admission.ts'
import type { Upstream } from './upstream.ts'

const EVENT_STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
}

export type LiveStreamsDeps = {
  upstream: Upstream
  admission: Admission
  /** On every answer of the gateway. */
  ownHeaders: Headers
  log: Log
}

/** Live streams: one from the service for each address, however many visitors view it. */
export function createLiveStreams({ upstream, admission, ownHeaders, log }: LiveStreamsDeps) {
  const streams = new Map<string, SharedStream>()
  const headers = { ...ownHeaders, ...EVENT_STREAM_HEADERS }
  const ourNames = new Set(Object.keys(ownHeaders))
  const pinging = setInterval(() => {
    for (const stream of streams.values()) stream.ping()
  }, PING_MS).unref()

  function streamOf({ origin }: ProxyRoute, route: StreamRoute, path: string): SharedStream {
    const key = origin + path
    const existing = streams.get(key)
    if (existing) return existing
    // Nothing of the viewer who comes first is in what all are given.
    const asked = { accept: 'text/event-stream' }
    const created: SharedStream = createSharedStream({
      open: (signal) =>
        upstream.ask({ origin, path, method: 'GET', headers: asked, body: null, stream: signal }),
      snapshot: route.snapshot,
      log,
      onEnd: () => {
        if (streams.get(key) === created) streams.delete(key)
      },
    })
    streams.set(key, created)
    return created
  }

  async function view(request: FastifyRequest, reply: FastifyReply, stream: SharedStream) {
    const refusal = await stream.join(reply.raw, { ...headers, 'x-request-id': request.id })
    if (!refusal) return reply.hijack()
    const { statusCode, body } = refusal
    return reply.code(statusCode).headers(toClientHeaders(refusal.headers, ourNames)).send(body)
  }

  return {
    /** Registers the routes of live streams. The route alone decides that it is a stream, never the client's `accept`. */
    routes(app: FastifyInstance, proxied: ProxyRoute[]): void {
      for (const route of proxied) {
        for (const stream of route.streams ?? []) {
          const pathOf = (request: FastifyRequest) => toStreamPath(request, route, stream)
          // A viewer who joins an open stream makes no request to the service.
          const config = {
            isFree: (request: FastifyRequest) =>
              streams.get(route.origin + pathOf(request))?.isLive() === true,
          }
          // A HEAD request has no stream to hold.
          app.get(route.prefix + stream.path, { exposeHeadRoute: false, config }, (request, reply) => {
            admission.admit(request.ip, reply.raw)
            return view(request, reply, streamOf(route, stream, pathOf(request)))
          })
        }
      }
    },
    /** Ends every stream as its service would have: the client sees a whole response and connects again. */
    endAll(): void {
      clearInterval(pinging)
      for (const stream of streams.values()) stream.end()
    },
  }
}

export type LiveStreams = ReturnType<typeof createLiveStreams>

/** One address for each stream: without a query, and its ids in lower case. */
function toStreamPath(request: FastifyRequest, { prefix, stripPrefix }: ProxyRoute, { path }: StreamRoute) {
  const params = request.params as Record<string, string>
  const named = path.replace(/:(\w+)/g, (_all, name: string) =>
    encodeURIComponent(params[name]?.toLowerCase() ?? ''),
  )
  return stripPrefix ? named : prefix + named
}
