import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { EMAIL, find, serveDesk, signInAs } from '../test/desk.ts'
import { expectFocusOn } from '../test/focus.ts'
import { renderApp } from '../test/render-app.tsx'
import { serveParks } from '../test/samples.ts'
import { server } from '../test/server.ts'

beforeEach(() => {
  serveParks([])
  server.use(
    http.get('*/api/:service/admin-actions', () => HttpResponse.json({ items: [], next: null })),
    http.get('*/api/billing/promo-codes', () => HttpResponse.json({ items: [], next: null })),
    http.get('*/api/rankings/item-requests', () => HttpResponse.json({ items: [], next: null })),
    http.get('*/api/rankings/moderation/counts', () =>
      HttpResponse.json({ pending: 0, approved: 0, rejected: 0, reports: 0 }),
    ),
  )
})

const theBar = () => screen.findByRole('navigation', { name: 'Staff' })

test('a page of staff has a bar in place of the head and the footer of the site, and a way back to it', async () => {
  signInAs('admin')
  const { user, address } = renderApp('/admin/promo-codes')
  await theBar()
  expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull()
  expect(screen.queryByRole('contentinfo')).toBeNull()
  await user.click(screen.getByRole('link', { name: 'Back to the site' }))
  expect(address()).toBe('/')
  expect(await screen.findByRole('navigation', { name: 'Main' })).toBeDefined()
})

test('a visitor is found from any page of staff', async () => {
  signInAs('admin')
  serveDesk()
  const { user, address, goBack } = renderApp('/admin/promo-codes')
  await find(user, EMAIL)
  expect(await screen.findByRole('complementary', { name: `About ${EMAIL}` })).toBeDefined()
  expect(address()).toBe('/admin/desk')
  goBack()
  expect(await screen.findByRole('heading', { level: 1, name: 'Promo codes' })).toBeDefined()
})

test('who was found has the focus, so that the next key is one of the page', async () => {
  signInAs('support')
  serveDesk()
  const { user } = renderApp('/admin/desk')
  await find(user, EMAIL)
  await expectFocusOn(await screen.findByRole('heading', { level: 2, name: EMAIL }))
  await user.keyboard('/')
  expect(document.activeElement).toBe(screen.getByLabelText('Find a visitor'))
})

test('a moderator, who finds no visitors, has no search', async () => {
  signInAs('moderator')
  renderApp('/moderation')
  const links = within(await theBar()).getAllByRole('link')
  expect(links.map(({ textContent }) => textContent)).toEqual(['Moderation'])
  expect(screen.queryByRole('search')).toBeNull()
})

test('on a wide screen a menu has the rooms that are opened now and then, so that the search keeps its width, and its button names the one that is open', async () => {
  vi.stubGlobal('matchMedia', () =>
    Object.assign(new EventTarget(), { matches: true, media: '', onchange: null }),
  )
  signInAs('admin')
  const { user, address } = renderApp('/admin/promo-codes')
  const bar = within(await theBar())
  const linked = bar.getAllByRole('link').map(({ textContent }) => textContent)
  expect(linked).toEqual(['Support desk', 'Moderation', 'System', 'Admin'])
  await user.click(bar.getByRole('button', { name: 'Promo codes, more rooms' }))
  const names = bar.getAllByRole('menuitem').map(({ textContent }) => textContent)
  expect(names).toEqual(['Promo codes', 'Affiliates', 'Newsletter', 'Audit trail'])
  await user.click(bar.getByRole('menuitem', { name: 'Audit trail' }))
  expect(address()).toBe('/admin/audit')
})

test('Log out in the bar ends the session and leads home', async () => {
  signInAs('admin')
  const { user, address } = renderApp('/admin/promo-codes')
  await theBar()
  await user.click(screen.getByRole('button', { name: 'Log out' }))
  expect(await screen.findByText('Logged out successfully')).toBeDefined()
  await waitFor(() => expect(address()).toBe('/'))
})

test('the panel of a narrow screen opens, and at Escape gives the focus back', async () => {
  signInAs('admin')
  const { user } = renderApp('/admin/promo-codes')
  await theBar()
  const menu = screen.getByRole('button', { name: 'Menu' })
  await user.click(menu)
  expect(menu.getAttribute('aria-expanded')).toBe('true')
  await user.keyboard('{Escape}')
  expect(menu.getAttribute('aria-expanded')).toBe('false')
  await expectFocusOn(menu)
})
