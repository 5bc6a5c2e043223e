import { problems } from '@walkon/contracts/http/problem'
import { newReport } from '@walkon/contracts/http/rankings'
import { accountOf } from '@walkon/service/access'
import type { HttpApp } from '@walkon/service/http'
import { z } from 'zod'
import { reportReview, type ReportDeps } from '../use-cases/report-review.ts'

const report = {
  summary: 'Report a review to the moderators',
  operationId: 'reportReview',
  tags: ['reviews'],
  success: 'The report waits for a moderator.',
  params: z.object({ reviewId: z.uuid() }),
  body: newReport,
  response: {
    204: z.null(),
    ...problems('review-not-found', 'own-review', 'review-reported', 'too-many-requests'),
  },
}

export async function reviewReportRoutes(app: HttpApp, deps: ReportDeps): Promise<void> {
  app.post(
    '/reviews/:reviewId/reports',
    { config: { access: 'account' }, schema: report },
    async (request, reply) => {
      await reportReview(deps, accountOf(request), request.params.reviewId, request.body.reason)
      return reply.code(204).send(null)
    },
  )
}
