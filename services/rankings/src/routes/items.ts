import { pageOf, pageQuery } from '@walkon/contracts/http/page'
import { problems } from '@walkon/contracts/http/problem'
import { itemDetail, rankedItem, rankedListQuery, rankedParks, review } from '@walkon/contracts/http/rankings'
import type { Database } from '@walkon/service/database'
import { AppError } from '@walkon/service/errors'
import type { HttpApp } from '@walkon/service/http'
import { z } from 'zod'
import { findItemDetail } from '../db/items.ts'
import { listParks } from '../db/parks.ts'
import { listRankedItems } from '../db/ranked-items.ts'
import { listReviews } from '../db/ratings.ts'
import { toItem } from '../domain/item-view.ts'

const params = z.object({ itemId: z.uuid() })

const parkList = {
  summary: 'List the parks whose items are ranked, by name',
  operationId: 'listRankedParks',
  tags: ['rankings'],
  success: 'The parks that the feed lists.',
  response: { 200: rankedParks },
}
const ranking = {
  summary: 'List the items of a type, best first',
  operationId: 'listRankedItems',
  tags: ['rankings'],
  success:
    'A page of the list, each item with its place in the whole of it; `next` is the cursor of the page after it.',
  querystring: rankedListQuery,
  response: { 200: pageOf(rankedItem) },
}
const detail = {
  summary: 'Read an item and how its ratings are spread',
  operationId: 'readItem',
  tags: ['rankings'],
  success: 'The item.',
  params,
  response: { 200: itemDetail, ...problems('item-not-found') },
}
const reviews = {
  summary: 'List the reviews of an item, newest first',
  operationId: 'listReviews',
  tags: ['reviews'],
  success: 'A page of the reviews, signed with display names.',
  params,
  querystring: pageQuery,
  response: { 200: pageOf(review), ...problems('item-not-found') },
}

/** How long the gateway and browsers share an answer for a list. */
const LIST_SECONDS = 60

/** Routes that every visitor reads. */
export async function itemRoutes(app: HttpApp, { db }: { db: Database }): Promise<void> {
  const config = { access: 'public' } as const

  app.get('/parks', { config, schema: parkList }, async (_request, reply) => {
    reply.header('cache-control', `public, max-age=${LIST_SECONDS}`)
    return listParks(db)
  })

  app.get('/items', { config, schema: ranking }, async (request, reply) => {
    // An account may have just rated.
    const isShared = request.headers.authorization === undefined
    reply.header('cache-control', isShared ? `public, max-age=${LIST_SECONDS}` : 'no-store')
    const { items, next } = await listRankedItems(db, request.query)
    return {
      items: items.map(({ rank, ...item }) => ({
        ...toItem(item),
        rank: item.ratingCount === 0 ? null : rank,
      })),
      next,
    }
  })

  app.get('/items/:itemId', { config, schema: detail }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const item = await findItemDetail(db, request.params.itemId)
    if (!item) throw new AppError('item-not-found', 'No item has this id')
    const { starCounts, ...row } = item
    return { ...toItem(row), starCounts }
  })

  app.get('/items/:itemId/reviews', { config, schema: reviews }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const { itemId } = request.params
    const { items, next } = await listReviews(db, itemId, request.query)
    if (items.length === 0 && !(await findItemDetail(db, itemId)))
      throw new AppError('item-not-found', 'No item has this id')
    return {
      items: items.map(({ createdAt, changedAt, ...row }) => ({
        ...row,
        postedAt: createdAt.toISOString(),
        changedAt: changedAt?.toISOString() ?? null,
      })),
      next,
    }
  })
}
