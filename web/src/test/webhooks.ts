import {
  newWebhookEndpoint,
  type WebhookEndpoint,
  type WebhookMessage,
} from '@walkon/contracts/http/webhook-endpoints'
import { http, HttpResponse } from 'msw'
import { refusal } from './samples.ts'
import { server } from './server.ts'

export const SECRET = 'whsec_c2VjcmV0LW9mLWEtdGVzdA=='

export const anEndpoint = (overrides: Partial<WebhookEndpoint> = {}): WebhookEndpoint => ({
  id: crypto.randomUUID(),
  url: 'https://hooks.example.com/walkon',
  addedAt: new Date().toISOString(),
  lastDeliveredAt: null,
  failingSince: null,
  disabledAt: null,
  disabledReason: null,
  ...overrides,
})

export const aMessage = (overrides: Partial<WebhookMessage> = {}): WebhookMessage => ({
  id: crypto.randomUUID(),
  type: 'alert.ride',
  state: 'delivered',
  attempts: 1,
  lastError: null,
  createdAt: new Date().toISOString(),
  nextAttemptAt: null,
  endedAt: new Date().toISOString(),
  ...overrides,
})

/** A notifier that remembers the webhooks of one account. */
export function serveWebhooks(endpoints: WebhookEndpoint[] = [], messages: WebhookMessage[] = []) {
  const notifier = { endpoints, messages }
  const find = (id: unknown) => notifier.endpoints.find((endpoint) => endpoint.id === id)
  server.use(
    http.get('*/api/notifications/webhook-endpoints', () =>
      HttpResponse.json({ endpoints: notifier.endpoints }),
    ),
    http.post('*/api/notifications/webhook-endpoints', async ({ request }) => {
      const { url } = newWebhookEndpoint.parse(await request.json())
      const added = anEndpoint({ url })
      notifier.endpoints = [...notifier.endpoints, added]
      return HttpResponse.json({ ...added, secret: SECRET }, { status: 201 })
    }),
    http.delete('*/api/notifications/webhook-endpoints/:id', ({ params }) => {
      if (!find(params['id'])) return refusal('webhook-endpoint-not-found')
      notifier.endpoints = notifier.endpoints.filter(({ id }) => id !== params['id'])
      return new HttpResponse(null, { status: 204 })
    }),
    http.post('*/api/notifications/webhook-endpoints/:id/test', () => {
      notifier.messages = [aMessage({ type: 'test' }), ...notifier.messages]
      return new HttpResponse(null, { status: 202 })
    }),
    http.post('*/api/notifications/webhook-endpoints/:id/resume', ({ params }) => {
      const resumed = { disabledAt: null, disabledReason: null, failingSince: null }
      notifier.endpoints = notifier.endpoints.map((endpoint) =>
        endpoint.id === params['id'] ? { ...endpoint, ...resumed } : endpoint,
      )
      return HttpResponse.json(find(params['id']))
    }),
    http.get('*/api/notifications/webhook-endpoints/:id/messages', () =>
      HttpResponse.json({ messages: notifier.messages }),
    ),
  )
  return notifier
}
