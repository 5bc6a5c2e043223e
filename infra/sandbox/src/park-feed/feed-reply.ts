import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Recording } from '../state/recordings.ts'
import type { FeedAnswer } from './live.ts'

/** How the feed answers: with an entity tag, and with errors of its own shape. */

export function sendAnswer(request: FastifyRequest, reply: FastifyReply, feedAnswer: FeedAnswer) {
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

export const notFound = (reply: FastifyReply) =>
  reply.code(404).send(failure('NotFound', 'Entity not found', 404))

export const failure = (type: string, message: string, code: number) => ({
  success: false,
  error: { type, message, code },
})

/** The body of a refusal. */
export const refusalOf = (status: 429 | 500 | 503, retryAfter = 1) =>
  status === 429
    ? {
        error: 'Too Many Requests',
        message: `Rate limit exceeded, retry in ${retryAfter} seconds`,
        retryAfter,
      }
    : failure(status === 500 ? 'InternalServerError' : 'ServiceUnavailable', 'Something went wrong', status)
