import { describeAccess } from '@walkon/testing/access-matrix'
import { rankings } from './app.ts'

describeAccess(rankings, {
  'GET /parks': 'public',
  'GET /items': 'public',
  'GET /items/:itemId': 'public',
  'GET /items/:itemId/reviews': 'public',

  'GET /items/:itemId/rating': 'account',
  'PUT /items/:itemId/rating': 'account',
  'DELETE /items/:itemId/rating': 'account',
  'POST /item-requests': 'account',
  'POST /items/:itemId/edit-requests': 'account',
  'POST /reviews/:reviewId/reports': 'account',

  'GET /moderation/counts': 'moderator',
  'GET /item-requests': 'moderator',
  'POST /item-requests/:requestId/approve': 'moderator',
  'POST /item-requests/:requestId/reject': 'moderator',
  'GET /reports': 'moderator',
  'POST /reviews/:reviewId/decision': 'moderator',

  'GET /items-by-name': 'admin',
  'POST /items': 'admin',
  'DELETE /items/:itemId': 'admin',
  'GET /admin-actions': 'admin',

  'GET /export': 'account',
})
