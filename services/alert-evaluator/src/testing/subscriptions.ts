import type { SubscriptionView } from '@walkon/contracts/http/alerts'
import { linkHeaders } from '@walkon/testing/service'
import type { createTestEvaluator } from './evaluator.ts'

export type App = Awaited<ReturnType<typeof createTestEvaluator>>['app']

/** Requests of a visitor with a manage link about subscriptions. */
export function createSubscriptionCalls(app: App) {
  const call = async (method: 'GET' | 'PATCH' | 'PUT', url: string, email: string, payload?: object) =>
    app.inject({ method, url, headers: await linkHeaders(email), ...(payload && { payload }) })
  const ask = (email: string) => call('GET', '/subscriptions', email)
  return {
    ask,
    list: async (email: string) => (await ask(email)).json<SubscriptionView[]>(),
    change: (id: string, payload: object, email: string) =>
      call('PATCH', `/subscriptions/${id}`, email, payload),
    choose: (id: string, choices: object[], email: string) =>
      call('PUT', `/subscriptions/${id}/watches`, email, choices),
  }
}
