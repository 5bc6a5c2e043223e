import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Store } from '../state/store.ts'
import { StripeError } from './errors.ts'

const answer = z.object({ request: z.string(), status: z.int(), body: z.string() })

/**
 * Stripe's idempotency keys: the first answer is kept and given again, a 500 too. A request that was refused before it was carried out
 * leaves nothing, and the same key with other parameters is an error.
 */
export function keepAnswers(app: FastifyInstance, store: Store): void {
  const underWay = new Map<FastifyRequest, string>()

  app.addHook('preHandler', async (request, reply) => {
    const key = request.headers['idempotency-key']
    if (request.method !== 'POST' || typeof key !== 'string') return undefined
    const before = findAnswer(store, key)
    if (before) {
      if (before.request !== digestOf(request)) throw otherParameters(key)
      return reply
        .code(before.status)
        .header('idempotent-replayed', 'true')
        .type('application/json; charset=utf-8')
        .send(before.body)
    }
    if ([...underWay.values()].includes(key)) throw inUse()
    underWay.set(request, key)
    return undefined
  })

  app.addHook('onSend', async (request, reply, payload) => {
    const key = underWay.get(request)
    const isCarriedOut = reply.statusCode < 400 || reply.statusCode >= 500
    if (key !== undefined && isCarriedOut && typeof payload === 'string') {
      store
        .sql(
          'insert or ignore into stripe_answers (idempotency_key, request, status, body) values (?, ?, ?, ?)',
        )
        .run(key, digestOf(request), reply.statusCode, payload)
    }
    underWay.delete(request)
    return payload
  })
}

function findAnswer(store: Store, key: string) {
  const row = store.sql('select request, status, body from stripe_answers where idempotency_key = ?').get(key)
  return row ? answer.parse(row) : null
}

const digestOf = ({ url, body }: FastifyRequest) =>
  createHash('sha256')
    .update(`${url} ${JSON.stringify(body ?? null)}`)
    .digest('hex')

const otherParameters = (key: string) =>
  new StripeError(
    `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    { type: 'idempotency_error' },
  )

const inUse = () =>
  new StripeError('There is currently another in-progress request using this Idempotent Key.', {
    status: 409,
    type: 'idempotency_error',
    code: 'idempotency_key_in_use',
  })
