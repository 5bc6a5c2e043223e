import { describeAccess } from '@walkon/testing/access-matrix'
import { billing } from './app.ts'
import { startTestStripe } from './testing/stripe.ts'
import { afterAll } from 'vitest'

const { env, stop } = await startTestStripe({ now: new Date() })
afterAll(stop)

describeAccess(
  billing,
  {
    'GET /prices': 'public',
    'POST /promo-codes/check': 'public',
    'POST /promo-codes': 'admin',
    'GET /promo-codes': 'admin',
    'POST /promo-codes/:code/retire': 'admin',
    'POST /quotes': 'public',
    'POST /activations': 'optional-caller',
    'POST /activations/link': 'public',
    'POST /activations/confirm': 'public',
    'POST /checkouts': 'optional-caller',
    'GET /checkouts/:sessionId': 'public',
    'POST /checkouts/:sessionId/key': 'public',
    'POST /affiliate-applications': 'optional-caller',
    'GET /affiliate-applications': 'admin',
    'GET /passes': 'account',
    'GET /passes/:orderId': 'account',

    'GET /guarantees/:passId': 'admin',
    'GET /plan': 'account',
    'POST /plan/checkout': 'account',
    'POST /plan/portal': 'account',

    'POST /webhooks/stripe': 'provider',

    'GET /export': 'account',
  },
  { env: { ...env, SMS_ENABLED: 'true' } },
)
