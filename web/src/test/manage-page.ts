import type { EmailWay } from '@walkon/contracts/http/ways'
import { http, HttpResponse } from 'msw'
import { servePush } from './push.ts'
import { server } from './server.ts'

export const TOKEN = 'manage-manage-manage'
export const LINK = `/manage-alerts?token=${TOKEN}`

/** An address that alert mails go to. */
export const anEmailWay = (overrides: Partial<EmailWay> = {}): EmailWay => ({
  channel: 'email',
  address: 'v•••@example.com',
  state: 'ok',
  takesLetters: true,
  lastTest: null,
  ...overrides,
})

/**
 * Serves the requests of Manage Alerts beside the parks of a visitor: no plan, no alert, nothing set. A test replaces those that it is
 * about.
 */
export function serveManagePage(): void {
  servePush()
  server.use(
    http.get('*/api/alerts/ended', () => HttpResponse.json([])),
    http.get('*/api/alerts/cover', () => HttpResponse.json({ coveredUntil: null })),
    http.get('*/api/alerts/preferences', () => HttpResponse.json({ quietHours: null, pausedParks: [] })),
    http.get('*/api/notifications/ways', () => HttpResponse.json({ email: anEmailWay(), numbers: [] })),
    http.get('*/api/notifications/history', () => HttpResponse.json([])),
  )
}
