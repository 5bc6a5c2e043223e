import { alertCounts } from '@walkon/contracts/http/how-we-do'
import type { Database } from '@walkon/service/database'
import type { HttpApp } from '@walkon/service/http'
import { listAlertDays } from '../db/alerts/alert-days.ts'
import { sumDays } from '../domain/sum-days.ts'

/** `GET /counts`: what became of all alerts, for the page `/how-we-do`. The same for every visitor. */
export async function alertCountRoutes(app: HttpApp, { db }: { db: Database }): Promise<void> {
  app.get(
    '/counts',
    {
      config: { access: 'public' },
      schema: {
        summary: 'Count the alerts of the last 30 days',
        operationId: 'readAlertCounts',
        tags: ['how-we-do'],
        success: 'How many alerts went out, how fast, and what became of them. A count under ten is null.',
        response: { 200: alertCounts },
      },
    },
    async (_request, reply) => {
      reply.header('cache-control', 'public, max-age=300')
      return sumDays(await listAlertDays(db))
    },
  )
}
