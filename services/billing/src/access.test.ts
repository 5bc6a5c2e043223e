import { describeAccess } from '@walkon/testing/access-matrix'
import { billing } from './app.ts'

describeAccess(billing, {
  'GET /prices': 'public',
  'POST /promo-codes/check': 'public',
  'POST /activations': 'optional-caller',
  'POST /activations/confirm': 'public',

  'GET /export': 'account',
})
