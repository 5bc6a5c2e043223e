import { screen } from '@testing-library/react'
import { http } from 'msw'
import { describe, expect, test } from 'vitest'
import { renderApp } from '../test/render-app.tsx'
import { refusal } from '../test/samples.ts'
import { server } from '../test/server.ts'

describe.for([
  {
    page: '/confirm-flight-alert?token=cut',
    asked: '*/api/flights/alerts/link',
    refusals: ['flight-link-invalid', 'flight-link-expired', 'invalid-request'],
    wayOn: 'Find flights',
  },
  {
    page: '/connect-lightning-lane?token=cut',
    asked: '*/api/planner/lightning-lane/invitations/link',
    refusals: ['lane-invitation-invalid', 'lane-invitation-expired', 'invalid-request'],
    wayOn: 'Lightning Lane Assist',
  },
  {
    page: '/free-table?token=cut',
    asked: '*/api/planner/restaurant-alerts/link',
    refusals: ['table-link-invalid', 'invalid-request'],
    wayOn: 'Restaurant Alerts',
  },
] as const)('the link of a mail to $page', ({ page, asked, refusals, wayOn }) => {
  test.for(refusals)('%s: shows the way on, and no other try of what stays refused', async (code) => {
    server.use(http.post(asked, () => refusal(code)))
    renderApp(page)
    const panel = await screen.findByRole('alert')
    expect(panel.querySelector('a')?.textContent).toBe(wayOn)
    expect(panel.querySelector('button')).toBeNull()
  })

  test('offers another try where the answer did not come', async () => {
    server.use(http.post(asked, () => refusal('unavailable')))
    renderApp(page)
    expect((await screen.findByRole('alert')).querySelector('button')?.textContent).toBe('Try again')
  })
})
