import { describeAccess } from '@walkon/testing/access-matrix'
import { flights } from './app.ts'

describeAccess(flights, {
  'GET /admin-actions': 'admin',
  'GET /export': 'account',
})
