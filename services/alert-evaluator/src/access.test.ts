import { describeAccess } from '@walkon/testing/access-matrix'
import { alertEvaluator } from './app.ts'

describeAccess(alertEvaluator, {
  'GET /settings': 'public',

  'GET /subscriptions': 'caller',
  'GET /ended': 'caller',
  'PUT /ended/:id/seen': 'caller',
  'GET /cover': 'caller',
  'POST /subscriptions': 'caller',
  'PATCH /subscriptions/:id': 'caller',
  'PUT /subscriptions/:id/watches': 'caller',

  'GET /preferences': 'caller',
  'PUT /preferences': 'caller',
  'PUT /preferences/pause': 'caller',
  'DELETE /preferences/pause': 'caller',

  'GET /admin-actions': 'admin',
  'GET /export': 'account',
  'POST /visitors/find': 'support',
  'POST /visitors/read': 'support',
})
