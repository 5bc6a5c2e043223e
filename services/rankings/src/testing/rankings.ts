import { userDeleted, userNamed } from '@walkon/contracts/events/identity'
import { parkCatalogChanged } from '@walkon/contracts/events/park-data'
import type {
  ItemDetail,
  NewItemRequest,
  NewRating,
  RankedItem,
  Review,
} from '@walkon/contracts/http/rankings'
import type { Environment } from '@walkon/service/config'
import type { TestAccount } from '@walkon/testing/accounts'
import { createTestService, heard, type TestService } from '@walkon/testing/service'
import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { rankings } from '../app.ts'

export type TestRankings = Awaited<ReturnType<typeof createTestRankings>>
type Entity = { id: string; name: string; retired?: boolean }
type Answer<Body> = { status: number; body: Body; code: string | undefined }

/** Rankings with one park; members of the cast make the requests. */
export async function createTestRankings(env: Environment = {}) {
  const service = await createTestService(rankings, { env })
  return { ...service, ...(await openRankings(service)) }
}

/** One park in a running service, and requests by members of the cast. */
export async function openRankings({ app, accounts, hear }: TestService) {
  /** Applies a ParkCatalogChanged of a park with these entities. */
  async function catalog(
    change: Partial<z.input<typeof parkCatalogChanged.data>> = {},
    {
      rides = [],
      restaurants = [],
      shows = [],
    }: Partial<Record<'rides' | 'restaurants' | 'shows', Entity[]>> = {},
  ) {
    const place = ({ name, retired = false }: Entity) => ({ name, retired, slug: null })
    const data = {
      parkId: randomUUID() as string,
      name: 'Magic Kingdom',
      destinationId: randomUUID() as string,
      destinationName: 'Walt Disney World',
      timezone: 'America/New_York',
      retired: false,
      attractions: rides.map(({ id: rideId, name, retired = false }) => ({ rideId, name, retired })),
      restaurants: restaurants.map((entity) => ({ restaurantId: entity.id, ...place(entity) })),
      shows: shows.map((entity) => ({ showId: entity.id, ...place(entity) })),
      ...change,
    }
    await hear([heard(parkCatalogChanged, data)])
    return data.parkId
  }

  const ask: Ask = async <Body>(
    method: Parameters<Ask>[0],
    url: string,
    who: TestAccount | null = null,
    payload?: object,
  ): Promise<Answer<Body>> => {
    const { statusCode, body } = await app.inject({
      method,
      url,
      ...(who && { headers: accounts.headersFor(who) }),
      ...(payload && { payload }),
    })
    const json = (body === '' ? null : JSON.parse(body)) as Body & { code?: string }
    return { status: statusCode, body: json, code: json?.code }
  }

  const parkId = await catalog()

  return {
    parkId,
    catalog,
    ask,
    ...createVisits(ask, parkId),
    userNamed: (userId: string, displayName: string | null, namedAt = new Date()) =>
      hear([heard(userNamed, { userId, displayName, namedAt: namedAt.toISOString() })]),
    userDeleted: (userId: string) =>
      hear([heard(userDeleted, { userId, addressHashes: ['a-hash'], deletedAt: new Date().toISOString() })]),
  }
}

type Ask = <Body>(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  who?: TestAccount | null,
  payload?: object,
) => Promise<Answer<Body>>

/** Acts of visitors on the pages. */
function createVisits(ask: Ask, parkId: string) {
  const ada = someone('Ada')
  const visits = {
    /** An item of people's, added by an admin. */
    addItem: async (name = `Ride ${randomUUID()}`, more: object = {}): Promise<string> => {
      const added = await ask<{ itemId: string }>('POST', '/items', anAdmin(), { name, parkId, ...more })
      return added.body.itemId
    },
    list: async (query: Record<string, string> = {}) => {
      const search = new URLSearchParams({ type: 'ride', ...query })
      return (await ask<{ items: RankedItem[]; next: string | null }>('GET', `/items?${search.toString()}`))
        .body
    },
    item: async (itemId: string) => (await ask<ItemDetail>('GET', `/items/${itemId}`)).body,
    reviewsOf: async (itemId: string) =>
      (await ask<{ items: Review[] }>('GET', `/items/${itemId}/reviews`)).body.items,
    rate: (who: TestAccount, itemId: string, rating: Partial<NewRating> = {}) =>
      ask<{ reviewId: string; comment: string | null; isNew: boolean; isFiltered: boolean }>(
        'PUT',
        `/items/${itemId}/rating`,
        who,
        { stars: 5, ...rating },
      ),
    suggest: (who: TestAccount, request: Partial<NewItemRequest> = {}) =>
      ask<{ requestId: string }>('POST', '/item-requests', who, {
        name: `Ride ${randomUUID()}`,
        parkId,
        ...request,
      }),
    suggestEdit: (who: TestAccount, itemId: string, edit: object) =>
      ask<{ requestId: string }>('POST', `/items/${itemId}/edit-requests`, who, edit),
    /** Ada's review of a new item, with these words. */
    aReview: async (comment: string | null = 'What a ride') => {
      const itemId = await visits.addItem()
      const { body } = await ask<{ reviewId: string }>('PUT', `/items/${itemId}/rating`, ada, {
        stars: 4,
        comment,
      })
      return { itemId, reviewId: body.reviewId, author: ada }
    },
  }
  return visits
}

/** An account of its own, with a display name or without one. */
export const someone = (displayName?: string) => ({
  email: `visitor-${randomUUID()}@example.com`,
  userId: randomUUID() as string,
  ...(displayName !== undefined && { displayName }),
})

export const aModerator = (displayName = 'Grace') => ({
  ...someone(displayName),
  roles: ['moderator' as const],
})

export const anAdmin = () => ({
  ...someone('Boss'),
  roles: ['admin' as const],
  aal: 'aal2' as const,
  aalRequired: 'aal2' as const,
})
