import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { findMessage } from '../state/messages.ts'
import type { Store } from '../state/store.ts'
import { findBounce, listBounces, toBounceView, type BounceRow } from './bounces.ts'
import { PostmarkError } from './errors.ts'
import { release, SERVER_ID } from './outcomes.ts'
import { lowerCaseKeys, pageOf } from './search.ts'

const byId = z.object({ id: z.string() })

type Deps = { store: Store; now: () => Date; onChange: () => void }

export function addBounceRoutes(app: FastifyInstance, { store, now, onChange }: Deps): void {
  app.get('/bounces', (request) => {
    const query = lowerCaseKeys(request.query)
    const { count, offset } = pageOf(query)
    const found = listBounces(store).filter(
      (bounce) =>
        matches(query['messageid'], bounce.message_id) &&
        matches(query['type'], bounce.type) &&
        matches(query['messagestream'], bounce.stream) &&
        matches(query['inactive'], String(bounce.inactive === 1)) &&
        bounce.email.toLowerCase().includes((query['emailfilter'] ?? '').toLowerCase()),
    )
    return {
      TotalCount: found.length,
      Bounces: found.slice(offset, offset + count).map((row) => bounceView(store, row)),
    }
  })

  app.get('/bounces/:id', (request) => bounceView(store, getBounce(store, request.params)))

  app.put('/bounces/:id/activate', (request) => {
    const bounce = getBounce(store, request.params)
    if (bounce.type === 'SpamComplaint') {
      throw new PostmarkError(1003, 'Due to the type of bounce, this address cannot be reactivated.')
    }
    release(store, bounce, now())
    onChange()
    return { Message: 'OK', Bounce: bounceView(store, { ...bounce, inactive: 0 }) }
  })
}

function getBounce(store: Store, params: unknown): BounceRow {
  const { id } = byId.parse(params)
  const bounce = /^\d{1,15}$/.test(id) ? findBounce(store, Number(id)) : null
  if (!bounce) throw new PostmarkError(1001, 'The bounce was not found.')
  return bounce
}

function bounceView(store: Store, bounce: BounceRow) {
  const message = findMessage(store, bounce.message_id)
  if (!message) throw new PostmarkError(1001, 'The bounce was not found.')
  return toBounceView(bounce, message, SERVER_ID)
}

const matches = (wanted: string | undefined, actual: string) =>
  wanted === undefined || wanted.toLowerCase() === actual.toLowerCase()
