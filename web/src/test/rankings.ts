import type { ItemRequest, ReportedReview } from '@walkon/contracts/http/moderation'
import type { Item, ItemDetail, OwnRating, RankedItem, Review } from '@walkon/contracts/http/rankings'
import { http, HttpResponse } from 'msw'
import { EPCOT, MAGIC_KINGDOM, refusal } from './samples.ts'
import { server } from './server.ts'

let count = 0
const anId = () => `00000000-0000-4000-8000-${String((count += 1)).padStart(12, '0')}`

export const anItem = (overrides: Partial<Item> = {}): Item => ({
  itemId: anId(),
  feedId: null,
  name: 'Space Mountain',
  description: null,
  type: 'ride',
  parkId: MAGIC_KINGDOM,
  parkName: 'Magic Kingdom Park',
  average: 4.7,
  ratingCount: 12,
  ...overrides,
})

export const aReview = (overrides: Partial<Review> = {}): Review => ({
  reviewId: anId(),
  stars: 5,
  comment: 'Loved it',
  reviewer: 'Ada',
  postedAt: '2026-07-01T16:00:00Z',
  changedAt: null,
  ...overrides,
})

export const aRequest = (overrides: Partial<ItemRequest> = {}): ItemRequest => ({
  requestId: anId(),
  name: 'Dapper Dans',
  description: 'They sing',
  parkId: MAGIC_KINGDOM,
  parkName: 'Magic Kingdom Park',
  type: 'experience',
  status: 'pending',
  rejection: null,
  edit: null,
  alike: [],
  requestedBy: 'Ada',
  requestedAt: '2026-07-01T16:00:00Z',
  reviewedBy: null,
  reviewedAt: null,
  ...overrides,
})

export const aReport = (overrides: Partial<ReportedReview> = {}): ReportedReview => ({
  reviewId: anId(),
  itemId: anId(),
  itemName: 'Space Mountain',
  parkName: 'Magic Kingdom Park',
  stars: 1,
  comment: 'Buy my book',
  version: 3,
  reportedComment: null,
  reviewer: null,
  postedAt: '2026-07-01T16:00:00Z',
  reasons: [{ reason: 'spam', count: 2 }],
  firstReportedAt: '2026-07-02T16:00:00Z',
  ...overrides,
})

/** Rankings at its wire, with items in the order in which a list has them. `asked` holds every change and every list that was asked for. */
export function serveRankings(items: Item[] = []) {
  const rankings = {
    items,
    reviews: [] as Review[],
    own: null as OwnRating | null,
    lists: [] as URLSearchParams[],
    asked: [] as { call: string; body: unknown }[],
    filters: false,
  }
  const noting = async (request: Request) => {
    const text = await request.text()
    const body: unknown = text === '' ? null : JSON.parse(text)
    rankings.asked.push({
      call: `${request.method} ${new URL(request.url).pathname.replace('/api/rankings', '')}`,
      body,
    })
    return body
  }
  server.use(...listRoutes(rankings), ...ratingRoutes(rankings, noting), ...requestRoutes(noting))
  return rankings
}

type Rankings = {
  items: Item[]
  reviews: Review[]
  own: OwnRating | null
  lists: URLSearchParams[]
  filters: boolean
}
type Noting = (request: Request) => Promise<unknown>

const PAGE = 2

const toRanked = (item: Item, at: number): RankedItem => ({
  ...item,
  rank: item.average === null ? null : at + 1,
})
const toDetail = (item: Item): ItemDetail => ({ ...item, starCounts: [0, 0, 1, 3, 8] })

function listRoutes(rankings: Rankings) {
  return [
    http.get('*/api/rankings/parks', () =>
      HttpResponse.json([
        { parkId: EPCOT, name: 'EPCOT', destinationName: 'Walt Disney World Resort' },
        { parkId: MAGIC_KINGDOM, name: 'Magic Kingdom Park', destinationName: 'Walt Disney World Resort' },
      ]),
    ),
    http.get('*/api/rankings/items', ({ request }) => {
      const query = new URL(request.url).searchParams
      rankings.lists.push(query)
      const from = Number(query.get('cursor') ?? 0)
      const listed = rankings.items.filter(({ type }) => type === query.get('type')).map(toRanked)
      const next = from + PAGE < listed.length ? String(from + PAGE) : null
      return HttpResponse.json({ items: listed.slice(from, from + PAGE), next })
    }),
    http.get('*/api/rankings/items/:itemId', ({ params }) => {
      const item = rankings.items.find(({ itemId }) => itemId === params['itemId'])
      return item ? HttpResponse.json(toDetail(item)) : refusal('item-not-found')
    }),
    http.get('*/api/rankings/items/:itemId/reviews', () =>
      HttpResponse.json({ items: rankings.reviews, next: null }),
    ),
  ]
}

function ratingRoutes(rankings: Rankings, noting: Noting) {
  return [
    http.get('*/api/rankings/items/:itemId/rating', () =>
      rankings.own ? HttpResponse.json(rankings.own) : new HttpResponse(null, { status: 204 }),
    ),
    http.put('*/api/rankings/items/:itemId/rating', async ({ request }) => {
      const { stars, comment } = (await noting(request)) as { stars: number; comment: string }
      const isNew = rankings.own === null
      const stored = rankings.filters ? '*'.repeat(comment.length) : comment
      rankings.own = { reviewId: anId(), stars, comment: stored || null }
      return HttpResponse.json({ ...rankings.own, isNew, isFiltered: rankings.filters })
    }),
    http.delete('*/api/rankings/items/:itemId/rating', async ({ request }) => {
      await noting(request)
      rankings.own = null
      return new HttpResponse(null, { status: 204 })
    }),
  ]
}

function requestRoutes(noting: Noting) {
  const receive = async ({ request }: { request: Request }) => {
    await noting(request)
    return HttpResponse.json({ requestId: anId() }, { status: 201 })
  }
  return [
    http.post('*/api/rankings/item-requests', receive),
    http.post('*/api/rankings/items/:itemId/edit-requests', receive),
    http.post('*/api/rankings/reviews/:reviewId/reports', async ({ request }) => {
      await noting(request)
      return new HttpResponse(null, { status: 204 })
    }),
  ]
}
