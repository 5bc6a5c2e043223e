import { outageList } from '@walkon/contracts/http/how-we-do'
import type { Database } from '@walkon/service/database'
import type { HttpApp } from '@walkon/service/http'
import { showOutages } from '../use-cases/polling/show-outages.ts'

export async function outageRoutes(
  app: HttpApp,
  { db, now }: { db: Database; now: () => Date },
): Promise<void> {
  app.get(
    '/outages',
    {
      config: { access: 'public' },
      schema: {
        summary: 'List the outages of the last 30 days',
        operationId: 'listOutages',
        tags: ['how-we-do'],
        success: 'When open parks had no trusted reading for ten minutes and longer, newest first.',
        response: { 200: outageList },
      },
    },
    async (_request, reply) => {
      reply.header('cache-control', 'public, max-age=60')
      return showOutages(db, now())
    },
  )
}
