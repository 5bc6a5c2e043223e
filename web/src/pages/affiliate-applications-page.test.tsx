import type { AffiliateApplication } from '@walkon/contracts/http/affiliates'
import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { expectFocusOn } from '../test/focus.ts'
import { serveIdentity, wasSignedIn } from '../test/identity.ts'
import { renderApp } from '../test/render-app.tsx'
import { refusal, serveParks } from '../test/samples.ts'
import { server } from '../test/server.ts'

const anApplication = (overrides: Partial<AffiliateApplication> = {}): AffiliateApplication => ({
  id: '0d1c7f3e-4b5a-4c6d-8e9f-a0b1c2d3e4f5',
  fullName: 'Ada Park',
  email: 'ada@example.com',
  phone: null,
  instagramHandle: '@adaparks',
  instagramFollowers: 12_000,
  tiktokHandle: null,
  tiktokFollowers: null,
  youtubeChannel: null,
  youtubeSubscribers: null,
  twitterHandle: null,
  twitterFollowers: null,
  totalFollowers: 12_000,
  primaryPlatform: 'instagram',
  contentNiche: 'Day trips',
  whyJoin: 'My followers ask me about waits.',
  createdAt: '2026-04-14T13:00:00Z',
  decision: null,
  decidedAt: null,
  promoCode: null,
  paidOrders: 0,
  revenue: [],
  ...overrides,
})

beforeEach(() => serveParks([]))

function signInAs(...roles: string[]) {
  wasSignedIn()
  serveIdentity({ isSignedIn: true, roles })
}

function serveApplications(...pages: AffiliateApplication[][]): void {
  server.use(
    http.get('*/api/billing/affiliate-applications', ({ request }) => {
      const page = Number(new URL(request.url).searchParams.get('cursor') ?? 0)
      return HttpResponse.json({
        items: pages[page] ?? [],
        next: page + 1 < pages.length ? String(page + 1) : null,
      })
    }),
  )
}

test('an application is listed with who sent it, the channels, the reason and the day it came', async () => {
  signInAs('admin')
  serveApplications([anApplication()])
  renderApp('/admin/affiliates')
  const words = (await screen.findByRole('heading', { name: 'Ada Park' })).closest('li')?.textContent
  for (const part of [
    'ada@example.com',
    '12,000 followers, mainly on Instagram',
    'Instagram: @adaparks (12,000)',
    'Content: Day trips',
    'My followers ask me about waits.',
    'Received Apr 14, 2026',
  ])
    expect(words).toContain(part)
  expect(words).not.toContain('TikTok')
})

test('older applications are loaded when they are wanted', async () => {
  signInAs('admin')
  const older = anApplication({ id: '0d1c7f3e-4b5a-4c6d-8e9f-a0b1c2d3e4f6', fullName: 'Bob Ride' })
  serveApplications([anApplication()], [older])
  const { user } = renderApp('/admin/affiliates')
  await user.click(await screen.findByRole('button', { name: 'Show older applications' }))
  expect(await screen.findByRole('heading', { name: 'Bob Ride' })).toBeDefined()
})

test('without an application the page says where they come from', async () => {
  signInAs('admin')
  serveApplications([])
  renderApp('/admin/affiliates')
  expect(await screen.findByText('No applications yet')).toBeDefined()
})

/** Billing's decisions at its wire: the list has them afterwards. */
function serveDecisions() {
  const asked: [path: string, body: unknown][] = []
  server.use(
    http.post('*/api/billing/affiliate-applications/:id/:decision', async ({ request, params }) => {
      const body = await request.text()
      asked.push([`${String(params['id'])}/${String(params['decision'])}`, body && JSON.parse(body)])
      const isAccepted = params['decision'] === 'accept'
      const decided = anApplication({
        decision: isAccepted ? 'accepted' : 'declined',
        decidedAt: '2026-04-15T13:00:00Z',
        ...(isAccepted && {
          promoCode: 'ADA20',
          paidOrders: 2,
          revenue: [{ currency: 'usd', cents: 1_500 }],
        }),
      })
      serveApplications([decided])
      return HttpResponse.json(decided)
    }),
  )
  return asked
}

test('an application is accepted with a code, and says what came through it', async () => {
  signInAs('admin')
  serveApplications([anApplication()])
  const asked = serveDecisions()
  const { user } = renderApp('/admin/affiliates')
  await user.click(await screen.findByRole('button', { name: 'Accept Ada Park' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Accept Ada Park?' }))
  expect(dialog.getByText(/ada@example.com gets a mail with a promo code/)).toBeDefined()
  await user.click(dialog.getByRole('button', { name: 'Accept and mail' }))
  expect(await dialog.findByText('Code required')).toBeDefined()
  await expectFocusOn(dialog.getByLabelText(/^Code/))
  await user.type(dialog.getByLabelText(/^Code/), 'ada20')
  await user.clear(dialog.getByLabelText(/^Percent/))
  await user.type(dialog.getByLabelText(/^Percent/), '20')
  await user.click(dialog.getByRole('button', { name: 'Accept and mail' }))

  expect(await screen.findByText('Accepted Apr 15, 2026 · code ADA20 · 2 paid orders, $15')).toBeDefined()
  expect(asked).toEqual([[`${anApplication().id}/accept`, { code: 'ada20', channel: 'email', percent: 20 }]])
  expect(screen.queryByRole('button', { name: 'Accept Ada Park' })).toBeNull()
})

test('an application is declined after a question', async () => {
  signInAs('admin')
  serveApplications([anApplication()])
  const asked = serveDecisions()
  const { user } = renderApp('/admin/affiliates')
  await user.click(await screen.findByRole('button', { name: 'Decline Ada Park' }))
  await user.click(await screen.findByRole('button', { name: 'Decline and mail' }))
  expect(await screen.findByText('Declined Apr 15, 2026')).toBeDefined()
  expect(asked).toEqual([[`${anApplication().id}/decline`, '']])
})

test('a code that is taken is said in the dialog, which stays with what was typed', async () => {
  signInAs('admin')
  serveApplications([anApplication()])
  server.use(http.post('*/api/billing/affiliate-applications/:id/accept', () => refusal('promo-code-exists')))
  const { user } = renderApp('/admin/affiliates')
  await user.click(await screen.findByRole('button', { name: 'Accept Ada Park' }))
  await user.type(await screen.findByLabelText(/^Code/), 'SUMMER')
  await user.click(screen.getByRole('button', { name: 'Accept and mail' }))
  expect(await screen.findByText('Code taken')).toBeDefined()
  await expectFocusOn(screen.getByLabelText(/^Code/))
  expect(screen.getByLabelText(/^Code/)).toHaveProperty('value', 'SUMMER')
})

test('a moderator is sent home from the applications', async () => {
  signInAs('moderator')
  const { address } = renderApp('/admin/affiliates')
  await waitFor(() => expect(address()).toBe('/'))
  expect(await screen.findByText('You do not have admin privileges')).toBeDefined()
})
