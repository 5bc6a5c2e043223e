import { newPlanNumber, planTexts } from '@walkon/contracts/http/plan-texts'
import { problems } from '@walkon/contracts/http/problem'
import { callerOf } from '@walkon/service/access'
import { createAttemptLimit } from '@walkon/service/attempt-limit'
import type { Cache } from '@walkon/service/cache'
import type { HttpApp } from '@walkon/service/http'
import { createNumberLimit } from '@walkon/service/number-limit'
import { z } from 'zod'
import { choosePlanNumber, removePlanNumber, type ChooseDeps } from '../use-cases/plans/keep-plan-number.ts'
import { showPlanTexts } from '../use-cases/plans/show-plan-texts.ts'

export type PlanTextOptions = Omit<ChooseDeps, 'limits' | 'numberLimit'> & { cache: Cache }

const config = { access: 'account' } as const
const tags = ['plan-texts']

const show = {
  summary: 'Tell where the texts of the plan go and how many are left',
  operationId: 'showPlanTexts',
  tags,
  success: 'The number in part, its state, and the texts of this month.',
  response: { 200: planTexts },
}
const choice = {
  summary: 'Choose the number that the texts of the plan go to',
  operationId: 'choosePlanNumber',
  tags,
  success:
    'The number is asked for its YES, unless it has given it for this account; until then alerts come by email.',
  body: newPlanNumber,
  response: {
    200: planTexts,
    ...problems(
      'plan-required',
      'phone-required',
      'phone-country',
      'text-not-sent',
      'too-many-numbers',
      'too-many-requests',
    ),
  },
}
const removal = {
  summary: 'Remove the number of the plan',
  operationId: 'removePlanNumber',
  tags,
  success: 'Alerts come by email again.',
  response: { 204: z.null() },
}

/** The texts of the caller's unlimited plan. */
export async function planTextRoutes(app: HttpApp, { cache, ...options }: PlanTextOptions): Promise<void> {
  const { now, rules } = options
  const deps = {
    ...options,
    limits: createAttemptLimit(cache, now),
    numberLimit: createNumberLimit(cache, now, rules.numbersPerClientDay),
  }

  app.get('/plan-texts', { config, schema: show }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    return showPlanTexts(deps, callerOf(request).email)
  })

  app.put('/plan-texts', { config, schema: choice }, async (request, reply) => {
    const { email } = callerOf(request)
    await choosePlanNumber(deps, { email, client: request.ip }, request.body)
    reply.header('cache-control', 'no-store')
    return showPlanTexts(deps, email)
  })

  app.delete('/plan-texts', { config, schema: removal }, async (request, reply) => {
    await removePlanNumber(deps, callerOf(request).email)
    return reply.code(204).send(null)
  })
}
