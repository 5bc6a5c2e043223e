import { adminAction } from '@walkon/contracts/http/admin-actions'
import { affiliateApplication } from '@walkon/contracts/http/affiliates'
import { itemRequest, reportedReview } from '@walkon/contracts/http/moderation'
import { screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { AUDITED_SERVICES, trailPath } from '../features/audit/trail.ts'
import { VISITOR_DATA } from '../features/desk/visitor.ts'
import { EMAIL, find, serveDesk, signInAs, XSS } from '../test/desk.ts'
import { serveSetAside } from '../test/desk-acts.ts'
import { withHostileWords } from '../test/hostile-words.ts'
import { giveOwnDevice, renderSection } from '../test/push-section.tsx'
import { anItem, serveRankings } from '../test/rankings.ts'
import { renderApp } from '../test/render-app.tsx'
import { serveParks } from '../test/samples.ts'
import { server } from '../test/server.ts'

/** Visitors' text is shown to staff and to each other as text, on each page that shows it. */

beforeEach(() => serveParks([]))

/** How often the words can be read; none where an element came of them. */
async function countReadable(): Promise<number> {
  const shown = await screen.findAllByText(/<img src=x/)
  const isMarkup = document.querySelector('img[src="x"], [onerror]') !== null
  return isMarkup || document.title.includes('img') ? 0 : shown.length
}

const page = (...items: unknown[]) => HttpResponse.json({ items, next: null })

test('at the desk, in every field of every service', async () => {
  signInAs('admin')
  serveSetAside([])
  const { identity, billing, alerts, notifications } = VISITOR_DATA
  serveDesk({
    identity: withHostileWords(identity) as object,
    billing: withHostileWords(billing) as object,
    alerts: withHostileWords(alerts) as object,
    notifications: withHostileWords(notifications) as object,
  })
  const { user } = renderApp('/admin/desk')
  await find(user, EMAIL)
  await screen.findByRole('complementary', { name: `About ${EMAIL}` })
  expect(await countReadable()).toBeGreaterThanOrEqual(10)
})

test('in an application of an affiliate', async () => {
  signInAs('admin')
  server.use(
    http.get('*/api/billing/affiliate-applications', () => page(withHostileWords(affiliateApplication))),
  )
  renderApp('/admin/affiliates')
  expect(await countReadable()).toBeGreaterThanOrEqual(5)
})

test('in a suggestion, an edit and a reported review of the moderation', async () => {
  signInAs('moderator')
  const request = withHostileWords(itemRequest)
  server.use(
    http.get('*/api/rankings/moderation/counts', () =>
      HttpResponse.json({ pending: 1, approved: 0, rejected: 0, reports: 1 }),
    ),
    http.get('*/api/rankings/item-requests', () => page(request)),
    http.get('*/api/rankings/reports', () => HttpResponse.json([withHostileWords(reportedReview)])),
  )
  const { user } = renderApp('/moderation')
  expect(await countReadable()).toBeGreaterThanOrEqual(2)
  await user.click(await screen.findByRole('tab', { name: 'Reports (1)' }))
  expect(await countReadable()).toBeGreaterThanOrEqual(2)
})

test('in the audit trail', async () => {
  signInAs('admin')
  server.use(
    http.get('*/api/identity/staff', () => HttpResponse.json([])),
    ...AUDITED_SERVICES.map((service) =>
      http.get(`*/api${trailPath(service)}`, () => page(withHostileWords(adminAction))),
    ),
  )
  renderApp('/admin/audit')
  expect(await countReadable()).toBeGreaterThanOrEqual(1)
})

test('in the names of an item of the rankings', async () => {
  serveRankings([anItem({ name: XSS, description: XSS, parkName: XSS })])
  renderApp('/park-rankings')
  expect(await countReadable()).toBeGreaterThanOrEqual(1)
})

test('in the name that a device was given', async () => {
  giveOwnDevice({ name: XSS })
  renderSection()
  expect(await countReadable()).toBeGreaterThanOrEqual(1)
})
