import { screen } from '@testing-library/react'
import { http } from 'msw'
import { expect, test } from 'vitest'
import { findRide, serveAlerts } from '../test/manage-alerts.ts'
import { LINK } from '../test/manage-page.ts'
import { renderApp } from '../test/render-app.tsx'
import { aSubscription, aWatch, refusal } from '../test/samples.ts'
import { server } from '../test/server.ts'

/** As a service seals it: the mark is in the clear, the rest is not. */
const MARKED = `${btoa(JSON.stringify({ alg: 'dir', opens: 'park' }))}.1.2.3.4`

test('the key of one park asks for nothing that it is refused', async () => {
  serveAlerts([aSubscription({ watches: [aWatch('Space Mountain')] })])
  const asked: string[] = []
  server.events.on('request:start', ({ request }) => asked.push(new URL(request.url).pathname))
  renderApp(`/manage-alerts?token=${MARKED}`)

  expect(await findRide('Space Mountain')).toBeDefined()
  expect(screen.getByText(/You see the alerts of one order here/)).toBeDefined()
  const ofAddress =
    /^\/api\/(alerts\/(cover|preferences)|notifications\/(history|devices|ways)|rankings|planner)/
  expect(asked).toContain('/api/alerts/subscriptions')
  expect(asked.filter((path) => ofAddress.test(path))).toEqual([])
})

test('an unmarked key of one park shows the rides of that park, and nothing else of the address', async () => {
  serveAlerts([aSubscription({ watches: [aWatch('Space Mountain')] })])
  server.use(
    ...['*/api/alerts/cover', '*/api/alerts/preferences', '*/api/notifications/history'].map((path) =>
      http.get(path, () => refusal('opens-one-park')),
    ),
  )
  renderApp(LINK)

  expect(await findRide('Space Mountain')).toBeDefined()
  expect(screen.getByText(/You see the alerts of one order here/)).toBeDefined()
  expect(screen.getByText('Watching 1 ride.')).toBeDefined()
  for (const name of ['Recent alerts', 'Quiet hours', 'Recent Alerts', 'Quiet Hours'])
    expect(screen.queryByRole('heading', { name })).toBeNull()
})
