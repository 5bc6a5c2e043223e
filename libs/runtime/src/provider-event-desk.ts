import { problems } from '@walkon/contracts/http/problem'
import {
  replayAct,
  replayOutcome,
  SET_ASIDE_LIMIT,
  setAsideEvent,
  setAsideEvents,
  type ReplayOutcome,
} from '@walkon/contracts/http/provider-events'
import { accountOf } from '@walkon/service/access'
import type { Database } from '@walkon/service/database'
import { tryInTransaction } from '@walkon/service/dry-run'
import { notFound } from '@walkon/service/errors'
import type { HttpApp } from '@walkon/service/http'
import { z } from 'zod'
import { audit } from './admin-actions.ts'
import { listSetAside, lockSetAside, replayProviderEvent } from './provider-events.ts'
import type { StoredEvents } from './stored-provider-events.ts'

export type ProviderEventDeskOptions = { db: Database; now: () => Date; stored: StoredEvents[] }

const config = { access: 'admin' } as const
const tags = ['provider-events']

const list = {
  summary: 'List the events of providers that were set aside',
  operationId: 'listSetAsideEvents',
  tags,
  success: `The oldest ${SET_ASIDE_LIMIT}, with what was wrong with each.`,
  response: { 200: setAsideEvents },
}
const replay = {
  summary: 'Apply an event that was set aside again, or try it',
  operationId: 'replayProviderEvent',
  tags,
  success: 'What became of the dry run; or the event is applied in its turn, as by the command.',
  params: z.object({ position: setAsideEvent.shape.position }),
  body: replayAct,
  response: { 200: replayOutcome, ...problems('provider-event-not-found') },
}

/** The way back for events of providers, for every service that hears some (docs/decisions/webhooks-are-stored-first.md). */
export async function providerEventDesk(
  app: HttpApp,
  { db, now, stored }: ProviderEventDeskOptions,
): Promise<void> {
  app.get('/provider-events', { config, schema: list }, async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    return listSetAside(db, SET_ASIDE_LIMIT)
  })

  app.post('/provider-events/:position/replay', { config, schema: replay }, async (request) => {
    const { position } = request.params
    const { isDryRun, reason } = request.body
    const outcome = isDryRun ? await tryEvent(db, stored, position) : null
    return db.transaction(async (tx): Promise<ReplayOutcome> => {
      if (!outcome && !(await replayProviderEvent(tx, position))) throw notFound('provider-event')
      const action = isDryRun ? 'try-provider-event' : 'replay-provider-event'
      const actorId = accountOf(request).userId
      await audit(tx, { actorId, action, subjectId: position, reason, now: now() })
      return outcome ?? { outcome: 'queued', why: null }
    })
  })
}

/** Applies the event in a transaction that is taken back. */
async function tryEvent(db: Database, stored: StoredEvents[], position: string): Promise<ReplayOutcome> {
  const found: string[] = []
  try {
    await tryInTransaction(db, async (tx) => {
      const event = await lockSetAside(tx, position)
      const ofProvider = stored.find(({ provider }) => provider === event?.provider)
      if (!event || !ofProvider) return
      found.push(event.provider)
      await ofProvider.apply(tx, event)
    })
  } catch (error) {
    if (found.length === 0) throw error
    return { outcome: 'refused', why: error instanceof Error ? error.message : String(error) }
  }
  if (found.length === 0) throw notFound('provider-event')
  return { outcome: 'would-be-applied', why: null }
}
