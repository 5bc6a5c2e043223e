import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { findEntity } from '../catalog/catalog.ts'
import { releasePin, savePin } from '../state/pins.ts'
import { deleteTables, listChecks, pinnedTables, saveTables } from '../state/tables.ts'
import type { Store } from '../state/store.ts'
import { ControlProblem } from './problem.ts'

type Deps = { store: Store; now: () => Date }

const pinnedRestaurant = z
  .strictObject({
    /** The tables that can be reserved; an empty list is none. */
    tables: pinnedTables.optional(),
    /** The feed's present offer by party size; an empty list is none. */
    walkUps: z
      .array(
        z.strictObject({
          partySize: z.int().min(1).max(50),
          waitMinutes: z.int().min(0).max(500).nullable(),
        }),
      )
      .optional(),
  })
  .refine(({ tables, walkUps }) => tables !== undefined || walkUps !== undefined, 'Give tables or walkUps.')

const since = z.strictObject({ since: z.iso.datetime({ offset: true }).optional() })

/** Pins the tables of a restaurant, and tells which questions for tables were answered. */
export function addRestaurantRoutes(app: FastifyInstance, { store, now }: Deps): void {
  app.put('/restaurants/:restaurantId', (request) => {
    const restaurantId = knownRestaurant(request.params)
    const { tables, walkUps } = pinnedRestaurant.parse(request.body)
    store.transaction(() => {
      if (tables) saveTables(store, restaurantId, tables)
      if (walkUps) {
        const offered = walkUps.map(({ partySize, waitMinutes }) => ({ partySize, waitTime: waitMinutes }))
        savePin(store, restaurantId, { tables: offered }, now())
      }
    })
    return { restaurantId, ...(tables && { tables }), ...(walkUps && { walkUps }) }
  })

  app.delete('/restaurants/:restaurantId', (request, reply) => {
    const restaurantId = knownRestaurant(request.params)
    deleteTables(store, restaurantId)
    releasePin(store, restaurantId, now())
    return reply.code(204).send()
  })

  app.get('/table-checks', (request) => listChecks(store, new Date(since.parse(request.query).since ?? 0)))
}

function knownRestaurant(params: unknown): string {
  const { restaurantId } = z.object({ restaurantId: z.string() }).parse(params)
  const entity = findEntity(restaurantId)
  if (entity?.type === 'ATTRACTION' && entity.attraction.entityType === 'RESTAURANT') return entity.id
  throw new ControlProblem(
    404,
    'restaurant-not-found',
    `There is no restaurant '${restaurantId}' in the feed.`,
  )
}
