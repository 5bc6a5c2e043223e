import { assistDayView, newAssistDay, startedAssistDay } from '@walkon/contracts/http/assist-days'
import { problems } from '@walkon/contracts/http/problem'
import { accountOf } from '@walkon/service/access'
import type { HttpApp } from '@walkon/service/http'
import { readAssistDay } from '../use-cases/lightning-lane/read-assist-day.ts'
import { startAssistDay, type AssistDayDeps } from '../use-cases/lightning-lane/start-assist-day.ts'

const config = { access: 'account' } as const

/** Lightning Lane Assist days of an account. */
export async function assistDayRoutes(app: HttpApp, deps: AssistDayDeps): Promise<void> {
  app.get(
    '/assist-day',
    {
      config,
      schema: {
        summary: 'Show the Lightning Lane Assist days of the account',
        operationId: 'getAssistDay',
        success: 'Whether a payment is open, each paid day that runs or is to come, and those that are over.',
        tags: ['assist-days'],
        response: { 200: assistDayView },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store')
      return readAssistDay(deps, accountOf(request).userId)
    },
  )

  app.post(
    '/assist-days/checkout',
    {
      config,
      schema: {
        summary: 'Open the page on which a Lightning Lane Assist day is paid',
        operationId: 'startAssistDay',
        success: 'The address of the page; the same one as long as it is open.',
        tags: ['assist-days'],
        body: newAssistDay,
        response: {
          201: startedAssistDay,
          ...problems(
            'lane-connection-required',
            'park-not-found',
            'date-in-past',
            'date-too-far',
            'assist-day-exists',
            'payment-in-process',
            'too-many-requests',
            'checkout-unavailable',
          ),
        },
      },
    },
    async (request, reply) =>
      reply.code(201).send(
        await startAssistDay(deps, accountOf(request), {
          asked: request.body,
          client: request.ip,
          origin: request.headers.origin,
        }),
      ),
  )
}
