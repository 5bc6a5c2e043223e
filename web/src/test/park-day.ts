import { http, HttpResponse } from 'msw'

/** A park without shows, published hours and statistics. */
export const parkDayHandlers = () => [
  http.get('*/api/parks/:parkId/shows', ({ params }) =>
    HttpResponse.json({ parkId: params['parkId'], readAt: null, isOpen: true, isStale: false, shows: [] }),
  ),
  http.get('*/api/parks/:parkId/hours', ({ params }) =>
    HttpResponse.json({ parkId: params['parkId'], timezone: 'America/New_York', days: [] }),
  ),
  http.get('*/api/parks/:parkId/usual', ({ params }) =>
    HttpResponse.json({ parkId: params['parkId'], timezone: 'America/New_York', rides: [] }),
  ),
]
