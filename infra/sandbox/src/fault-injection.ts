import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Provider } from './provider.ts'
import { takeFault, type FaultKind } from './state/faults.ts'
import type { Store } from './state/store.ts'

type Deps = { store: Store; slowMs: number; onFault: (kind: FaultKind) => void }

const faults = new WeakMap<FastifyRequest, FaultKind>()

/** True if this request must not find the messages accepted in the last minute. */
export const isLagging = (request: FastifyRequest) => faults.get(request) === 'lookup-lag'

export function injectFaults(
  app: FastifyInstance,
  provider: Provider,
  { store, slowMs, onFault }: Deps,
): void {
  app.addHook('onRequest', async (request, reply) => {
    const kind = takeFault(store, provider.name, provider.isLookup?.(request) ?? false)
    if (!kind) return undefined
    faults.set(request, kind)
    onFault(kind)
    return beforeAccepting(kind, provider, request, reply)
  })

  app.addHook('onSend', async (request, reply, payload: unknown) => {
    const kind = faults.get(request)
    return kind ? afterAccepting(kind, provider, slowMs, request, reply, payload) : payload
  })
}

async function beforeAccepting(
  kind: FaultKind,
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  switch (kind) {
    case 'rate-limited':
      return reply.code(429).header('retry-after', '1').send(provider.refusal(429))
    case 'error':
      return reply.code(500).send(provider.refusal(500))
    case 'lookup-down':
      return reply.code(503).send(provider.refusal(503))
    case 'timeout':
      // No answer. The connection closes when the caller gives up, or when the sandbox stops.
      return reply.hijack()
    case 'down':
      request.raw.socket.resetAndDestroy()
      return reply.hijack()
    case 'error-after-accept':
    case 'timeout-after-accept':
    case 'reset-after-accept':
    case 'slow':
    case 'malformed':
    case 'lookup-lag':
      return undefined
    default:
      return kind satisfies never
  }
}

/** A refused request stays refused: the fault changes only answers to accepted ones. */
async function afterAccepting(
  kind: FaultKind,
  provider: Provider,
  slowMs: number,
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  if (kind === 'slow') {
    await waitOrClosed(request, slowMs)
    return payload
  }
  if (reply.statusCode >= 400) return payload

  switch (kind) {
    case 'error-after-accept':
      reply.code(500).header('content-type', 'application/json; charset=utf-8')
      reply.removeHeader('etag').removeHeader('cache-control')
      return JSON.stringify(provider.refusal(500))
    case 'timeout-after-accept':
      await waitOrClosed(request)
      return payload
    case 'reset-after-accept':
      request.raw.socket.resetAndDestroy()
      return payload
    case 'malformed':
      reply.removeHeader('etag').removeHeader('content-length')
      return cutOff(payload)
    default:
      return payload
  }
}

/** Resolves after `ms`, or when the caller disconnects. A stopping sandbox closes its connections, so it does not wait here. */
function waitOrClosed({ raw }: FastifyRequest, ms?: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = ms === undefined ? undefined : setTimeout(done, ms)
    raw.socket.once('close', done)

    function done() {
      clearTimeout(timer)
      raw.socket.removeListener('close', done)
      resolve()
    }
  })
}

function cutOff(payload: unknown): unknown {
  if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload
  return payload.slice(0, Math.floor(payload.length / 2))
}
