import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { findEntity } from '../catalog/catalog.ts'
import { pinnedValues, releasePin, savePin } from '../state/pins.ts'
import { recordedRideExists } from '../state/recordings.ts'
import type { Store } from '../state/store.ts'
import { ControlProblem } from './problem.ts'

type Deps = { store: Store; now: () => Date }

const byRide = z.object({ rideId: z.string() })

export function addRideRoutes(app: FastifyInstance, { store, now }: Deps): void {
  app.put('/rides/:rideId', (request) => {
    const rideId = knownRide(request.params)
    const values = pinnedValues.parse(request.body)
    if (Object.values(values).every((value) => value === undefined)) {
      throw new ControlProblem(400, 'nothing-to-pin', 'Give a status, waitMinutes, queues or tables.')
    }
    const pinnedAt = now()
    savePin(store, rideId, values, pinnedAt)
    return { rideId, ...values, pinnedAt: pinnedAt.toISOString() }
  })

  app.delete('/rides/:rideId', (request, reply) => {
    releasePin(store, knownRide(request.params), now())
    return reply.code(204).send()
  })

  function knownRide(params: unknown): string {
    const { rideId } = byRide.parse(params)
    const entity = findEntity(rideId)
    if (entity?.type === 'ATTRACTION') return entity.id
    if (recordedRideExists(store, rideId)) return rideId
    throw new ControlProblem(404, 'ride-not-found', `There is no ride '${rideId}' in the feed.`)
  }
}
