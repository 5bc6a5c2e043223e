import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { ClientRequest, IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { Histogram } from 'prom-client'
import type { Metrics } from './metrics.ts'
import type { Span } from './spans.ts'
import { startChildSpan } from './trace-context.ts'

/** A request of undici, and so of `fetch`, as its diagnostics channels show it. */
type UndiciRequest = { origin?: string | URL; method?: string }
type Undici = { request: UndiciRequest; response: { statusCode: number } }
type Http = { request: ClientRequest; response: IncomingMessage }

type Outgoing = { method: string; domain: string }

/** Notes a request when it starts; null leaves it out. */
type Begin<Noted> = (request: Outgoing) => Noted | null
/** Given the note, at the head of the response or the failure of the request (`none`). */
type End<Noted> = (noted: Noted, request: Outgoing, status: number | 'none') => void

/**
 * Measures every request of this process to another host, by `fetch` or by `node:http`, as SDKs do, as `provider_call_duration_seconds`.
 * From its start to the head of its response, or to its failure (`status="none"`). By the domain, never by the address: push services have
 * a host for each region, and addresses have no end. Once in a process; returns how to end it.
 */
export function measureOutgoingRequests(metrics: Metrics): () => void {
  const duration = new Histogram({
    name: 'provider_call_duration_seconds',
    help: 'Time from a request to another company until the head of its response, by domain; status none has no response',
    labelNames: ['domain', 'status'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [metrics],
  })
  return watchOutgoingRequests<number>(
    () => performance.now(),
    (startedAt, { domain }, status) =>
      duration.observe({ domain, status }, (performance.now() - startedAt) / 1_000),
  )
}

/** A span for each request that this process makes within one trace, or before the trace of its work begins, such as a question to Stripe. Once in a process; returns how to end it. */
export function traceOutgoingRequests(): () => void {
  return watchOutgoingRequests<Pick<Span, 'end'>>(
    ({ method, domain }) =>
      startChildSpan(`${method} ${domain}`, {
        kind: 'client',
        attributes: { 'http.request.method': method, 'server.address': domain },
      }),
    (span, _request, status) => {
      if (status === 'none') span.end({ failed: true })
      else span.end({ attributes: { 'http.response.status_code': status }, failed: status >= 400 })
    },
  )
}

function watchOutgoingRequests<Noted>(begin: Begin<Noted>, end: End<Noted>): () => void {
  const noted = new WeakMap<object, Noted>()

  function note(request: object, outgoing: Outgoing): void {
    const beginning = begin(outgoing)
    if (beginning !== null) noted.set(request, beginning)
  }
  // A request that fails after the head of its response has ended then.
  function finish(request: object, outgoing: Outgoing, status: number | 'none'): void {
    const beginning = noted.get(request)
    if (beginning === undefined) return
    noted.delete(request)
    end(beginning, outgoing, status)
  }

  const listeners: [channel: string, listener: (message: unknown) => void][] = [
    ['undici:request:create', (message) => note(...ofUndici(message as Undici))],
    [
      'undici:request:headers',
      (message) => finish(...ofUndici(message as Undici), (message as Undici).response.statusCode),
    ],
    ['undici:request:error', (message) => finish(...ofUndici(message as Undici), 'none')],
    ['http.client.request.start', (message) => note(...ofHttp(message as Http))],
    [
      'http.client.response.finish',
      (message) => finish(...ofHttp(message as Http), (message as Http).response.statusCode ?? 'none'),
    ],
    ['http.client.request.error', (message) => finish(...ofHttp(message as Http), 'none')],
  ]
  for (const [channel, listener] of listeners) subscribe(channel, listener)
  return () => {
    for (const [channel, listener] of listeners) unsubscribe(channel, listener)
  }
}

/** The last two parts of a name: `googleapis.com` of `fcm.googleapis.com`. An address stays. */
const domainOf = (host: string): string => (isIP(host) ? host : host.split('.').slice(-2).join('.'))

const ofUndici = ({ request }: Undici): [object, Outgoing] => [
  request,
  {
    method: request.method ?? 'GET',
    domain: domainOf(request.origin ? new URL(request.origin).hostname : ''),
  },
]

const ofHttp = ({ request }: Http): [object, Outgoing] => [
  request,
  { method: request.method, domain: domainOf(request.host) },
]
