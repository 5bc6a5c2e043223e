import { describeAccess } from '@walkon/testing/access-matrix'
import { billing } from './app.ts'
import { STRIPE_SETTINGS } from './testing/billing.ts'

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
    'POST /affiliate-applications': 'optional-caller',
    'GET /affiliate-applications': 'admin',
    'GET /passes': 'account',
    'GET /passes/:orderId': 'account',

    'GET /guarantees/:passId': 'admin',

    'POST /webhooks/stripe': 'provider',

    'GET /export': 'account',
  },
  { env: STRIPE_SETTINGS },
)
