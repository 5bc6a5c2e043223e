import { describeAccess } from '@walkon/testing/access-matrix'
import { rankings } from './app.ts'

describeAccess(rankings, {
  'GET /admin-actions': 'admin',
  'GET /export': 'account',
})
