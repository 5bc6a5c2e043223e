import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { ALERTS, EMAIL, find, RIDE, serveDesk, signInAs, SUBSCRIPTION } from '../test/desk.ts'
import { doIt } from '../test/desk-acts.ts'
import { renderApp } from '../test/render-app.tsx'
import { refusal, serveParks } from '../test/samples.ts'
import { server } from '../test/server.ts'

beforeEach(() => serveParks([]))

test.for([['moderator'], []])('a visitor with the roles %j is sent home from the desk', async (roles) => {
  signInAs(...roles)
  const { address } = renderApp('/admin/desk')
  await waitFor(() => expect(address()).toBe('/'))
  expect(await screen.findByText('You need support privileges to access this page')).toBeDefined()
})

test('support comes from the menu, and sees the rooms that the role opens', async () => {
  signInAs('support')
  const { user, address } = renderApp('/faq')
  await user.click((await screen.findAllByRole('link', { name: 'Support desk' }))[0]!)
  expect(address()).toBe('/admin/desk')
  const rooms = await screen.findByRole('navigation', { name: 'Staff' })
  expect(
    within(rooms)
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual(['Support desk', 'System'])
})

test('a visitor who is found is read from each service, and no address names them', async () => {
  signInAs('support')
  const asked = serveDesk()
  const { user, address } = renderApp('/admin/desk')
  await find(user, EMAIL)
  expect(await screen.findByRole('heading', { name: EMAIL })).toBeDefined()
  expect(address()).toBe('/admin/desk')
  expect(document.title).not.toContain(EMAIL)
  expect(asked.filter(({ path }) => path.endsWith('/visitors/read')).map(({ body }) => body)).toEqual(
    Array.from({ length: 5 }, () => ({
      email: EMAIL,
      userId: null,
      showsNumbers: false,
      lookUpId: expect.any(String),
    })),
  )
  const lookUps = asked.map(({ path, body }) => `${path.split('/').at(-1)} ${String(body['lookUpId'])}`)
  expect(new Set(lookUps).size).toBe(3)
})

test('what a visitor or a park wrote is text and never markup', async () => {
  signInAs('support')
  serveDesk()
  const { user } = renderApp('/admin/desk')
  await find(user, EMAIL)
  await screen.findByRole('heading', { name: EMAIL })
  expect(screen.getAllByText(new RegExp('<img src=x')).length).toBeGreaterThan(0)
  expect(document.querySelector('img[src="x"]')).toBeNull()
})

test('“Why did I get nothing?” is answered in words', async () => {
  signInAs('support')
  serveDesk()
  const { user } = renderApp('/admin/desk')
  await find(user, EMAIL)
  const date = await screen.findByLabelText('on')
  await user.clear(date)
  await user.type(date, '2026-04-14')
  await user.type(screen.getByLabelText(/^at \(park time\)/), '14:10')
  await user.click(screen.getByRole('button', { name: 'Answer' }))
  expect(await screen.findByText(/At 2:10 pm .* was 40 min, and the visitor’s limit was 15\./)).toBeDefined()
})

test('a lane says when its alert was sent, not when the wait became short', async () => {
  signInAs('support')
  const alert = {
    id: 'alert',
    subscriptionId: SUBSCRIPTION,
    rideId: RIDE,
    rideName: 'Space Mountain',
    kind: 'short-wait',
    waitMinutes: 10,
    triggeredAt: '2026-04-14T18:08:30Z',
  }
  serveDesk({ alerts: { ...ALERTS, alerts: [alert] } })
  const observations = [{ observedAt: '2026-04-14T18:05:00Z', status: 'OPERATING', waitMinutes: 10 }]
  server.use(
    http.get(`*/api/parks/attractions/${RIDE}/history`, () =>
      HttpResponse.json({
        rideId: RIDE,
        name: 'Space Mountain',
        parkId: ALERTS.subscriptions[0]!.parkId,
        timezone: 'America/New_York',
        date: '2026-04-14',
        observations,
      }),
    ),
  )
  const { user } = renderApp('/admin/desk')
  await find(user, EMAIL)
  expect(await screen.findByText('sent 2:08 pm')).toBeDefined()
})

test('four digits are looked up for admins alone: support reads what finds a visitor', async () => {
  signInAs('support')
  const asked = serveDesk()
  const { user } = renderApp('/admin/desk')
  await find(user, '0142')
  expect(
    await screen.findByText(
      /^Enter an email address .*, a phone number, the number of an order, the reference/,
    ),
  ).toBeDefined()
  expect(asked).toEqual([])
})

test('several visitors of one number are offered, and what names nobody is not sent', async () => {
  signInAs('admin')
  const asked = serveDesk({ found: [EMAIL, 'other@example.com'].map((email) => ({ email, userId: null })) })
  const { user } = renderApp('/admin/desk')
  await find(user, 'Ana')
  expect(await screen.findByText('Nothing to look for')).toBeDefined()
  expect(asked).toEqual([])
  await user.clear(screen.getByLabelText(/^Find a visitor/))
  await find(user, '0142')
  await user.click(await screen.findByRole('link', { name: 'Open other@example.com' }))
  expect(await screen.findByRole('heading', { name: 'other@example.com' })).toBeDefined()
})

test('a typo offers the addresses near it, and opens none of them by itself', async () => {
  signInAs('support')
  const near = { email: 'visitor@example.com', userId: null }
  const asked = serveDesk({ found: [], near: [near] })
  const { user } = renderApp('/admin/desk')
  await find(user, 'vistor@example.com')
  expect(await screen.findByRole('heading', { name: 'Nobody found for vistor@example.com' })).toBeDefined()
  expect(screen.queryByRole('heading', { name: near.email })).toBeNull()
  expect(new Set(asked.map(({ body }) => `${String(body['kind'])} ${String(body['text'])}`))).toEqual(
    new Set(['email vistor@example.com', 'near vistor@example.com']),
  )
  expect(new Set(asked.map(({ body }) => body['lookUpId'])).size).toBe(1)
  await user.click(screen.getByRole('link', { name: `Open ${near.email}` }))
  expect(await screen.findByRole('heading', { name: near.email })).toBeDefined()
})

test('too many searches near an address are said, with the next try', async () => {
  signInAs('support')
  serveDesk({ found: [] })
  server.use(http.post('*/api/billing/visitors/find', () => refusal('too-many-requests')))
  const { user } = renderApp('/admin/desk')
  await find(user, 'vist')
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeDefined()
})

test('a search that finds nobody clears the page, and back shows the former visitor without its answer', async () => {
  signInAs('support')
  serveDesk()
  const { user, goBack } = renderApp('/admin/desk')
  await find(user, EMAIL)
  await screen.findByRole('heading', { name: EMAIL })
  serveDesk({ found: [] })
  await user.clear(screen.getByLabelText(/^Find a visitor/))
  await find(user, 'nobody@example.com')
  expect(await screen.findByText(/Nobody found for/)).toBeDefined()
  expect(screen.queryByText(EMAIL)).toBeNull()
  expect(screen.queryByRole('heading', { name: /^Acts for/ })).toBeNull()
  goBack()
  expect(await screen.findByRole('heading', { name: EMAIL })).toBeDefined()
  expect(screen.queryByText(/Nobody found for/)).toBeNull()
})

test('the former visitor is gone while another is sought, and back from that one shows the former', async () => {
  signInAs('support')
  serveDesk()
  const { user, goBack } = renderApp('/admin/desk')
  await find(user, EMAIL)
  await screen.findByRole('heading', { name: EMAIL })
  serveDesk({ found: [{ email: 'other@example.com', userId: null }] })
  const answered = Promise.withResolvers<void>()
  server.use(
    http.post('*/api/identity/visitors/find', async () => {
      await answered.promise
      return HttpResponse.json([])
    }),
  )
  await user.clear(screen.getByLabelText(/^Find a visitor/))
  await find(user, 'other@example.com')
  await waitFor(() => expect(screen.queryByRole('heading', { name: EMAIL })).toBeNull())
  answered.resolve()
  expect(await screen.findByRole('heading', { name: 'other@example.com' })).toBeDefined()
  goBack()
  expect(await screen.findByRole('heading', { name: EMAIL })).toBeDefined()
})

test('alerts are stopped after a question, with its reason, and the visitor is read again', async () => {
  signInAs('support')
  const asked = serveDesk()
  const stopped: unknown[] = []
  server.use(
    http.post('*/api/alerts/visitors/stop', async ({ request }) => {
      stopped.push(await request.json())
      return new HttpResponse(null, { status: 204 })
    }),
  )
  const { user } = renderApp('/admin/desk')
  await find(user, EMAIL)
  await user.click(await screen.findByRole('button', { name: 'Stop all alerts' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Stop all alerts?' }))
  expect(dialog.getByText(/the visitor may turn alerts on again/)).toBeDefined()
  expect(stopped).toEqual([])
  await user.type(dialog.getByLabelText(/^Reason/), 'Asked by phone')
  await user.click(doIt(dialog))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(stopped).toEqual([{ email: EMAIL, reason: 'Asked by phone' }])
  expect(asked.filter(({ path }) => path === '/api/alerts/visitors/read')).toHaveLength(2)
})

test('a visitor who is found again is read again', async () => {
  signInAs('support')
  const asked = serveDesk()
  const { user } = renderApp('/admin/desk')
  await find(user, EMAIL)
  await screen.findByRole('heading', { name: EMAIL })
  await user.clear(screen.getByLabelText(/^Find a visitor/))
  await find(user, EMAIL)
  const reads = () => asked.filter(({ path }) => path === '/api/billing/visitors/read')
  await waitFor(() => expect(reads()).toHaveLength(2))
  expect(await screen.findByRole('heading', { name: EMAIL })).toBeDefined()
})
