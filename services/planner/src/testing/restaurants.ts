import { mailListLeft, userNotificationRequested } from '@walkon/contracts/events/notifications'
import { waitTimeObserved } from '@walkon/contracts/events/park-data'
import type {
  AlertableRestaurants,
  NewRestaurantAlert,
  RestaurantAlert,
} from '@walkon/contracts/http/restaurant-alerts'
import { startServiceSandbox } from '@walkon/sandbox/testing/service-sandbox'
import type { Environment } from '@walkon/service/config'
import type { TestAccount } from '@walkon/testing/accounts'
import { heard } from '@walkon/testing/service'
import { randomUUID } from 'node:crypto'
import { createTestPlanner, type TestPlanner } from './planner.ts'

/** Half past five in the afternoon at Magic Kingdom: time for dinner. */
export const EVENING = new Date('2026-11-25T22:30:00Z')
export const TODAY = '2026-11-25'
export const TOMORROW = '2026-11-26'

const API_KEY = 'the-key-of-the-test'

/** A stand-in for the provider of reservations on a free port, whose clock a test sets. */
async function startTestProvider(clock: { now: Date }) {
  const { url, control, stop } = await startServiceSandbox('planner', clock, {
    restaurantsApiKey: API_KEY,
    slowMs: 400,
  })
  const listed = await fetch(`${url}/restaurants/v1/restaurants`, {
    headers: { authorization: `Bearer ${API_KEY}` },
  })
  const { data } = (await listed.json()) as { data: { id: string; name: string }[] }
  return {
    /** The restaurants whose reservations it knows. */
    restaurants: data,
    env: { RESTAURANTS_API_URL: `${url}/restaurants`, RESTAURANTS_API_KEY: API_KEY },
    /** Sets the tables that a restaurant offers from now on. */
    pin: async (restaurantId: string, tables: { time: string; partySize: number }[]) => {
      await control('PUT', `/restaurants/${restaurantId}`, { tables })
    },
    fail: async (kind: string, count?: number) => {
      await control('POST', '/faults', { provider: 'restaurants', kind, ...(count && { count }) })
    },
    recover: () => control('DELETE', '/faults'),
    /** The questions for tables that it answered, the newest first. */
    checks: async () => (await control('GET', '/table-checks')) as { restaurantId: string; date: string }[],
    stop,
  }
}

/** The planner with a stand-in of the provider of reservations, on one clock, and a park whose restaurants are open for alerts. */
export async function createTestRestaurants(env: Environment = {}) {
  const clock = { now: EVENING }
  const provider = await startTestProvider(clock)
  const service = await createTestPlanner({
    env: { RESTAURANT_ALERTS_OPEN: 'true', TABLE_CHECK_SECONDS: '60', ...provider.env, ...env },
    now: () => clock.now,
  })
  const [tavern, palace] = provider.restaurants
  if (!tavern || !palace) throw new Error('The sandbox has restaurants')
  /** A restaurant without readings of its tables. */
  const unknown = { id: randomUUID() as string, name: 'Café Orléans' }
  const parkId = await service.catalog({}, { restaurants: [tavern, palace, unknown] })
  const later = (seconds: number) => (clock.now = new Date(clock.now.getTime() + seconds * 1_000))

  /** Takes turns at the provider until nothing is due at this moment. */
  async function check(turns = 10): Promise<void> {
    for (let turn = 0; turn < turns; turn++) {
      await service.runJob('check-tables')
      later(2)
    }
  }

  async function setAlert(who: TestAccount, alert: Partial<NewRestaurantAlert> = {}) {
    return service.ask<{ id: string }>('POST', '/restaurant-alerts', who, {
      restaurantId: tavern?.id,
      dates: [TODAY],
      email: who.email,
      ...alert,
    })
  }

  return {
    ...service,
    parkId,
    clock,
    later,
    provider,
    tavern,
    palace,
    unknown,
    check,
    setAlert,
    ...createFeed(service, { parkId, tavernId: tavern.id, later }),
    ...createReads(service, parkId, clock),
    close: async () => {
      await service.close()
      await provider.stop()
    },
  }
}

type FeedOptions = { parkId: string; tavernId: string; later: (seconds: number) => Date }

const createFeed = ({ hear }: Pick<TestPlanner, 'hear'>, { parkId, tavernId, later }: FeedOptions) => ({
  /** One poll of the feed: what a restaurant, the tavern unless told otherwise, offers to walk-up visitors. */
  poll: async (
    tables: { partySize: number; waitMinutes: number | null }[],
    more: { parkOpen?: boolean; trusted?: boolean; shutRestaurantIds?: string[] } = {},
    restaurantId = tavernId,
  ) => {
    const observedAt = later(60)
    await hear([
      heard(waitTimeObserved, {
        parkId,
        observedAt: observedAt.toISOString(),
        parkOpen: true,
        trusted: true,
        rides: [
          {
            rideId: randomUUID(),
            name: 'Space Mountain',
            status: 'OPERATING',
            waitMinutes: 30,
            changedAt: null,
            usualMinutes: null,
          },
        ],
        ...(tables.length > 0 && { tables: [{ restaurantId, name: 'Its name', tables }] }),
        ...more,
      }),
    ])
  },
})

/** The contents of pages and mails. */
const createReads = (service: TestPlanner, parkId: string, clock: { now: Date }) => ({
  listAlerts: async (who: TestAccount) =>
    (await service.ask<{ alerts: RestaurantAlert[] }>('GET', '/restaurant-alerts', who)).body.alerts,
  restaurantsOf: async (park = parkId) =>
    (await service.ask<AlertableRestaurants>('GET', `/parks/${park}/restaurants`)).body,
  /** The letters that were requested for an account, oldest first. */
  lettersTo: async ({ userId }: { userId: string }) =>
    (await service.published(userNotificationRequested))
      .filter((request) => request.userId === userId)
      .map(({ notification, list, notificationId, expiresAt }) => ({
        ...notification,
        list,
        notificationId,
        expiresAt,
      })),
  listLeft: (userId: string | null, list: 'restaurants' | 'flights' = 'restaurants') =>
    service.hear([
      heard(mailListLeft, { list, addressHash: 'a-hash', userId, leftAt: clock.now.toISOString() }),
    ]),
})
