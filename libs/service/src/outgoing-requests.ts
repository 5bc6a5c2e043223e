import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { ClientRequest, IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { Histogram } from 'prom-client'
import type { Metrics } from './metrics.ts'

/** A request of undici, and so of `fetch`, as its diagnostics channels show it. */
type UndiciRequest = { origin?: string | URL }
type Undici = { request: UndiciRequest; response: { statusCode: number } }
type Http = { request: ClientRequest; response: IncomingMessage }

/**
 * Measures every request that this process makes to another host, by `fetch` or by `node:http`, as SDKs do, as
 * `provider_call_duration_seconds`: from its start to the head of its response, or to its failure (`status="none"`). By the domain, never by
 * the address: push services have a host for each region, and addresses have no end. Once in a process; returns how to end it.
 */
export function measureOutgoingRequests(metrics: Metrics): () => void {
  const duration = new Histogram({
    name: 'provider_call_duration_seconds',
    help: 'Time from a request to another company until the head of its response, by domain; status none has no response',
    labelNames: ['domain', 'status'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [metrics],
  })
  const startedAt = new WeakMap<object, number>()

  const note = (request: object) => void startedAt.set(request, performance.now())
  // A request that fails after the head of its response was counted then.
  function count(request: object, host: string, status: number | 'none'): void {
    const started = startedAt.get(request)
    if (started === undefined) return
    startedAt.delete(request)
    duration.observe({ domain: domainOf(host), status }, (performance.now() - started) / 1_000)
  }

  const listeners: [channel: string, listener: (message: unknown) => void][] = [
    ['undici:request:create', (message) => note((message as Undici).request)],
    [
      'undici:request:headers',
      (message) => {
        const { request, response } = message as Undici
        count(request, undiciHost(request), response.statusCode)
      },
    ],
    [
      'undici:request:error',
      (message) => {
        const { request } = message as Undici
        count(request, undiciHost(request), 'none')
      },
    ],
    ['http.client.request.start', (message) => note((message as Http).request)],
    [
      'http.client.response.finish',
      (message) => {
        const { request, response } = message as Http
        count(request, request.host, response.statusCode ?? 'none')
      },
    ],
    [
      'http.client.request.error',
      (message) => {
        const { request } = message as Http
        count(request, request.host, 'none')
      },
    ],
  ]
  for (const [channel, listener] of listeners) subscribe(channel, listener)
  return () => {
    for (const [channel, listener] of listeners) unsubscribe(channel, listener)
  }
}

const undiciHost = ({ origin }: UndiciRequest) => (origin ? new URL(origin).hostname : '')

/** The last two parts of a name: `googleapis.com` of `fcm.googleapis.com`. An address stays. */
const domainOf = (host: string): string => (isIP(host) ? host : host.split('.').slice(-2).join('.'))
