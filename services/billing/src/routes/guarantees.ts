import { guaranteeCounts } from '@walkon/contracts/http/how-we-do'
import { guaranteeView } from '@walkon/contracts/http/guarantees'
import { problems } from '@walkon/contracts/http/problem'
import type { Database } from '@walkon/service/database'
import type { HttpApp } from '@walkon/service/http'
import { z } from 'zod'
import { listGuaranteeDays } from '../db/guarantee/guarantee-days.ts'
import { sumGuarantees } from '../domain/sum-guarantees.ts'
import { readGuarantee } from '../use-cases/guarantee/read-guarantee.ts'

/** Support's view of an ended pass, and the counts of all for the page `/how-we-do`. */
export async function guaranteeRoutes(app: HttpApp, { db }: { db: Database }): Promise<void> {
  app.get(
    '/guarantees/counts',
    {
      config: { access: 'public' },
      schema: {
        summary: 'Count the guarantees of the last 30 days',
        operationId: 'readGuaranteeCounts',
        tags: ['how-we-do'],
        success:
          'How many ended passes met the guarantee, fell short and were paid back. A count under ten is null.',
        response: { 200: guaranteeCounts },
      },
    },
    async (_request, reply) => {
      reply.header('cache-control', 'public, max-age=300')
      return sumGuarantees(await listGuaranteeDays(db))
    },
  )

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
