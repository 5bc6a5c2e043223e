import type { NewRestaurantAlert, RestaurantAlert } from '@walkon/contracts/http/restaurant-alerts'
import { http, HttpResponse } from 'msw'
import { serveMailList } from './mail-lists.ts'
import { server } from './server.ts'

export const PARK = '75ea578a-adc8-4116-a54d-dccb60765ef9'
export const TAVERN = '3c2cd63a-9fdc-4dd3-9b3e-2b3a0b8e8c10'
const CAFE = '0e2ab1fc-6e6b-4f0a-9f0e-3f1d5a6c9b11'

export const anAlert: RestaurantAlert = {
  id: '5b0cfe6e-7d0a-4c0e-8a55-0d5f4d3ad001',
  parkId: PARK,
  parkName: 'Magic Kingdom',
  restaurantId: TAVERN,
  restaurantName: 'Liberty Tree Tavern',
  dates: ['2026-11-25'],
  partySize: 2,
  preferredTime: 'dinner',
  pendingBecause: null,
  checkedAt: null,
  toldAt: null,
  createdAt: '2026-11-25T12:00:00Z',
}

const WALK_UPS = [
  {
    id: TAVERN,
    name: 'Liberty Tree Tavern',
    slug: null,
    location: null,
    hasWalkUpList: true,
    tables: [
      { partySize: 6, waitMinutes: 40 },
      { partySize: 2, waitMinutes: 25 },
    ],
  },
  {
    id: CAFE,
    name: 'Café Orléans',
    slug: null,
    location: null,
    hasWalkUpList: true,
    tables: [{ partySize: 4, waitMinutes: 15 }],
  },
]

/** The services at their wire. Returns the alerts that are there, and those that were asked for. */
export function serveRestaurants(alerts: RestaurantAlert[] = []) {
  const asked: NewRestaurantAlert[] = []
  serveMailList('restaurants')
  server.use(
    http.get('*/api/alerts/subscriptions', () => HttpResponse.json([])),
    http.get('*/api/parks/destinations', () =>
      HttpResponse.json([
        {
          id: PARK.replace('7', '8'),
          name: 'Walt Disney World',
          slug: 'waltdisneyworldresort',
          parks: [{ id: PARK, name: 'Magic Kingdom', timezone: 'America/New_York' }],
        },
      ]),
    ),
    http.get('*/api/parks/:parkId/restaurants', () =>
      HttpResponse.json({
        parkId: PARK,
        readAt: '2026-11-25T12:00:00Z',
        isOpen: true,
        isStale: false,
        restaurants: WALK_UPS,
      }),
    ),
    http.get('*/api/planner/parks/:parkId/restaurants', () =>
      HttpResponse.json({
        today: '2026-11-25',
        walkUpLimitMinutes: 30,
        restaurants: [
          { id: CAFE, name: 'Café Orléans', slug: 'cafe-orleans', pendingBecause: 'no-provider' },
          { id: TAVERN, name: 'Liberty Tree Tavern', slug: 'liberty-tree-tavern', pendingBecause: null },
        ],
      }),
    ),
    http.get('*/api/planner/restaurant-alerts', () => HttpResponse.json({ alerts })),
    http.post('*/api/planner/restaurant-alerts', async ({ request }) => {
      asked.push((await request.json()) as NewRestaurantAlert)
      return HttpResponse.json({ id: anAlert.id }, { status: 201 })
    }),
    http.delete('*/api/planner/restaurant-alerts/:id', () => {
      alerts.pop()
      return new HttpResponse(null, { status: 204 })
    }),
  )
  return { asked, alerts }
}
