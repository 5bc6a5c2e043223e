import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { APP_CODE, serveIdentity, wasSignedIn } from '../test/identity.ts'
import { renderApp } from '../test/render-app.tsx'
import { serveParks } from '../test/samples.ts'
import { server } from '../test/server.ts'

beforeEach(() => serveParks([]))

function signInAs(...roles: string[]) {
  wasSignedIn()
  serveIdentity({ isSignedIn: true, roles })
}

test.for([
  ['Promo codes', '/admin/promo-codes', 'No promo codes yet'],
  ['Affiliates', '/admin/affiliates', 'No applications yet'],
] as const)('an admin gets from the menu to “%s”', async ([name, path, empty]) => {
  signInAs('admin')
  server.use(
    http.get('*/api/billing/promo-codes', () => HttpResponse.json({ items: [], next: null })),
    http.get('*/api/billing/affiliate-applications', () => HttpResponse.json({ items: [], next: null })),
    http.get('*/api/rankings/items-by-name', () => HttpResponse.json({ items: [], next: null })),
    http.get('*/api/rankings/parks', () => HttpResponse.json([])),
  )
  const { user, address } = renderApp('/faq')
  await user.click((await screen.findAllByRole('link', { name: 'Admin' }))[0]!)
  await user.click(await screen.findByRole('link', { name }))
  expect(address()).toBe(path)
  expect(await screen.findByText(empty)).toBeDefined()
})

test('support who opens the entrance of the rooms comes to the desk', async () => {
  signInAs('support')
  const { address } = renderApp('/admin')
  await waitFor(() => expect(address()).toBe('/admin/desk'))
  expect(screen.queryByText('Access Denied')).toBeNull()
})

test('the navigation names each room of an admin, and marks the one that is open', async () => {
  signInAs('admin')
  server.use(http.get('*/api/billing/promo-codes', () => HttpResponse.json({ items: [], next: null })))
  renderApp('/admin/promo-codes')
  const rooms = within(await screen.findByRole('navigation', { name: 'Staff' }))
  expect(rooms.getAllByRole('link').map((room) => [room.textContent, room.getAttribute('href')])).toEqual([
    ['Support desk', '/admin/desk'],
    ['Moderation', '/moderation'],
    ['System', '/admin/system'],
    ['Admin', '/admin'],
    ['Promo codes', '/admin/promo-codes'],
    ['Affiliates', '/admin/affiliates'],
    ['Newsletter', '/admin/newsletter'],
    ['Audit trail', '/admin/audit'],
  ])
  expect(rooms.getByRole('link', { current: 'page' }).textContent).toBe('Promo codes')
})

test.for([['moderator'], ['admin']])(
  'a visitor with the role %s opens the moderation',
  async ([role = '']) => {
    signInAs(role)
    server.use(
      http.get('*/api/rankings/item-requests', () => HttpResponse.json({ items: [], next: null })),
      http.get('*/api/rankings/moderation/counts', () =>
        HttpResponse.json({ pending: 0, approved: 0, rejected: 0, reports: 0 }),
      ),
    )
    const { user, address } = renderApp('/faq')
    await user.click((await screen.findAllByRole('link', { name: 'Moderation' }))[0]!)
    expect(address()).toBe('/moderation')
    expect(await screen.findByText('No pending requests')).toBeDefined()
  },
)

test.for([
  ['/moderation', [], 'You need moderator privileges to access this page'],
  ['/admin', [], 'You do not have admin privileges'],
  ['/admin', ['moderator'], 'You do not have admin privileges'],
] as const)('%s sends a visitor with the roles %j home and says “%s”', async ([path, roles, text]) => {
  signInAs(...roles)
  const { address } = renderApp(path)
  await waitFor(() => expect(address()).toBe('/'))
  expect(await screen.findByText(text)).toBeDefined()
})

test.for([
  ['support', '/admin/desk', 'Support desk'],
  ['admin', '/admin/promo-codes', 'Promo codes'],
] as const)(
  'an account with the role %s and without a second factor sets it up at %s, which then opens by itself',
  async ([role, path, title]) => {
    wasSignedIn()
    serveIdentity({ isSignedIn: true, roles: [role], factors: [] })
    server.use(http.get('*/api/billing/*', () => HttpResponse.json({ items: [], next: null })))
    const { user, address } = renderApp(path)
    await user.click(await screen.findByRole('button', { name: 'Set up an authenticator app' }))
    await user.type(await screen.findByLabelText(/^Code/), APP_CODE)
    await user.click(screen.getByRole('button', { name: 'Turn on' }))
    expect(await screen.findByText('Second factor is on')).toBeDefined()
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Second factor' })).toBeNull())
    expect(screen.getByRole('heading', { level: 1, name: title })).toBeDefined()
    expect(address()).toBe(path)
  },
)

test('a moderator needs no second factor', async () => {
  wasSignedIn()
  serveIdentity({ isSignedIn: true, roles: ['moderator'], factors: [] })
  server.use(
    http.get('*/api/rankings/item-requests', () => HttpResponse.json({ items: [], next: null })),
    http.get('*/api/rankings/moderation/counts', () =>
      HttpResponse.json({ pending: 0, approved: 0, rejected: 0, reports: 0 }),
    ),
  )
  renderApp('/moderation')
  expect(await screen.findByText('No pending requests')).toBeDefined()
})

test.for(['/moderation', '/admin'])('%s asks a signed-out visitor to log in', async (path) => {
  serveIdentity()
  const { address } = renderApp(path)
  await waitFor(() => expect(address()).toBe('/auth'))
})
