import { endedAlertsList } from '@walkon/contracts/http/alerts'
import { problems } from '@walkon/contracts/http/problem'
import { callerOf } from '@walkon/service/access'
import type { Database } from '@walkon/service/database'
import type { HttpApp } from '@walkon/service/http'
import { z } from 'zod'
import { listEnds, putEndAway } from '../use-cases/passes/list-ends.ts'

/** Open for the key of one park too, which may read that its pass has ended. */
const config = { access: 'caller', opensPark: true } as const

/** Routes by which a visitor is told once that the alerts of a park have ended. */
export async function endedAlertRoutes(app: HttpApp, { db }: { db: Database }): Promise<void> {
  app.get(
    '/ended',
    {
      config,
      schema: {
        summary: 'List the parks of the caller whose alerts have ended',
        operationId: 'listEndedAlerts',
        tags: ['subscriptions'],
        success: 'The parks whose alerts ended within a week, the newest first, without those put away.',
        response: { 200: endedAlertsList },
      },
    },
    (request) => listEnds(db, callerOf(request)),
  )

  app.put(
    '/ended/:id/seen',
    {
      config,
      schema: {
        summary: 'Put away that the alerts of a park have ended',
        operationId: 'putEndedAlertsAway',
        tags: ['subscriptions'],
        success: 'The ended alerts that are left.',
        params: z.object({ id: z.uuid() }),
        response: { 200: endedAlertsList, ...problems('subscription-not-found') },
      },
    },
    (request) => putEndAway(db, callerOf(request), request.params.id),
  )
}
