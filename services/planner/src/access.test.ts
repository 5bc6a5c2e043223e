import { describeAccess } from '@walkon/testing/access-matrix'
import { planner } from './app.ts'

describeAccess(planner, {
  'GET /gates': 'public',
  'POST /gates/keys': 'public',

  'GET /checklists/:parkId': 'account',
  'POST /checklists/:parkId/changes': 'account',

  'GET /admin-actions': 'admin',
  'GET /export': 'account',
})
