import { describeAccess } from '@walkon/testing/access-matrix'
import { planner } from './app.ts'

describeAccess(planner, {
  'GET /admin-actions': 'admin',
  'GET /export': 'account',
})
