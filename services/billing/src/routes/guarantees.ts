import { guaranteeView } from '@walkon/contracts/http/guarantees'
import { problems } from '@walkon/contracts/http/problem'
import type { Database } from '@walkon/service/database'
import type { HttpApp } from '@walkon/service/http'
import { z } from 'zod'
import { readGuarantee } from '../use-cases/guarantee/read-guarantee.ts'

/** Routes for support's view of an ended pass. */
export async function guaranteeRoutes(app: HttpApp, { db }: { db: Database }): Promise<void> {
  app.get(
    '/guarantees/:passId',
    {
      config: { access: 'support' },
      schema: {
        summary: 'Read why an ended pass was refunded or not',
        operationId: 'readGuarantee',
        success: 'The decision with what it was decided from, and the refund.',
        tags: ['guarantees'],
        params: z.object({ passId: z.uuid() }),
        response: { 200: guaranteeView, ...problems('guarantee-not-found') },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store')
      return readGuarantee(db, request.params.passId)
    },
  )
}
