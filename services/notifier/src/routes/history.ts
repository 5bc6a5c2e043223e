import { historyList } from '@walkon/contracts/http/notifications'
import { accountOf, callerOf } from '@walkon/service/access'
import { hashAddress } from '@walkon/service/address-hash'
import type { Database } from '@walkon/service/database'
import type { HttpApp } from '@walkon/service/http'
import { z } from 'zod'
import { listHistory } from '../db/deliveries/history.ts'
import { clearHistory } from '../use-cases/alerts/clear-history.ts'

const list = {
  summary: 'List the recent alerts of the caller',
  operationId: 'listHistory',
  tags: ['history'],
  success: 'The alerts of the last 24 hours, newest first.',
  response: { 200: historyList },
}
const clearing = {
  summary: 'Clear the recent alerts of the caller',
  operationId: 'clearHistory',
  tags: ['history'],
  success: 'The list is empty. The holder of a manage link clears nothing: a mail can be forwarded.',
  response: { 204: z.null() },
}

/** The caller's own recent alerts. */
export async function historyRoutes(app: HttpApp, { db }: { db: Database }): Promise<void> {
  const config = { access: 'caller' } as const

  app.get('/history', { config, schema: list }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    return listHistory(db, hashAddress(callerOf(request).email))
  })

  // The holder of a manage link may not be its owner, because mails are forwarded.
  const ofAccount = { access: 'account' } as const
  app.delete('/history', { config: ofAccount, schema: clearing }, async (request, reply) => {
    await clearHistory(db, accountOf(request).email)
    return reply.code(204).send(null)
  })
}
