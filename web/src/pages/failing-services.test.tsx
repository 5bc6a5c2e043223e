import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { routes } from '../routes.tsx'
import { signInAs } from '../test/desk.ts'
import { countRequests, fail, FAILURES, type FailureName } from '../test/failing.ts'
import { serveGates } from '../test/gates.ts'
import { serveIdentity, wasSignedIn } from '../test/identity.ts'
import { serveLanes } from '../test/lanes.ts'
import { serveAlerts } from '../test/manage-alerts.ts'
import { LINK } from '../test/manage-page.ts'
import { renderApp } from '../test/render-app.tsx'
import { aSubscription, MAGIC_KINGDOM } from '../test/samples.ts'

/** The most requests of a page to an address before a visitor presses anything: once, and again by the first turns of its clocks. */
const MOST_REQUESTS = 5

const ALL = /\/api\//

/** The query that pages need to ask anything. */
const GIVEN = `?park=${MAGIC_KINGDOM}&token=t-t-t&session_id=cs_1&success=true`

describe.for(Object.keys(FAILURES) as FailureName[])('%s', (failure) => {
  test.for(routes.map(({ path }) => path))(
    '%s asks each API a few times while all of them fail',
    async (path) => {
      fail(ALL, failure)
      signInAs('admin', 'moderator', 'support')
      serveGates({ open: ['lightning-lane', 'restaurant-alerts'] })
      const requests = countRequests()
      renderApp(path + GIVEN)
      expect(await requests.flooded(MOST_REQUESTS)).toEqual([])
    },
  )

  test.for(['cover', 'ended', 'preferences', 'settings', 'history', 'ways', 'push', 'parks'])(
    'running alerts are shown while %s alone fails, which is asked a few times',
    async (part) => {
      serveAlerts([aSubscription()])
      fail(new RegExp(`/api/.*${part}`), failure)
      const requests = countRequests()
      renderApp(LINK)
      expect(await requests.flooded(MOST_REQUESTS)).toEqual([])
      expect(await screen.findByRole('switch', { name: 'Alerts for Magic Kingdom Park' })).toBeDefined()
    },
  )

  test.for([
    ['connection', 'Connection Failed'],
    ['subscription', 'Check Failed'],
    ['assist-day', 'Check Failed'],
    ['parks', 'Error fetching Lightning Lane data'],
    ['offerings', 'Error fetching Lightning Lane data'],
    ['preferences', 'Error fetching Lightning Lane data'],
    ['bookings', 'Error fetching Lightning Lane data'],
  ] as const)(
    'on Lightning Lane, %s that cannot be had is said, asked a few times, and keeps no other part away',
    async ([part, title]) => {
      wasSignedIn()
      serveIdentity({ isSignedIn: true })
      serveGates({ open: ['lightning-lane'] })
      serveLanes()
      fail(new RegExp(`/api/.*/${part}`), failure)
      const requests = countRequests()
      renderApp('/lightning-lane')
      expect(await requests.flooded(MOST_REQUESTS)).toEqual([])
      expect(await screen.findByText(title)).toBeDefined()
      expect(screen.getByRole('region', { name: 'Your days' })).toBeDefined()
    },
  )
})
