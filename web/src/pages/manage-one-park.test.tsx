import { screen } from '@testing-library/react'
import { http } from 'msw'
import { expect, test } from 'vitest'
import { findRide, serveAlerts } from '../test/manage-alerts.ts'
import { LINK } from '../test/manage-page.ts'
import { renderApp } from '../test/render-app.tsx'
import { aSubscription, aWatch, refusal } from '../test/samples.ts'
import { server } from '../test/server.ts'

test('the key of one park shows the rides of that park, and nothing else of the address', async () => {
  serveAlerts([aSubscription({ watches: [aWatch('Space Mountain')] })])
  server.use(
    ...['*/api/alerts/cover', '*/api/alerts/preferences', '*/api/notifications/history'].map((path) =>
      http.get(path, () => refusal('opens-one-park')),
    ),
  )
  renderApp(LINK)

  expect(await findRide('Space Mountain')).toBeDefined()
  expect(screen.getByText(/You see the alerts of one order here/)).toBeDefined()
  for (const name of ['Recent alerts', 'Quiet hours', 'Recent Alerts', 'Quiet Hours'])
    expect(screen.queryByRole('heading', { name })).toBeNull()
})
