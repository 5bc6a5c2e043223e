import { describeAccess } from '@walkon/testing/access-matrix'
import { flights } from './app.ts'

describeAccess(
  flights,
  {
    'GET /offers': 'public',
    'GET /search': 'public',
    'GET /airports': 'public',
    'GET /airlines/:code/logo': 'public',
    'POST /alerts': 'optional-caller',
    'POST /alerts/link': 'public',
    'POST /alerts/confirm': 'public',
    'GET /alerts': 'caller',
    'DELETE /alerts/:alertId': 'caller',
    'GET /admin-actions': 'admin',
    'GET /system': 'support',
    'GET /dead-letters': 'admin',
    'POST /dead-letters/replay': 'admin',
    'GET /export': 'account',
    'POST /visitors/export': 'proven-admin',
  },
  // Nothing listens there.
  {
    linkPurpose: 'flights',
    env: {
      DUFFEL_API_URL: 'http://127.0.0.1:9',
      DUFFEL_ACCESS_TOKEN: 'none',
      AIRLINE_LOGOS_URL: 'http://127.0.0.1:9',
    },
  },
)
