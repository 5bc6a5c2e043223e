import {
  addedWebhookEndpoint,
  webhookEndpoint,
  webhookEndpointList,
  webhookMessageList,
} from '@walkon/contracts/http/webhook-endpoints'
import { queryOptions } from '@tanstack/react-query'
import { unknown } from 'zod/mini'
import { ApiError, request, type Caller } from '../../lib/api.ts'

/** The webhooks of an account, at notifier. */

const PATH = '/notifications/webhook-endpoints'

export const endpointsQuery = (caller: Caller) =>
  queryOptions({
    queryKey: ['webhooks', caller.key],
    queryFn: ({ signal }) => request(webhookEndpointList, PATH, { caller, signal }),
    refetchOnWindowFocus: 'always',
  })

const WATCH_MS = 2_000

/** The newest messages of a webhook, asked for again while one is on its way. */
export const messagesQuery = (caller: Caller, id: string) =>
  queryOptions({
    queryKey: ['webhooks', caller.key, id],
    queryFn: ({ signal }) => request(webhookMessageList, `${PATH}/${id}/messages`, { caller, signal }),
    refetchInterval: ({ state }) =>
      state.data?.messages.some(({ attempts, state: its }) => its === 'waiting' && attempts === 0)
        ? WATCH_MS
        : false,
  })

export const addEndpoint = (caller: Caller, url: string) =>
  request(addedWebhookEndpoint, PATH, { method: 'POST', body: { url }, caller })

/** A webhook that is gone already was removed as asked. */
export async function removeEndpoint(caller: Caller, id: string): Promise<void> {
  try {
    await request(unknown(), `${PATH}/${id}`, { method: 'DELETE', caller })
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'webhook-endpoint-not-found')) throw error
  }
}

export const testEndpoint = (caller: Caller, id: string) =>
  request(unknown(), `${PATH}/${id}/test`, { method: 'POST', caller })

export const resumeEndpoint = (caller: Caller, id: string) =>
  request(webhookEndpoint, `${PATH}/${id}/resume`, { method: 'POST', caller })
