import { describeAccess } from '@walkon/testing/access-matrix'
import { randomUUID } from 'node:crypto'
import { alertEvaluator } from './app.ts'
import { aPark, aPass, catalogOf } from './testing/evaluator.ts'

describeAccess(
  alertEvaluator,
  {
    'GET /settings': 'public',
    'GET /counts': 'public',

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
    'GET /system': 'support',
    'GET /dead-letters': 'admin',
    'POST /dead-letters/replay': 'admin',
    'GET /export': 'account',
    'POST /visitors/export': 'proven-admin',
    'POST /visitors/stop': 'support',
    'POST /visitors/manage-link': 'support',
    'POST /visitors/find': 'support',
    'POST /visitors/read': 'support',
  },
  {
    acts: {
      'POST /visitors/stop': async ({ hear }) => {
        const park = aPark()
        await hear([catalogOf(park), aPass(park, { email: 'ana@example.com' })])
        return { payload: { email: 'ana@example.com', reason: 'Asked by phone' } }
      },
      'POST /visitors/manage-link': async ({ hear }) => {
        const park = aPark()
        await hear([catalogOf(park), aPass(park, { email: 'ben@example.com' })])
        return { payload: { email: 'ben@example.com', requestId: randomUUID(), reason: 'Asked by phone' } }
      },
    },
  },
)
