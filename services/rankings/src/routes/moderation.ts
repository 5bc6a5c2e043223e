import {
  approval,
  itemRequest,
  moderationCounts,
  nameReset,
  rejection,
  reportDecision,
  reportedReview,
  requestListQuery,
} from '@walkon/contracts/http/moderation'
import { pageOf, pageQuery } from '@walkon/contracts/http/page'
import { problems } from '@walkon/contracts/http/problem'
import { accountOf } from '@walkon/service/access'
import type { Database } from '@walkon/service/database'
import type { HttpApp } from '@walkon/service/http'
import { z } from 'zod'
import { countRequests, listRequests } from '../db/item-requests.ts'
import { listNamesOfParks } from '../db/ranked-items.ts'
import { countReportedReviews, listReportedReviews } from '../db/review-reports.ts'
import { closestNames } from '../domain/closest-names.ts'
import { toSuggestion } from '../domain/suggestion-view.ts'
import { approveRequest, rejectRequest } from '../use-cases/decide-item-request.ts'
import { resetName } from '../use-cases/reset-name.ts'
import { decideReports } from '../use-cases/decide-reported-review.ts'

const tags = ['moderation']
const requestParams = z.object({ requestId: z.uuid() })

const counts = {
  summary: 'Count what waits for a moderator and what is decided',
  operationId: 'countModeration',
  tags,
  success: 'How many requests of each state there are, and how many reviews are reported.',
  response: { 200: moderationCounts },
}
const requests = {
  summary: 'List the requests of a state, newest first',
  operationId: 'listItemRequests',
  tags,
  success: 'A page of the requests; `next` is the cursor of the page after it.',
  querystring: requestListQuery,
  response: { 200: pageOf(itemRequest) },
}
const approving = {
  summary: 'Approve a request',
  operationId: 'approveRequest',
  tags,
  success: 'The item is added or changed, and who asked is told. A decision is final.',
  params: requestParams,
  body: approval,
  response: {
    204: z.null(),
    ...problems('request-not-found', 'request-decided', 'item-exists', 'item-not-found', 'decision-conflict'),
  },
}
const rejecting = {
  summary: 'Reject a request',
  operationId: 'rejectRequest',
  tags,
  success: 'Nothing changes, and who asked is told why. A decision is final.',
  params: requestParams,
  body: rejection,
  response: { 204: z.null(), ...problems('request-not-found', 'request-decided', 'decision-conflict') },
}
const reports = {
  summary: 'List the reviews with open reports, the longest waiting first',
  operationId: 'listReportedReviews',
  tags,
  success: 'As many as were asked for; those that are decided make place for others.',
  querystring: z.object({ limit: pageQuery.shape.limit }),
  response: { 200: z.array(reportedReview) },
}
const decision = {
  summary: 'Decide what becomes of a reported review',
  operationId: 'decideReports',
  tags,
  success:
    'The review stays, loses its words or is gone; its author is told of the last two. The same `requestId` again changes nothing more.',
  params: z.object({ reviewId: z.uuid() }),
  body: reportDecision,
  response: { 204: z.null(), ...problems('review-not-found', 'report-decided', 'decision-conflict') },
}

const reset = {
  summary: 'Take away the name under a review',
  operationId: 'resetName',
  tags,
  success:
    'The reviews of its author are signed "Anonymous" until the author, who is told, chooses another name.',
  params: z.object({ reviewId: z.uuid() }),
  body: nameReset,
  response: { 204: z.null(), ...problems('review-not-found', 'name-changed', 'decision-conflict') },
}

/** The moderators' queue. */
export async function moderationRoutes(app: HttpApp, deps: { db: Database; now: () => Date }): Promise<void> {
  const { db } = deps
  const config = { access: 'moderator' } as const

  app.get('/moderation/counts', { config, schema: counts }, async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    return { ...(await countRequests(db)), reports: await countReportedReviews(db) }
  })

  app.get('/item-requests', { config, schema: requests }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const { items, next } = await listRequests(db, request.query)
    const newItems = items.filter(({ status, itemId }) => status === 'pending' && itemId === null)
    const names = await listNamesOfParks(
      db,
      newItems.map(({ parkId }) => parkId),
    )
    return {
      items: items.map((row) => ({
        ...toSuggestion(row),
        requestedBy: row.requester,
        reviewedBy: row.reviewer,
        alike: newItems.includes(row) ? closestNames(row.name, names.get(row.parkId) ?? []) : [],
      })),
      next,
    }
  })

  app.post('/item-requests/:requestId/approve', { config, schema: approving }, async (request, reply) => {
    await approveRequest(deps, accountOf(request), request.params.requestId, request.body ?? {})
    return reply.code(204).send(null)
  })

  app.post('/item-requests/:requestId/reject', { config, schema: rejecting }, async (request, reply) => {
    await rejectRequest(deps, accountOf(request), request.params.requestId, request.body ?? {})
    return reply.code(204).send(null)
  })

  app.get('/reports', { config, schema: reports }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    return listReportedReviews(db, request.query.limit)
  })

  app.post('/reviews/:reviewId/name-reset', { config, schema: reset }, async (request, reply) => {
    await resetName(deps, accountOf(request), request.params.reviewId, request.body)
    return reply.code(204).send(null)
  })

  app.post('/reviews/:reviewId/decision', { config, schema: decision }, async (request, reply) => {
    await decideReports(deps, accountOf(request), request.params.reviewId, request.body)
    return reply.code(204).send(null)
  })
}
