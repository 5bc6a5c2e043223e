import { screen, waitFor } from '@testing-library/react'
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

/** A notice without a title of its own has that of the failure. */
const CAUSE: Record<FailureName, string> = {
  'a service that is away': 'We are busy',
  'no connection': 'No connection',
}
const OWN_ALERTS = [
  'Error loading data',
  'Error loading recent alerts',
  'Error loading where your alerts go',
  'Error loading your devices',
]

/** The query that pages need to ask anything. */
const GIVEN = `?park=${MAGIC_KINGDOM}&token=t-t-t&session_id=cs_1&success=true`

/** The notices of each page while all APIs fail; a page that is not listed has none, and draws what it knows by itself. */
const NOTICES: Record<string, (string | typeof CAUSE)[]> = {
  '/': ['Error loading ride information'],
  '/live-wait-times': ['Error loading ride information'],
  '/best-times': [CAUSE],
  '/how-we-do': [
    'The numbers of our alerts didn’t load. The alerts run without them.',
    'The numbers of our guarantee didn’t load',
    'The outages didn’t load',
  ],
  '/parks': [CAUSE],
  '/pricing': ['Prices could not be loaded'],
  '/lightning-lane': ['Error fetching Lightning Lane data', 'Check Failed', 'Connection Failed'],
  '/restaurant-alerts': ['Error fetching locations'],
  '/manage-restaurant-alerts': ['Error fetching alerts'],
  '/flight-alerts': ['Error loading your flight alerts'],
  '/confirm-flight-alert': [CAUSE],
  '/connect-lightning-lane': [{ ...CAUSE, 'a service that is away': 'Connection Error' }],
  '/free-table': [CAUSE],
  '/park-rankings': ['Failed to load rankings'],
  '/ride-checklist': [CAUSE],
  '/confirm-alerts': [CAUSE],
  '/subscription-success': [CAUSE],
  '/get-alerts': ['Error loading data'],
  '/app': OWN_ALERTS,
  '/plan': [CAUSE],
  '/manage-alerts': OWN_ALERTS,
  '/ride-alerts': OWN_ALERTS,
  // A visitor who is signed in already is led home.
  '/auth': ['Error loading ride information'],
  '/account': [
    'Error loading your numbers',
    'Error loading your sessions',
    'Error loading your devices',
    'Error loading your webhooks',
  ],
  '/account/passes': ['Error loading your passes', 'Error loading your days of Lightning Lane Assist'],
  '/moderation': ['Failed to load requests'],
  '/admin': ['Failed to load items', 'Failed to load parks'],
  '/admin/desk': ['The events could not be read'],
  '/admin/system': [
    'The messages could not be counted',
    'The polls could not be read',
    'The passes could not be counted',
  ],
  '/admin/audit': ['Error loading the accounts of staff'],
  '/admin/newsletter': ['Error loading the issues'],
  '/admin/promo-codes': ['Error loading the promo codes'],
  '/admin/affiliates': ['Error loading the applications'],
}

/** The notices that offer a next try, by their titles. */
const notices = () =>
  screen.queryAllByRole('button', { name: 'Try again' }).map((again) => ({
    title: again.closest('[role=alert]')?.querySelector('h1, h2, h3, h4, strong, p')?.textContent,
    again,
  }))

describe.for(Object.keys(FAILURES) as FailureName[])('%s', (failure) => {
  test.for(routes.map(({ path }) => path))(
    '%s asks each API a few times while all of them fail, says which parts are missing, and asks again at a press',
    async (path) => {
      fail(ALL, failure)
      signInAs('admin', 'moderator', 'support')
      serveGates({ open: ['lightning-lane', 'restaurant-alerts'] })
      const requests = countRequests()
      const { user } = renderApp(path + GIVEN)
      expect(await requests.flooded(MOST_REQUESTS)).toEqual([])

      const titles = (NOTICES[path] ?? []).map((title) =>
        typeof title === 'string' ? title : title[failure],
      )
      expect(notices().map(({ title }) => title)).toEqual(titles)
      for (const { again } of notices()) {
        const before = requests.count()
        await user.click(again)
        await waitFor(() => expect(requests.count()).toBeGreaterThan(before))
      }
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
