import { checklist, checklistChanges } from '@walkon/contracts/http/checklist'
import { problems } from '@walkon/contracts/http/problem'
import { feedId } from '@walkon/contracts/values'
import { accountOf } from '@walkon/service/access'
import type { Database } from '@walkon/service/database'
import type { HttpApp } from '@walkon/service/http'
import { z } from 'zod'
import { changeChecklist } from '../use-cases/checklist/change-checklist.ts'
import { showChecklist } from '../use-cases/checklist/show-checklist.ts'

const tags = ['checklists']
const params = z.object({ parkId: feedId })

const reading = {
  summary: 'Read the ride checklist of a park',
  operationId: 'readChecklist',
  tags,
  success: "The account's rides of the park by name, and the rides that are not on its list.",
  params,
  response: { 200: checklist, ...problems('park-not-found') },
}
const changing = {
  summary: 'Change the ride checklist of a park',
  operationId: 'changeChecklist',
  tags,
  success:
    'The list after the changes. Of two changes of a ride the one that was made later holds, so the same changes may be sent again.',
  params,
  body: checklistChanges,
  response: { 200: checklist, ...problems('park-not-found', 'unknown-ride') },
}

/** The ride checklists of an account: one for each park. */
export async function checklistRoutes(app: HttpApp, deps: { db: Database; now: () => Date }): Promise<void> {
  const config = { access: 'account' } as const

  app.get('/checklists/:parkId', { config, schema: reading }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    return showChecklist(deps.db, accountOf(request).userId, request.params.parkId)
  })

  app.post('/checklists/:parkId/changes', { config, schema: changing }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const { userId } = accountOf(request)
    return changeChecklist(deps, userId, request.params.parkId, request.body.changes)
  })
}
