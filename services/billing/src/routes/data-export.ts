import { dataExport } from '@walkon/contracts/http/data-export'
import { callerOf } from '@walkon/service/access'
import type { Database } from '@walkon/service/database'
import type { HttpApp } from '@walkon/service/http'
import { listDataOf } from '../db/data-export.ts'

/** All that is kept of whoever asks. */
export async function dataExportRoutes(app: HttpApp, { db }: { db: Database }): Promise<void> {
  app.get(
    '/export',
    { config: { access: 'account' }, schema: { response: { 200: dataExport } } },
    async (request, reply) => {
      reply.header('cache-control', 'no-store')
      return listDataOf(db, callerOf(request).email)
    },
  )
}
