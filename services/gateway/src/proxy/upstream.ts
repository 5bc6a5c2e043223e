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
  /** A live stream: silence between its messages is no fault. */
  isStream: boolean
}

export type UpstreamResponse = Dispatcher.ResponseData

export type Upstream = {
  /** Throws `unavailable` or `upstream-timeout` where there is no answer. An error status is an answer. */
  ask(request: UpstreamRequest): Promise<UpstreamResponse>
  close(): Promise<void>
}

const CONNECT_TIMEOUT_MS = 2_000
const CONNECTIONS_PER_SERVICE = 128
const RETRY_AFTER_SECONDS = 2
const IDEMPOTENT = new Set(['GET', 'HEAD'])

export function createUpstream({ timeoutMs }: { timeoutMs: number }): Upstream {
  const common = { connect: { timeout: CONNECT_TIMEOUT_MS }, headersTimeout: timeoutMs }
  const requests = new Agent({ ...common, bodyTimeout: timeoutMs, connections: CONNECTIONS_PER_SERVICE })
  // Each stream holds a connection for as long as somebody watches, so these have no part in the limit of the others.
  const streams = new Agent({ ...common, bodyTimeout: 0 })

  const send = ({ isStream, ...request }: UpstreamRequest) => (isStream ? streams : requests).request(request)

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
      await Promise.all([requests.destroy(), streams.destroy()])
    },
  }
}

function toRefusal(cause: unknown): AppError {
  if (codeOf(cause) === 'UND_ERR_HEADERS_TIMEOUT') {
    return new AppError('upstream-timeout', 'The answer takes too long. Please try again.', { cause })
  }
  return new AppError('unavailable', 'We are busy for a moment. Please try again.', {
    cause,
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  })
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined)
