import { describeAccess } from '@walkon/testing/access-matrix'
import { planner } from './app.ts'

describeAccess(planner, {
  'GET /gates': 'public',
  'POST /gates/keys': 'public',

  'GET /lightning-lane/connection': 'account',
  'DELETE /lightning-lane/connection': 'account',
  'POST /lightning-lane/invitations': 'account',
  'POST /lightning-lane/invitations/link': 'public',
  'POST /lightning-lane/invitations/answer': 'public',
  'GET /lightning-lane/subscription': 'account',
  'GET /lightning-lane/parks': 'account',
  'GET /lightning-lane/offerings': 'account',
  'GET /lightning-lane/preferences': 'account',
  'POST /lightning-lane/preferences': 'account',
  'PUT /lightning-lane/preferences/:id': 'account',
  'DELETE /lightning-lane/preferences/:id': 'account',
  'GET /lightning-lane/bookings': 'account',
  'POST /lightning-lane/bookings': 'account',
  'POST /lightning-lane/bookings/:id/cancel': 'account',
  'GET /checklists/:parkId': 'account',
  'POST /checklists/:parkId/changes': 'account',

  'GET /admin-actions': 'admin',
  'GET /export': 'account',
})
