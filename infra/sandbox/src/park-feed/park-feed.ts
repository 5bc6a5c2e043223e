import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { findEntity, type Entity } from '../catalog/catalog.ts'
import type { Provider } from '../provider.ts'
import type { Simulation } from '../simulation/simulation.ts'
import { pinsByRide } from '../state/pins.ts'
import { findRecording, type Recording, type RecordingKind } from '../state/recordings.ts'
import type { Store } from '../state/store.ts'
import { createCallerLimit } from './caller-limit.ts'
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
    refusal: (status) =>
      status === 429
        ? { error: 'Too Many Requests', message: 'Rate limit exceeded', retryAfter: 1 }
        : failure(
            status === 500 ? 'InternalServerError' : 'ServiceUnavailable',
            'Something went wrong',
            status,
          ),
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
    const message = `Rate limit exceeded, retry in ${retryAfter} seconds`
    return reply
      .code(429)
      .header('retry-after', String(retryAfter))
      .send({ error: 'Too Many Requests', message, retryAfter })
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

function send(request: FastifyRequest, reply: FastifyReply, feedAnswer: FeedAnswer) {
  const { body, contentType } = toRecording(feedAnswer)
  const etag = `W/"${createHash('sha1').update(body).digest('base64url')}"`
  reply
    .header('etag', etag)
    .header('cache-control', 'public, max-age=60, s-maxage=60')
    .header('access-control-allow-origin', '*')
  if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send()
  return reply.header('content-type', contentType).send(body)
}

function toRecording(feedAnswer: FeedAnswer): Recording {
  if ('recording' in feedAnswer) return feedAnswer.recording
  return {
    body: Buffer.from(JSON.stringify(feedAnswer.json)),
    contentType: 'application/json; charset=utf-8',
  }
}

function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  return ifNoneMatch?.split(',').some((tag) => tag.trim() === '*' || opaque(tag) === opaque(etag)) ?? false
}

/** Tags are compared weakly, as caches on the way may weaken them. */
const opaque = (tag: string) => tag.trim().replace(/^W\//, '')

const notFound = (reply: FastifyReply) => reply.code(404).send(failure('NotFound', 'Entity not found', 404))

const failure = (type: string, message: string, code: number) => ({
  success: false,
  error: { type, message, code },
})
