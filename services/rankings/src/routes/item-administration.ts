import { pageOf } from '@walkon/contracts/http/page'
import { problems } from '@walkon/contracts/http/problem'
import { item, itemListQuery, newItem } from '@walkon/contracts/http/rankings'
import { accountOf } from '@walkon/service/access'
import type { Database } from '@walkon/service/database'
import type { HttpApp } from '@walkon/service/http'
import { z } from 'zod'
import { listItemsByName } from '../db/ranked-items.ts'
import { toItem } from '../domain/item-view.ts'
import { addItem } from '../use-cases/add-item.ts'
import { deleteItem } from '../use-cases/delete-item.ts'

const tags = ['item-administration']

const list = {
  summary: 'List all items by name',
  operationId: 'listItems',
  tags,
  success: 'A page of the items; `next` is the cursor of the page after it.',
  querystring: itemListQuery,
  response: { 200: pageOf(item) },
}
const addition = {
  summary: 'Add an item',
  operationId: 'addItem',
  tags,
  success: 'The item can be rated from now on.',
  body: newItem,
  response: { 201: z.object({ itemId: z.uuid() }), ...problems('unknown-park', 'item-exists') },
}
const deletion = {
  summary: 'Delete an item with its ratings and reviews',
  operationId: 'deleteItem',
  tags,
  success: 'The item is gone, and no catalogue brings it back.',
  params: z.object({ itemId: z.uuid() }),
  response: { 204: z.null(), ...problems('item-not-found') },
}

/** Routes for admins' work on items. */
export async function itemAdministration(
  app: HttpApp,
  deps: { db: Database; now: () => Date },
): Promise<void> {
  const config = { access: 'admin' } as const

  app.get('/items-by-name', { config, schema: list }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const { items, next } = await listItemsByName(deps.db, request.query)
    return { items: items.map(toItem), next }
  })

  app.post('/items', { config, schema: addition }, async (request, reply) => {
    const itemId = await addItem(deps, accountOf(request), request.body)
    return reply.code(201).send({ itemId })
  })

  app.delete('/items/:itemId', { config, schema: deletion }, async (request, reply) => {
    await deleteItem(deps, accountOf(request), request.params.itemId)
    return reply.code(204).send(null)
  })
}
