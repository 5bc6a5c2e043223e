import { AppError } from '@walkon/service/errors'
import { Agent, type Dispatcher } from 'undici'
import type { Headers } from './proxied-headers.ts'

export type UpstreamRequest = {
  origin: string
  /** With its query. */
  path: string
  method: string
  headers: Headers
  body: Buffer | null
  /** A provider's: no visitor waits for one of its connections, and it waits for none of theirs. */
  isWebhook?: boolean
  /** A live stream has no end until this is aborted; an ordinary answer has a total time. */
  stream?: AbortSignal
}

export type UpstreamResponse = Dispatcher.ResponseData

export type Upstream = {
  /** Throws `unavailable` or `upstream-timeout` where there is no answer. An error status is an answer. */
  ask(request: UpstreamRequest): Promise<UpstreamResponse>
  close(): Promise<void>
}

const CONNECT_TIMEOUT_MS = 2_000
/** A service pings its streams every 25 seconds: one that is silent for longer is lost. */
const STREAM_SILENCE_MS = 60_000
const CONNECTIONS_PER_SERVICE = 128
const WEBHOOK_CONNECTIONS_PER_SERVICE = 32
const RETRY_AFTER_SECONDS = 2
const IDEMPOTENT = new Set(['GET', 'HEAD'])

export type UpstreamLimits = {
  /** Until the head of an answer, and between two pieces of its body. */
  timeoutMs: number
  /** Until the end of an ordinary answer. */
  totalTimeoutMs: number
}

export function createUpstream({ timeoutMs, totalTimeoutMs }: UpstreamLimits): Upstream {
  const common = { connect: { timeout: CONNECT_TIMEOUT_MS }, headersTimeout: timeoutMs }
  const ordinary = { ...common, bodyTimeout: timeoutMs }
  const requests = new Agent({ ...ordinary, connections: CONNECTIONS_PER_SERVICE })
  const webhooks = new Agent({ ...ordinary, connections: WEBHOOK_CONNECTIONS_PER_SERVICE })
  // Each stream holds a connection for as long as a visitor views it, so these have no part in the limit of the others.
  const streams = new Agent({ ...common, bodyTimeout: STREAM_SILENCE_MS })

  async function send({ stream, isWebhook, ...request }: UpstreamRequest): Promise<UpstreamResponse> {
    if (stream) return streams.request({ ...request, signal: stream })
    const agent = isWebhook ? webhooks : requests
    const response = await agent.request({ ...request, signal: AbortSignal.timeout(totalTimeoutMs) })
    if (!isEventStream(response)) return response
    // The route is no stream's, so neither limit of streams holds, and the answer would keep its connection.
    response.body.on('error', () => {}).destroy()
    throw new Error('A service answered an ordinary request with an event stream')
  }

  return {
    async ask(request) {
      try {
        return await send(request)
      } catch (error) {
        // A connection that was kept alive may be closed by the service at the moment in which we use it again.
        if (IDEMPOTENT.has(request.method) && codeOf(error) === 'UND_ERR_SOCKET') {
          return send(request).catch((second: unknown) => {
            throw toRefusal(second)
          })
        }
        throw toRefusal(error)
      }
    },
    close: async () => {
      await Promise.all([requests, webhooks, streams].map((agent) => agent.destroy()))
    },
  }
}

export const isEventStream = ({ headers }: UpstreamResponse): boolean =>
  headers['content-type']?.toString().startsWith('text/event-stream') === true

function toRefusal(cause: unknown): AppError {
  const isTimeout = cause instanceof Error && cause.name === 'TimeoutError'
  if (isTimeout || codeOf(cause) === 'UND_ERR_HEADERS_TIMEOUT') {
    return new AppError('upstream-timeout', 'The answer takes too long. Please try again.', { cause })
  }
  return new AppError('unavailable', 'We are busy for a moment. Please try again.', {
    cause,
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  })
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined)
