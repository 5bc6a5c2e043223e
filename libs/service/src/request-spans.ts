import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Span, Tracer } from './spans.ts'
import { inTrace, TRACEPARENT, traceOfRequest } from './trace-context.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Undefined without a collector. */
    span?: Span | null
  }
}

/** Names a request as the parent of what its answer takes; undefined without a collector. */
export const traceparentOf = ({ span }: FastifyRequest): string | undefined => span?.traceparent

/**
 * A span for each request, by its route's pattern, never by its address. Its trace is the id of the request: the sender's `traceparent` is
 * believed if it names the same trace, as the gateway's does.
 */
export function traceRequests(app: FastifyInstance, tracer: Tracer): void {
  app.decorateRequest('span', null)
  app.addHook('onRequest', (request, _reply, done) => {
    const { method, id } = request
    const traceId = traceOfRequest(id)
    const parent = toParent(request.headers.traceparent, traceId)
    request.span = tracer(method, { kind: 'server', parent, traceId })
    done()
  })
  app.addHook('onResponse', ({ span, method, routeOptions }, { statusCode }, done) => {
    const route = routeOptions.url ?? 'none'
    if (span?.isRecorded)
      span.end({
        name: `${method} ${route}`,
        attributes: {
          'http.request.method': method,
          'http.route': route,
          'http.response.status_code': statusCode,
        },
        failed: statusCode >= 500,
      })
    done()
  })
}

const toParent = (sent: string | string[] | undefined, traceId: string | null): string | null =>
  typeof sent === 'string' && traceId !== null && TRACEPARENT.exec(sent)?.[1] === traceId ? sent : null

/** Does the work of a request in its trace, which is its id. */
export function inTraceOfRequest(
  { id, span }: FastifyRequest,
  tracer: Tracer | undefined,
  work: () => void,
): void {
  inTrace(traceOfRequest(id), work, { tracer: tracer ?? null, spans: span?.isRecorded ? [span] : [] })
}
