import { problems } from '@walkon/contracts/http/problem'
import {
  addedWebhookEndpoint,
  newWebhookEndpoint,
  webhookEndpoint,
  webhookEndpointList,
  webhookMessageList,
} from '@walkon/contracts/http/webhook-endpoints'
import { accountOf } from '@walkon/service/access'
import { createAccountLimit } from '@walkon/service/account-limit'
import type { Cache } from '@walkon/service/cache'
import type { HttpApp } from '@walkon/service/http'
import { z } from 'zod'
import { listEndpoints } from '../db/webhooks/webhooks.ts'
import {
  addEndpoint,
  removeEndpoint,
  resumeEndpoint,
  showMessages,
  testEndpoint,
  type WebhookDeps,
} from '../use-cases/webhooks/keep-webhooks.ts'

export type WebhookEndpointOptions = Omit<WebhookDeps, 'limits'> & { cache: Cache }

const config = { access: 'account' } as const
const tags = ['webhook-endpoints']
const params = z.object({ id: z.uuid() })
const ADDED = { limit: 10, windowSeconds: 3_600 }
const TESTS = { limit: 5, windowSeconds: 3_600 }

const list = {
  summary: "List the web addresses that the account's alerts are posted to",
  operationId: 'listWebhookEndpoints',
  tags,
  success: 'The addresses, the oldest first, and whether they take messages.',
  response: { 200: webhookEndpointList },
}
const adding = {
  summary: "Post the account's alerts to a web address",
  operationId: 'addWebhookEndpoint',
  tags,
  success: 'The address, and this once the secret with which its messages are signed.',
  body: newWebhookEndpoint,
  response: {
    201: addedWebhookEndpoint,
    ...problems('webhook-url-refused', 'too-many-webhook-endpoints', 'too-many-requests', 'unavailable'),
  },
}
const removing = {
  summary: "Post the account's alerts no longer to a web address",
  operationId: 'removeWebhookEndpoint',
  tags,
  success: 'Nothing is posted there any more; its messages are deleted.',
  params,
  response: { 204: z.null(), ...problems('webhook-endpoint-not-found') },
}
const resuming = {
  summary: 'Turn a web address on again that was given up',
  operationId: 'resumeWebhookEndpoint',
  tags,
  success: 'The address, which gets the next alert.',
  params,
  response: { 200: webhookEndpoint, ...problems('webhook-endpoint-not-found') },
}
const testing = {
  summary: 'Post a test message to a web address',
  operationId: 'testWebhookEndpoint',
  tags,
  success: 'The message is on its way; the list of messages shows its result.',
  params,
  response: {
    202: z.null(),
    ...problems('webhook-endpoint-not-found', 'webhook-endpoint-disabled', 'too-many-requests'),
  },
}
const listing = {
  summary: 'List the newest messages of a web address with their results',
  operationId: 'listWebhookMessages',
  tags,
  success: 'The messages, the newest first.',
  params,
  response: { 200: webhookMessageList, ...problems('webhook-endpoint-not-found') },
}

/** The caller's own webhooks. */
export async function webhookEndpointRoutes(
  app: HttpApp,
  { cache, ...options }: WebhookEndpointOptions,
): Promise<void> {
  const { db, now } = options
  const deps = {
    ...options,
    limits: {
      adding: createAccountLimit({ cache, now }, 'new-webhook', ADDED),
      testing: createAccountLimit({ cache, now }, 'webhook-test', TESTS),
    },
  }

  app.get('/webhook-endpoints', { config, schema: list }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    return { endpoints: await listEndpoints(db, accountOf(request).userId) }
  })

  app.post('/webhook-endpoints', { config, schema: adding }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    return reply.code(201).send(await addEndpoint(deps, accountOf(request).userId, request.body.url))
  })

  app.delete('/webhook-endpoints/:id', { config, schema: removing }, async (request, reply) => {
    await removeEndpoint(deps, accountOf(request).userId, request.params.id)
    return reply.code(204).send(null)
  })

  app.post('/webhook-endpoints/:id/resume', { config, schema: resuming }, (request) =>
    resumeEndpoint(deps, accountOf(request).userId, request.params.id),
  )

  app.post('/webhook-endpoints/:id/test', { config, schema: testing }, async (request, reply) => {
    await testEndpoint(deps, accountOf(request).userId, request.params.id)
    return reply.code(202).send(null)
  })

  app.get('/webhook-endpoints/:id/messages', { config, schema: listing }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    return showMessages(deps, accountOf(request).userId, request.params.id)
  })
}
