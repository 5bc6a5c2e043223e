import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { deleteFares, listSearches, pinnedFare, saveFare } from '../state/fares.ts'
import type { Store } from '../state/store.ts'

type Deps = { store: Store }

const since = z.strictObject({ since: z.iso.datetime({ offset: true }).optional() })

/** Pins the cheapest fare of a route and day, and tells which searches were taken. */
export function addFareRoutes(app: FastifyInstance, { store }: Deps): void {
  app.put('/fares', (request) => {
    const fare = pinnedFare.parse(request.body)
    saveFare(store, fare)
    return fare
  })

  app.delete('/fares', (_request, reply) => {
    deleteFares(store)
    return reply.code(204).send()
  })

  app.get('/flight-searches', (request) =>
    listSearches(store, new Date(since.parse(request.query).since ?? 0)),
  )
}
