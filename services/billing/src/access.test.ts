import { describeAccess } from '@walkon/testing/access-matrix'
import { billing } from './app.ts'

describeAccess(billing, {
  'GET /livez': 'operator',
  'GET /readyz': 'operator',
  'GET /metrics': 'operator',

  'GET /prices': 'public',
  'POST /promo-codes/check': 'public',
  'POST /activations': 'optional-caller',
  'POST /activations/link': 'public',
  'POST /activations/confirm': 'public',

  'GET /export': 'account',
})
