import { sendQuery, sendReport } from '@walkon/contracts/http/system'
import type { Database } from '@walkon/service/database'
import type { HttpApp } from '@walkon/service/http'
import { countSendErrors, countSendsByHour, HOURS_A_DAY } from '../db/deliveries/sends.ts'

const WEEK_MS = 7 * HOURS_A_DAY * 3_600_000
/** More reasons than this are looked for in the log. */
const MOST_ERRORS = 20

export async function sendRoutes(app: HttpApp, { db }: { db: Database }): Promise<void> {
  app.get(
    '/system/sends',
    {
      config: { access: 'support' },
      schema: {
        summary: 'Count the messages of a day by hour, beside the same day a week before',
        operationId: 'countSends',
        tags: ['system'],
        success: 'The 24 hours from the instant, those a week before, and why messages failed.',
        querystring: sendQuery,
        response: { 200: sendReport },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store')
      const from = new Date(request.query.from)
      const [day, weekBefore, errors] = await Promise.all([
        countSendsByHour(db, from),
        countSendsByHour(db, new Date(from.getTime() - WEEK_MS)),
        countSendErrors(db, from, MOST_ERRORS),
      ])
      return { day, weekBefore, errors }
    },
  )
}
