import { describeAccess } from '@walkon/testing/access-matrix'
import { parkData } from './app.ts'

describeAccess(
  parkData,
  {
    'GET /destinations': 'public',
    'GET /outages': 'public',
    'GET /admin-actions': 'admin',
    'GET /system': 'support',
    'GET /dead-letters': 'admin',
    'POST /dead-letters/replay': 'admin',
    'GET /system/polls': 'support',
    'GET /:parkId': 'public',
    'GET /:parkId/hours': 'public',
    'GET /:parkId/usual': 'public',
    'GET /:parkId/best-times': 'public',
    'GET /:parkId/shows': 'public',
    'GET /:parkId/restaurants': 'public',
    'GET /:parkId/live': 'public',
    'GET /:parkId/live/stream': 'public',
    'GET /attractions/:rideId/history': 'public',
    'GET /attractions/:rideId/usual': 'public',
    'GET /attractions/:rideId/statistics': 'public',
  },
  { env: { PARK_FEED_URL: 'http://127.0.0.1:9' } },
)
