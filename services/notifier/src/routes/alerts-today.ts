import { alertsToday } from '@walkon/contracts/http/alerts-today'
import type { HttpApp } from '@walkon/service/http'
import type { AlertCounts } from '../use-cases/alerts/count-alerts.ts'

const count = {
  summary: 'Count the alerts of today',
  operationId: 'countAlertsOfToday',
  tags: ['history'],
  success: 'The alerts that were sent since midnight in New York, and the rides with the most of them.',
  response: { 200: alertsToday },
}

/** For everyone: it says nothing of anybody. */
export async function alertsTodayRoutes(app: HttpApp, { counts }: { counts: AlertCounts }): Promise<void> {
  app.get('/alerts-today', { config: { access: 'public' }, schema: count }, async (_request, reply) => {
    reply.header('cache-control', 'public, max-age=60')
    return counts()
  })
}
