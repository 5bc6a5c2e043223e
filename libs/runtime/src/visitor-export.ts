import { dataExport, type DataExport } from '@walkon/contracts/http/data-export'
import { personAct, NOBODY } from '@walkon/contracts/http/desk'
import { problems } from '@walkon/contracts/http/problem'
import type { ProblemCode } from '@walkon/contracts/http/problem-codes'
import { accountOf } from '@walkon/service/access'
import type { Database } from '@walkon/service/database'
import type { HttpApp } from '@walkon/service/http'
import { maskOthers } from '@walkon/service/own-data'
import { audit } from './admin-actions.ts'

export type VisitorExportOptions = {
  db: Database
  now: () => Date
  /** What the service keeps of a person: what `GET /export` answers. */
  listDataOf(visitor: { email: string; userId: string }): Promise<DataExport>
  /** As of `dataExportRoutes`. */
  listOwnNumbers?(visitor: { email: string; userId: string }): Promise<string[]>
  /** What the service asks of an admin in addition to the token; throws a refusal. */
  demandAdmin?(request: Parameters<typeof accountOf>[0]): Promise<void>
  /** Codes of the service's own that the route is declared with. */
  codes?: ProblemCode[]
}

/**
 * `POST /visitors/export`, for every service of the registry that keeps personal data: what the person would export, for an admin whom the person
 * asked in writing. Each is an entry of the audit trail.
 */
export async function visitorExportRoutes(
  app: HttpApp,
  { db, now, listDataOf, listOwnNumbers, demandAdmin, codes = [] }: VisitorExportOptions,
): Promise<void> {
  app.post(
    '/visitors/export',
    {
      config: { access: 'proven-admin' },
      schema: {
        summary: 'Export what is stored about a person who asked for it in writing',
        operationId: 'exportVisitor',
        tags: ['data-export'],
        success: 'Lists of everything that this service stores about the person, by name.',
        body: personAct,
        response: { 200: dataExport, ...problems(...codes) },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store')
      await demandAdmin?.(request)
      const { email, userId, reason } = request.body
      const visitor = { email, userId: userId ?? NOBODY }
      const numbers = (await listOwnNumbers?.(visitor)) ?? []
      const data = maskOthers(await listDataOf(visitor), { email, numbers })
      await db.transaction((tx) =>
        audit(tx, {
          actorId: accountOf(request).userId,
          action: 'export-visitor',
          ...(userId && { subjectId: userId }),
          reason,
          now: now(),
        }),
      )
      return data
    },
  )
}
