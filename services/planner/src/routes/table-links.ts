import { problems } from '@walkon/contracts/http/problem'
import { tableLink, toldTables } from '@walkon/contracts/http/restaurant-alerts'
import type { Database } from '@walkon/service/database'
import type { HttpApp } from '@walkon/service/http'
import { showToldTables } from '../use-cases/restaurants/show-told-tables.ts'

const link = {
  summary: 'Read what has become of the tables that a mail told of',
  operationId: 'readTableLink',
  tags: ['restaurant-alerts'],
  success: 'The tables, whether each is still free, and where the park books them. Nothing is changed.',
  body: tableLink,
  response: { 200: toldTables, ...problems('table-link-invalid') },
}

/** The link of a mail works without an account, also while the gate is closed. */
export async function tableLinkRoutes(app: HttpApp, deps: { db: Database; now: () => Date }): Promise<void> {
  app.post(
    '/restaurant-alerts/link',
    { config: { access: 'public' }, schema: link },
    async (request, reply) => {
      reply.header('cache-control', 'no-store')
      return showToldTables(deps, request.body.token)
    },
  )
}
