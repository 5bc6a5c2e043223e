import { describeAccess } from '@walkon/testing/access-matrix'
import { planner } from './app.ts'

describeAccess(
  planner,
  {
    'GET /gates': 'public',
    'POST /gates/keys': 'public',

    'GET /checklists/:parkId': 'account',
    'POST /checklists/:parkId/changes': 'account',

    'GET /parks/:parkId/restaurants': 'public',
    'GET /restaurant-alerts': 'account',
    'POST /restaurant-alerts': 'account',
    'DELETE /restaurant-alerts/:alertId': 'account',
    'POST /restaurant-alerts/checks': 'account',
    'POST /restaurant-alerts/manual-test': 'admin',

    'GET /admin-actions': 'admin',
    'GET /export': 'account',
  },
  {
    env: { RESTAURANT_ALERTS_OPEN: 'true' },
    acts: {
      'POST /restaurant-alerts/manual-test': () => ({ payload: { dates: ['2026-12-24'] } }),
    },
  },
)
