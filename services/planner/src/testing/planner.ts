import { userDeleted } from '@walkon/contracts/events/identity'
import { parkCatalogChanged } from '@walkon/contracts/events/park-data'
import type { TestAccount } from '@walkon/testing/accounts'
import { createTestService, heard, type TestService, type TestServiceOptions } from '@walkon/testing/service'
import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { planner } from '../app.ts'

type CatalogData = z.input<typeof parkCatalogChanged.data>
type TestRide = { id: string; name: string; retired?: boolean; isRide?: boolean }
type TestRestaurant = TestRide & {
  slug?: string | null
  location?: { latitude: number; longitude: number }
}
type Answer<Body> = { status: number; body: Body; code: string | undefined }

export type TestPlanner = Awaited<ReturnType<typeof createTestPlanner>>

/** A planner with one park; members of the cast make the requests. */
export async function createTestPlanner(options: TestServiceOptions = {}) {
  const service = await createTestService(planner, options)
  return { ...service, ...(await openPlanner(service)) }
}

/** One park in a running service, and requests by members of the cast. */
export async function openPlanner({ app, accounts, hear }: Pick<TestService, 'app' | 'accounts' | 'hear'>) {
  /** Applies a ParkCatalogChanged of a park with these rides and restaurants; returns the park's id. */
  async function catalog(
    change: Partial<CatalogData> = {},
    { rides = [], restaurants = [] }: { rides?: TestRide[]; restaurants?: TestRestaurant[] } = {},
  ): Promise<string> {
    const data = {
      parkId: randomUUID() as string,
      name: 'Magic Kingdom',
      destinationId: randomUUID() as string,
      destinationName: 'Walt Disney World',
      timezone: 'America/New_York',
      retired: false,
      attractions: rides.map(({ id: rideId, retired = false, ...ride }) => ({ rideId, retired, ...ride })),
      restaurants: restaurants.map(({ id: restaurantId, slug = null, retired = false, ...restaurant }) => ({
        restaurantId,
        slug,
        retired,
        ...restaurant,
      })),
      ...change,
    }
    await hear([heard(parkCatalogChanged, data)])
    return data.parkId
  }

  /** A request as this account, or without one. */
  async function ask<Body>(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    who: TestAccount | null = null,
    payload?: object,
    headers: Record<string, string> = {},
  ): Promise<Answer<Body>> {
    const { statusCode, body } = await app.inject({
      method,
      url,
      headers: { ...(who && accounts.headersFor(who)), ...headers },
      ...(payload && { payload }),
    })
    const json = (body === '' ? null : JSON.parse(body)) as Body & { code?: string }
    return { status: statusCode, body: json, code: json?.code }
  }

  return {
    parkId: await catalog(),
    catalog,
    ask,
    userDeleted: (userId: string) =>
      hear([heard(userDeleted, { userId, addressHashes: ['a-hash'], deletedAt: new Date().toISOString() })]),
  }
}

/** An account of its own. */
export const someone = () => ({
  email: `visitor-${randomUUID()}@example.com`,
  userId: randomUUID() as string,
})

export const anAdmin = () => ({
  ...someone(),
  roles: ['admin' as const],
  aal: 'aal2' as const,
  aalRequired: 'aal2' as const,
})

export const aRide = (name = `Ride ${randomUUID()}`): TestRide => ({ id: randomUUID(), name })

export const aRestaurant = (name = `Restaurant ${randomUUID()}`): TestRestaurant => ({
  id: randomUUID(),
  name,
})
