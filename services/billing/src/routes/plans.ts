import { planPortal, planReturn, planView, startedPlan } from '@walkon/contracts/http/plans'
import { problems } from '@walkon/contracts/http/problem'
import { accountOf } from '@walkon/service/access'
import type { HttpApp } from '@walkon/service/http'
import { openPortal } from '../use-cases/plans/open-portal.ts'
import { readPlan, type ReadPlanDeps } from '../use-cases/plans/read-plan.ts'
import { startPlan, type Asker, type PlanDeps } from '../use-cases/plans/start-plan.ts'

const config = { access: 'account' } as const

/** The unlimited plan of an account. */
export async function planRoutes(app: HttpApp, deps: PlanDeps & ReadPlanDeps): Promise<void> {
  app.get(
    '/plan',
    {
      config,
      schema: {
        summary: 'Show the unlimited plan of the account',
        operationId: 'getPlan',
        success: 'How the plan stands; `none` for an account without one.',
        tags: ['plan'],
        querystring: planReturn,
        response: { 200: planView },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store')
      return readPlan(deps, accountOf(request).userId, request.query)
    },
  )

  app.post(
    '/plan/checkout',
    {
      config,
      schema: {
        summary: 'Open the page on which the first month of the plan is paid',
        operationId: 'startPlan',
        success: 'The address of the page; the same one as long as it is open.',
        tags: ['plan'],
        response: {
          201: startedPlan,
          ...problems('plan-exists', 'too-many-requests', 'checkout-unavailable'),
        },
      },
    },
    async (request, reply) =>
      reply.code(201).send(await startPlan(deps, accountOf(request), askerOf(request))),
  )

  app.post(
    '/plan/portal',
    {
      config,
      schema: {
        summary: 'Open the page on which the card is changed and the plan is cancelled',
        operationId: 'openPlanPortal',
        success: 'The address of the page, for one visit.',
        tags: ['plan'],
        response: {
          201: planPortal,
          ...problems('plan-not-found', 'too-many-requests', 'portal-unavailable'),
        },
      },
    },
    async (request, reply) =>
      reply.code(201).send(await openPortal(deps, accountOf(request).userId, askerOf(request))),
  )
}

type Sent = { ip: string; headers: { origin?: string | undefined } }
const askerOf = ({ ip, headers }: Sent): Asker => ({ client: ip, origin: headers.origin })
