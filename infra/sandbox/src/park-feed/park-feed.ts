import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { findEntity, type Entity } from '../catalog/catalog.ts'
import type { Provider } from '../provider.ts'
import type { Simulation } from '../simulation/simulation.ts'
import { pinsByRide } from '../state/pins.ts'
import { findRecording, type RecordingKind } from '../state/recordings.ts'
import type { Store } from '../state/store.ts'
import { createCallerLimit } from './caller-limit.ts'
import { failure, notFound, refusalOf, sendAnswer as send } from './feed-reply.ts'
import { attractionChildren, destinationsBody, entityBody, headOf, parkChild } from './entities.ts'
import { liveAnswer, recordedAnswer, type FeedAnswer } from './live.ts'
import { recordedList } from './recorded.ts'
import { scheduleBody } from './schedule.ts'

type Deps = { store: Store; simulation: Simulation; now: () => Date; requestsPerMinute: number }

/** ThemeParks.wiki, version 1 of its API. */
export function parkFeed(deps: Deps): Provider {
  return {
    name: 'park-feed',
    prefix: '/park-feed/v1',
    routes: (app) => addRoutes(app, deps),
    isLookup: null,
    refusal: (status) => refusalOf(status),
  }
}

const byId = z.object({ id: z.string() })
const monthParams = byId.extend({
  year: z
    .string()
    .regex(/^20\d\d$/)
    .transform(Number),
  month: z
    .string()
    .regex(/^(0[1-9]|1[0-2])$/)
    .transform(Number),
})
const liveQuery = z.object({ entityType: z.string().optional() })

function addRoutes(app: FastifyInstance, { store, simulation, now, requestsPerMinute }: Deps): void {
  const limit = createCallerLimit(requestsPerMinute, now)
  const schedule = (entity: Entity, month: { year: number; month: number } | null) =>
    scheduleBody({ store, alwaysOpen: simulation.alwaysOpen, now: now() }, entity, month)

  app.addHook('onRequest', async (request, reply) => {
    const retryAfter = limit.secondsToWait(`${request.ip} ${request.headers['user-agent']}`)
    if (retryAfter === 0) return undefined
    return reply.code(429).header('retry-after', String(retryAfter)).send(refusalOf(429, retryAfter))
  })

  app.setNotFoundHandler((_request, reply) => notFound(reply))

  app.get('/destinations', (request, reply) => send(request, reply, { json: destinationsBody() }))

  app.get('/entity/:id', (request, reply) =>
    answer(request, reply, 'entity', (entity) => ({ json: entityBody(entity) })),
  )

  app.get('/entity/:id/children', (request, reply) =>
    answer(request, reply, 'children', (entity) => ({
      json: { ...headOf(entity), children: childrenOf(store, entity) },
    })),
  )

  app.get('/entity/:id/live', (request, reply) => {
    const { entityType } = liveQuery.parse(request.query)
    return answer(request, reply, 'live', (entity) =>
      onlyTypes(liveAnswer({ store, simulation, now: now() }, entity), entityType),
    )
  })

  app.get('/entity/:id/schedule', (request, reply) =>
    answer(request, reply, 'schedule', (entity) => ({ json: schedule(entity, null) })),
  )

  app.get('/entity/:id/schedule/:year/:month', (request, reply) => {
    const month = monthParams.safeParse(request.params)
    if (!month.success) return reply.code(400).send(failure('BadRequest', 'Invalid year or month', 400))
    return answer(request, reply, 'schedule', (entity) => ({ json: schedule(entity, month.data) }))
  })

  function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    kind: RecordingKind,
    simulated: (entity: Entity) => FeedAnswer,
  ) {
    const { id } = byId.parse(request.params)
    const entity = findEntity(id)
    const recording = findRecording(store, entity?.id ?? id, kind)
    if (recording) {
      const isLive = kind === 'live'
      return send(request, reply, isLive ? recordedAnswer(recording, pinsByRide(store)) : { recording })
    }
    return entity ? send(request, reply, simulated(entity)) : notFound(reply)
  }
}

function childrenOf(store: Store, entity: Entity): unknown[] {
  switch (entity.type) {
    case 'DESTINATION':
      return entity.destination.parks.flatMap((park) => {
        const recording = findRecording(store, park.id, 'children')
        const recorded = recording && recordedList(recording.body, 'children')
        return [parkChild(park), ...(recorded ?? attractionChildren(park))]
      })
    case 'PARK':
      return attractionChildren(entity.park)
    case 'ATTRACTION':
      return []
    default:
      return entity satisfies never
  }
}

const liveBody = z.looseObject({ liveData: z.array(z.looseObject({ entityType: z.unknown() })) })

function onlyTypes(feedAnswer: FeedAnswer, entityTypes: string | undefined): FeedAnswer {
  if (entityTypes === undefined || !('json' in feedAnswer)) return feedAnswer
  const wanted = entityTypes.split(',')
  const body = liveBody.parse(feedAnswer.json)
  return {
    json: { ...body, liveData: body.liveData.filter((row) => wanted.includes(String(row.entityType))) },
  }
}
