import { dataExport, type DataExport } from '@walkon/contracts/http/data-export'
import { personAct, NOBODY } from '@walkon/contracts/http/desk'
import { problems } from '@walkon/contracts/http/problem'
import type { ProblemCode } from '@walkon/contracts/http/problem-codes'
import { accountOf } from '@walkon/service/access'
import type { Database } from '@walkon/service/database'
import type { HttpApp } from '@walkon/service/http'
import { maskOthers } from '@walkon/service/own-data'
import { audit } from './admin-actions.ts'
import { findSubject, idsOf, type KnownAccounts } from './visitor-desk.ts'

export type VisitorExportOptions = {
  db: Database
  now: () => Date
  /** Lists the service's data of a person: the answer of `GET /export`. */
  listDataOf(visitor: { email: string; userId: string }): Promise<DataExport>
  /** The option of `visitorDeskRoutes`. A service that knows a person by the user id alone names that: `by: 'user-id'`. */
  accounts?: KnownAccounts
  by?: 'user-id'
  /** The option of `dataExportRoutes`. */
  listOwnNumbers?(visitor: { email: string; userId: string }): Promise<string[]>
  /** The service's check of an admin in addition to the token; throws a refusal. */
  demandAdmin?(request: Parameters<typeof accountOf>[0]): Promise<void>
  /** Codes of the service's own that the route is declared with. */
  codes?: ProblemCode[]
}

/**
 * `POST /visitors/export`, for every service of the registry that keeps personal data: a person's export, for an admin whom the person
 * asked in writing. Each is an entry of the audit trail.
 */
export async function visitorExportRoutes(
  app: HttpApp,
  { db, now, by, accounts, listDataOf, listOwnNumbers, demandAdmin, codes = [] }: VisitorExportOptions,
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
        response: { 200: dataExport, ...problems('visitor-mismatch', ...codes) },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store')
      await demandAdmin?.(request)
      const { email, userId: namedId, reason } = request.body
      const userId = by === 'user-id' ? namedId : await findSubject(accounts, { email, userId: namedId })
      const visitor = { email, userId: userId ?? NOBODY }
      const numbers = (await listOwnNumbers?.(visitor)) ?? []
      const data = maskOthers(await listDataOf(visitor), { email, numbers })
      const [subjectId] = [userId, ...idsOf(data)].filter((id) => id !== null)
      await db.transaction((tx) =>
        audit(tx, {
          actorId: accountOf(request).userId,
          action: 'export-visitor',
          ...(subjectId && { subjectId }),
          reason,
          now: now(),
        }),
      )
      return data
    },
  )
}
