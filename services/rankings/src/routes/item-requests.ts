import { ownItemRequest } from '@walkon/contracts/http/moderation'
import { pageOf, pageQuery } from '@walkon/contracts/http/page'
import { problems } from '@walkon/contracts/http/problem'
import { newEditRequest, newItemRequest, requestReceipt } from '@walkon/contracts/http/rankings'
import { accountOf } from '@walkon/service/access'
import type { HttpApp } from '@walkon/service/http'
import { z } from 'zod'
import { listOwnRequests } from '../db/item-requests.ts'
import { toSuggestion } from '../domain/suggestion-view.ts'
import { requestEdit, requestItem, type RequestDeps } from '../use-cases/request-change.ts'

const tags = ['item-requests']

const item = {
  summary: 'Suggest a new item',
  operationId: 'requestItem',
  tags,
  success: 'The suggestion waits for a moderator.',
  body: newItemRequest,
  response: {
    201: requestReceipt,
    ...problems('unknown-park', 'item-exists', 'request-exists', 'too-many-open-requests'),
  },
}
const edit = {
  summary: 'Suggest another name or description of an item',
  operationId: 'requestEdit',
  tags,
  success: 'The suggestion waits for a moderator.',
  params: z.object({ itemId: z.uuid() }),
  body: newEditRequest,
  response: {
    201: requestReceipt,
    ...problems('item-not-found', 'no-changes', 'request-exists', 'too-many-open-requests'),
  },
}

const own = {
  summary: 'List the own suggestions, newest first',
  operationId: 'listOwnItemRequests',
  tags,
  success: 'A page of the suggestions with what became of each; `next` is the cursor of the page after it.',
  querystring: pageQuery,
  response: { 200: pageOf(ownItemRequest) },
}

/** Routes for visitors' suggestions. */
export async function itemRequestRoutes(app: HttpApp, deps: RequestDeps): Promise<void> {
  const config = { access: 'account' } as const

  app.post('/item-requests', { config, schema: item }, async (request, reply) => {
    const requestId = await requestItem(deps, accountOf(request), request.body)
    return reply.code(201).send({ requestId })
  })

  app.post('/items/:itemId/edit-requests', { config, schema: edit }, async (request, reply) => {
    const requestId = await requestEdit(deps, accountOf(request), request.params.itemId, request.body)
    return reply.code(201).send({ requestId })
  })

  app.get('/own-item-requests', { config, schema: own }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const { items, next } = await listOwnRequests(deps.db, accountOf(request).userId, request.query)
    return { items: items.map(toSuggestion), next }
  })
}
