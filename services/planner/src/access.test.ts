import { describeAccess } from '@walkon/testing/access-matrix'
import { planner } from './app.ts'

describeAccess(
  planner,
  {
    'GET /gates': 'public',
    'POST /gates/keys': 'public',

    'GET /checklists/:parkId': 'account',
    'POST /checklists/:parkId/changes': 'account',

    'GET /lightning-lane/connection': 'account',
    'DELETE /lightning-lane/connection': 'account',
    'POST /lightning-lane/invitations': 'account',
    'POST /lightning-lane/invitations/link': 'public',
    'POST /lightning-lane/invitations/answer': 'public',
    'POST /lightning-lane/sales': 'account',
    'GET /lightning-lane/subscription': 'account',
    'GET /lightning-lane/parks': 'account',
    'GET /lightning-lane/offerings': 'account',
    'GET /lightning-lane/readings/stream': 'public',
    'GET /lightning-lane/preferences': 'account',
    'POST /lightning-lane/preferences': 'account',
    'PUT /lightning-lane/preferences/:id': 'account',
    'DELETE /lightning-lane/preferences/:id': 'account',
    'GET /lightning-lane/bookings': 'account',
    'POST /lightning-lane/bookings': 'account',
    'POST /lightning-lane/bookings/:id/cancel': 'account',

    'GET /parks/:parkId/restaurants': 'public',
    'GET /restaurant-alerts': 'account',
    'POST /restaurant-alerts': 'account',
    'DELETE /restaurant-alerts/:alertId': 'account',
    'POST /restaurant-alerts/checks': 'account',
    'POST /restaurant-alerts/link': 'public',
    'POST /restaurant-alerts/manual-test': 'admin',

    'GET /admin-actions': 'admin',
    'GET /system': 'support',
    'GET /dead-letters': 'admin',
    'POST /dead-letters/replay': 'admin',
    'GET /export': 'account',
    'POST /visitors/export': 'proven-admin',
    'POST /visitors/read': 'support',
  },
  {
    env: { RESTAURANT_ALERTS_OPEN: 'true' },
    acts: {
      'POST /restaurant-alerts/manual-test': () => ({ payload: { dates: ['2026-12-24'] } }),
    },
  },
)
