import { describeAccess } from '@walkon/testing/access-matrix'
import type { TestService } from '@walkon/testing/service'
import { rankings } from './app.ts'
import { openRankings, someone } from './testing/rankings.ts'

async function aRequest(running: TestService) {
  const { body } = await (await openRankings(running)).suggest(someone())
  return { params: { requestId: body.requestId } }
}

describeAccess(
  rankings,
  {
    'GET /parks': 'public',
    'GET /items': 'public',
    'GET /items/:itemId': 'public',
    'GET /items/:itemId/reviews': 'public',

    'GET /items/:itemId/rating': 'account',
    'PUT /items/:itemId/rating': 'account',
    'DELETE /items/:itemId/rating': 'account',
    'POST /item-requests': 'account',
    'GET /own-item-requests': 'account',
    'POST /items/:itemId/edit-requests': 'account',
    'POST /reviews/:reviewId/reports': 'account',

    'GET /moderation/counts': 'moderator',
    'GET /item-requests': 'moderator',
    'POST /item-requests/:requestId/approve': 'moderator',
    'POST /item-requests/:requestId/reject': 'moderator',
    'GET /reports': 'moderator',
    'POST /reviews/:reviewId/decision': 'moderator',
    'POST /reviews/:reviewId/name-reset': 'moderator',

    'GET /items-by-name': 'admin',
    'POST /items': 'admin',
    'DELETE /items/:itemId': 'admin',
    'GET /admin-actions': 'admin',
    'GET /system': 'support',
    'GET /dead-letters': 'admin',
    'POST /dead-letters/replay': 'admin',

    'GET /export': 'account',
    'POST /visitors/export': 'proven-admin',
  },
  {
    acts: {
      'POST /items': async (running) => ({
        payload: { name: 'Space Mountain', parkId: (await openRankings(running)).parkId },
      }),
      'DELETE /items/:itemId': async (running) => ({
        params: { itemId: await (await openRankings(running)).addItem() },
      }),
      'POST /item-requests/:requestId/approve': aRequest,
      'POST /item-requests/:requestId/reject': aRequest,
      'POST /reviews/:reviewId/name-reset': async (running) => {
        const { reviewId } = await (await openRankings(running)).aReview()
        return { params: { reviewId }, payload: { name: 'Ada' } }
      },
      'POST /reviews/:reviewId/decision': async (running) => {
        const { aReview, ask } = await openRankings(running)
        const { reviewId } = await aReview()
        await ask('POST', `/reviews/${reviewId}/reports`, someone(), { reason: 'spam' })
        return { params: { reviewId }, payload: { decision: 'keep', version: 1 } }
      },
    },
  },
)
