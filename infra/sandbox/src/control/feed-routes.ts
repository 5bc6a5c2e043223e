import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { findEntity } from '../catalog/catalog.ts'
import { moveTimestamps } from '../park-feed/recorded.ts'
import { deleteRecording, RECORDING_KINDS, saveRecording } from '../state/recordings.ts'
import type { Store } from '../state/store.ts'

type Deps = { store: Store; now: () => Date }

const target = z.object({ entityId: z.string().min(1), kind: z.enum(RECORDING_KINDS) })
const query = z.strictObject({
  recordedAt: z.iso
    .datetime({ offset: true })
    .transform((text) => new Date(text))
    .optional(),
})

export function addFeedRoutes(app: FastifyInstance, { store, now }: Deps): void {
  // A recording is stored byte for byte, and its body need not fit its type.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

  app.put('/feed/:entityId/:kind', (request) => {
    const { entityId, kind } = targetOf(request.params)
    const { recordedAt } = query.parse(request.query)
    const handedIn = z.instanceof(Buffer).catch(Buffer.alloc(0)).parse(request.body)
    const body = recordedAt ? moveTimestamps(handedIn, recordedAt, now()) : handedIn
    const contentType = contentTypeOf(request.headers['content-type'])
    saveRecording(store, entityId, kind, { body, contentType }, now())
    return { entityId, kind, contentType, bytes: body.length }
  })

  app.delete('/feed/:entityId/:kind', (request, reply) => {
    const { entityId, kind } = targetOf(request.params)
    deleteRecording(store, entityId, kind, now())
    return reply.code(204).send()
  })
}

/** An id that the catalogue lacks is accepted: the feed then has one entity more. */
function targetOf(params: unknown) {
  const { entityId, kind } = target.parse(params)
  return { entityId: findEntity(entityId)?.id ?? entityId, kind }
}

/** The default type of HTTP clients, which says nothing about the recording. */
const UNTOLD = /^(text\/plain|application\/x-www-form-urlencoded|application\/octet-stream)\b/

function contentTypeOf(header: string | undefined): string {
  return header === undefined || UNTOLD.test(header) ? 'application/json; charset=utf-8' : header
}
