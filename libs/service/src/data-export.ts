import { dataExport, type DataExport } from '@walkon/contracts/http/data-export'
import { problems } from '@walkon/contracts/http/problem'
import type { ProblemCode } from '@walkon/contracts/http/problem-codes'
import type { FastifyRequest } from 'fastify'
import { accountOf } from './access.ts'
import type { Account } from './access-tokens.ts'
import type { HttpApp } from './http.ts'
import { maskOthers } from './own-data.ts'

export type DataExportOptions = {
  /** Everything that the service keeps of the account that asks, the oldest first. */
  listDataOf(account: Account, request: FastifyRequest): Promise<DataExport>
  /** The numbers that the owner of the address chose or entered while proven; others are masked. None without it. */
  listOwnNumbers?(owner: { email: string; userId: string }): Promise<string[]>
  /** Codes of the service's own that the route is declared with. */
  codes?: ProblemCode[]
}

/** `GET /export`, for every service of the registry that keeps personal data. Addresses and numbers of other people are masked. */
export async function dataExportRoutes(
  app: HttpApp,
  { listDataOf, listOwnNumbers, codes = [] }: DataExportOptions,
): Promise<void> {
  app.get(
    '/export',
    {
      config: { access: 'account' },
      schema: {
        summary: 'Export what is stored about the account',
        operationId: 'exportData',
        tags: ['data-export'],
        success: 'Lists of everything that this service stores about the account, by name.',
        response: { 200: dataExport, ...problems(...codes) },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store')
      const account = accountOf(request)
      const numbers = (await listOwnNumbers?.(account)) ?? []
      return maskOthers(await listDataOf(account, request), { email: account.email, numbers })
    },
  )
}
