import type { FastifyReply, FastifyRequest } from 'fastify'
import { hasAlready } from '../http/negotiation.ts'
import type { Headers, UpstreamHeaders } from './proxied-headers.ts'
import type { UpstreamResponse } from './upstream.ts'

/** An answer that any client may be given until `freshUntil`. */
export type SharedResponse = {
  /** As clients get them. */
  headers: Headers
  /** The same as names and values in turn, whole and without those that speak of a body: made once, sent often. */
  rawHeaders: string[]
  rawHeadersOfNotModified: string[]
  /** Its bytes as a `latin1` string: Node sends a string in one piece with the head, and this kind without encoding it. */
  body: string
  etag: string | null
  /** Milliseconds of the clock. */
  storedAt: number
  freshUntil: number
}

export type ToClientHeaders = (headers: UpstreamHeaders) => Headers

const MAX_BODY_BYTES = 1024 * 1024

/**
 * An answer of a service as one that may be shared; `stored` is its answer before, which a 304 makes fresh again. Null if the
 * answer may not be shared: its body is then untouched.
 */
export async function toSharedResponse(
  { statusCode, headers, body }: UpstreamResponse,
  stored: SharedResponse | null,
  { now, toClientHeaders }: { now: number; toClientHeaders: ToClientHeaders },
): Promise<SharedResponse | null> {
  const freshUntil = now + sharedSeconds(headers) * 1000
  if (statusCode === 304 && stored) {
    await body.dump()
    const { 'content-length': _ofNothing, ...changed } = toClientHeaders(headers)
    return { ...stored, ...toHead({ ...stored.headers, ...changed }), storedAt: now, freshUntil }
  }
  if (statusCode !== 200 || freshUntil <= now || !isShort(headers)) return null
  const etag = typeof headers['etag'] === 'string' ? headers['etag'] : null
  const bytes = Buffer.from(await body.arrayBuffer())
  return {
    ...toHead(toClientHeaders(headers)),
    body: bytes.toString('latin1'),
    etag,
    storedAt: now,
    freshUntil,
  }
}

/** For how many seconds the service lets this answer be shared; 0 if it does not. */
function sharedSeconds(headers: UpstreamHeaders): number {
  const control = String(headers['cache-control'] ?? '').toLowerCase()
  const isForAll = /(^|[,\s])public([,\s]|$)/.test(control) && !/no-store|no-cache|private/.test(control)
  if (!isForAll || headers['set-cookie'] || headers['vary']) return 0
  return Number(/(?:^|[,\s])max-age=(\d+)/.exec(control)?.[1] ?? 0)
}

/** A body that does not say how long it is may be a stream. */
const isShort = (headers: UpstreamHeaders) => Number(headers['content-length']) <= MAX_BODY_BYTES

const OF_A_BODY = new Set(['content-length', 'content-type'])

function toHead(
  headers: Headers,
): Pick<SharedResponse, 'headers' | 'rawHeaders' | 'rawHeadersOfNotModified'> {
  const pairs = Object.entries(headers).flatMap(([name, value]) => [value].flat().map((one) => [name, one]))
  return {
    headers,
    rawHeaders: pairs.flat(),
    rawHeadersOfNotModified: pairs.filter(([name = '']) => !OF_A_BODY.has(name)).flat(),
  }
}

/**
 * Sends it past Fastify, which would look at every header of it again: most of all answers are these. A body that the client has already is
 * not sent again.
 */
export function sendShared(
  request: FastifyRequest,
  reply: FastifyReply,
  shared: SharedResponse,
  now: number,
): FastifyReply {
  const age = String(Math.floor((now - shared.storedAt) / 1000))
  const ofThisAnswer = ['age', age, 'x-request-id', request.id]
  reply.hijack()
  if (hasAlready(request.headers['if-none-match'], shared.etag)) {
    reply.raw.writeHead(304, [...shared.rawHeadersOfNotModified, ...ofThisAnswer]).end()
  } else {
    reply.raw.writeHead(200, [...shared.rawHeaders, ...ofThisAnswer]).end(shared.body, 'latin1')
  }
  return reply
}
