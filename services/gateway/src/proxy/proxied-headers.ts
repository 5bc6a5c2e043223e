import { clientAddress } from '@walkon/service/client-network'
import { traceparentOf } from '@walkon/service/request-spans'
import type { FastifyRequest } from 'fastify'
import type { ProxyRoute } from './proxy-routes.ts'

export type Headers = Record<string, string | string[]>
export type UpstreamHeaders = Record<string, string | string[] | undefined>

/** Of one connection only (RFC 9110, section 7.6.1). */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/**
 * Request headers that are dropped. Forwarding headers, which the gateway sets; trace context; cookies, except to the one service that sets
 * them; headers of the connection.
 */
const NOT_FOR_SERVICES =
  /^(forwarded|x-forwarded-.*|x-real-ip|x-client-ip|x-cluster-client-ip|true-client-ip|cf-connecting-ip|via|x-request-id|x-original-.*|x-rewrite-url|traceparent|tracestate|cookie|host|expect|accept-encoding|content-length)$/

const NOT_FOR_CLIENTS = new Set(['server', 'x-powered-by', 'x-request-id', 'date'])

/** The client as the gateway saw it; services believe no other source. */
export function forwardedHeaders(request: FastifyRequest, publicUrl: URL): Headers {
  const traceparent = traceparentOf(request)
  return {
    'x-forwarded-for': clientAddress(request.ip),
    'x-forwarded-host': publicUrl.host,
    'x-forwarded-proto': publicUrl.protocol.slice(0, -1),
    'x-request-id': request.id,
    ...(traceparent && { traceparent }),
  }
}

export function toServiceHeaders(
  request: FastifyRequest,
  publicUrl: URL,
  { ownCookies = false, hearsHost = false }: Pick<ProxyRoute, 'ownCookies' | 'hearsHost'>,
): Headers {
  const named = connectionNames(request.headers)
  const kept = Object.entries(request.headers).filter(
    (entry): entry is [string, string | string[]] =>
      entry[1] !== undefined &&
      !HOP_BY_HOP.has(entry[0]) &&
      !NOT_FOR_SERVICES.test(entry[0]) &&
      !named.has(entry[0]),
  )
  const { cookie } = request.headers
  return {
    ...Object.fromEntries(kept),
    ...(ownCookies && cookie && { cookie }),
    ...forwardedHeaders(request, publicUrl),
    ...(hearsHost && { 'x-original-host': request.headers.host ?? '' }),
  }
}

/** Without those that the gateway sets itself: `ours` are their names. */
export function toClientHeaders(headers: UpstreamHeaders, ours: ReadonlySet<string>): Headers {
  const named = connectionNames(headers)
  const kept = Object.entries(headers).filter(
    (entry): entry is [string, string | string[]] =>
      entry[1] !== undefined &&
      !HOP_BY_HOP.has(entry[0]) &&
      !NOT_FOR_CLIENTS.has(entry[0]) &&
      !ours.has(entry[0]) &&
      !named.has(entry[0]),
  )
  return Object.fromEntries(kept)
}

/** Headers that `Connection` declares to be of this hop, too. */
function connectionNames(headers: UpstreamHeaders): ReadonlySet<string> {
  const connection = String(headers['connection'] ?? '')
  if (connection === '' || connection === 'keep-alive' || connection === 'close') return NONE
  return new Set(connection.split(',').map((name) => name.trim().toLowerCase()))
}

const NONE: ReadonlySet<string> = new Set()
