import { pageOf, pageQuery } from '@walkon/contracts/http/page'
import { passView } from '@walkon/contracts/http/passes'
import { problems } from '@walkon/contracts/http/problem'
import { accountOf } from '@walkon/service/access'
import type { Database } from '@walkon/service/database'
import type { HttpApp } from '@walkon/service/http'
import { z } from 'zod'
import { getPass, listPasses } from '../use-cases/passes/list-passes.ts'

/** The passes and receipts of an account: the orders of its address. */
export async function passRoutes(app: HttpApp, deps: { db: Database; now: () => Date }): Promise<void> {
  app.get(
    '/passes',
    {
      config: { access: 'account' },
      schema: {
        summary: 'List the orders of the account, with their passes and payments, the newest first',
        operationId: 'listPasses',
        success: 'A page of orders; `next` is the cursor of the page after it.',
        tags: ['passes'],
        querystring: pageQuery,
        response: { 200: pageOf(passView), ...problems() },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store')
      return listPasses(deps, accountOf(request).email, request.query)
    },
  )

  app.get(
    '/passes/:orderId',
    {
      config: { access: 'account' },
      schema: {
        summary: 'Read one order of the account, for its receipt',
        operationId: 'readPass',
        success: 'The order with its pass and payment.',
        tags: ['passes'],
        params: z.object({ orderId: z.uuid() }),
        response: { 200: passView, ...problems('order-not-found') },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store')
      return getPass(deps, accountOf(request).email, request.params.orderId)
    },
  )
}
