import { problems } from '@walkon/contracts/http/problem'
import { newRating, ownRating, savedRating } from '@walkon/contracts/http/rankings'
import { accountOf } from '@walkon/service/access'
import type { HttpApp } from '@walkon/service/http'
import { z } from 'zod'
import { findOwnRating } from '../db/ratings.ts'
import { deleteRating } from '../use-cases/delete-rating.ts'
import { saveRating, type RatingDeps } from '../use-cases/save-rating.ts'

const tags = ['ratings']
const params = z.object({ itemId: z.uuid() })

const reading = {
  summary: 'Read the own rating of an item',
  operationId: 'readRating',
  tags,
  success: "The account's rating; nothing where it has none.",
  params,
  response: { 200: ownRating, 204: z.null() },
}
const saving = {
  summary: 'Rate an item, or change the own rating of it',
  operationId: 'saveRating',
  tags,
  success: 'The rating as it is stored: words of the list of offensive ones are masked.',
  params,
  body: newRating,
  response: { 200: savedRating, ...problems('item-not-found', 'too-many-requests') },
}
const deletion = {
  summary: 'Delete the own rating of an item',
  operationId: 'deleteRating',
  tags,
  success: 'The rating and its review are gone.',
  params,
  response: { 204: z.null(), ...problems('rating-not-found') },
}

/** An account's own ratings. */
export async function ratingRoutes(app: HttpApp, deps: RatingDeps): Promise<void> {
  const config = { access: 'account' } as const

  app.get('/items/:itemId/rating', { config, schema: reading }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const rating = await findOwnRating(deps.db, accountOf(request).userId, request.params.itemId)
    // The page asks for each item that it opens, so none is no refusal.
    if (!rating) return reply.code(204).send(null)
    return { reviewId: rating.id, stars: rating.stars, comment: rating.comment }
  })

  app.put('/items/:itemId/rating', { config, schema: saving }, async (request) =>
    saveRating(deps, accountOf(request), request.params.itemId, request.body),
  )

  app.delete('/items/:itemId/rating', { config, schema: deletion }, async (request, reply) => {
    await deleteRating(deps.db, accountOf(request).userId, request.params.itemId)
    return reply.code(204).send(null)
  })
}
