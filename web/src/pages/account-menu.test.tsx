import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { expectFocusOn } from '../test/focus.ts'
import { serveAccountRoutes } from '../test/account-routes.ts'
import { serveIdentity, verifiedFactor, wasSignedIn } from '../test/identity.ts'
import { renderApp } from '../test/render-app.tsx'
import { serveParks } from '../test/samples.ts'
import { server } from '../test/server.ts'

beforeEach(() => {
  serveParks([])
  serveAccountRoutes()
})

const REFRESH = 'POST /token?grant_type=refresh_token'
const accountButton = () => screen.findByRole('button', { name: 'Account of ana@example.com' })
const isMarked = () => localStorage.getItem('walkon.signed-in') !== null

describe('the account menu', () => {
  async function openMenu() {
    wasSignedIn()
    serveIdentity({ isSignedIn: true })
    const app = renderApp('/faq')
    const button = await accountButton()
    await app.user.click(button)
    return { ...app, button, menu: screen.getByRole('menu') }
  }

  test('the menu says who is signed in, and where one can go', async () => {
    const { menu, button } = await openMenu()
    expect(button.textContent).toBe('ana@example.com')
    expect(button.firstElementChild?.className).toContain('max-w-25 truncate')
    expect(screen.getByText('Logged in as').parentElement?.textContent).toContain('ana@example.com')
    const items = within(menu).getAllByRole('menuitem')
    expect(items.map((item) => [item.textContent, item.getAttribute('href')])).toEqual([
      ['Get Alerts', '/get-alerts'],
      ['Manage Alerts', '/manage-alerts'],
      ['Account', '/account'],
      ['Log out', null],
    ])
  })

  test('arrows go round, Escape closes and gives the focus back', async () => {
    const { user, menu, button } = await openMenu()
    const items = within(menu).getAllByRole('menuitem')
    await expectFocusOn(items[0])
    await user.keyboard('{ArrowUp}')
    await expectFocusOn(items[3])
    await user.keyboard('{ArrowDown}{ArrowDown}')
    await expectFocusOn(items[1])
    await user.keyboard('{End}')
    await expectFocusOn(items[3])
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('menu')).toBeNull()
    await expectFocusOn(button)
    await user.keyboard('{ArrowDown}')
    expect(screen.getByRole('menu')).toBeDefined()
  })

  test('a click elsewhere closes it, and so does a choice', async () => {
    const { user, button, address } = await openMenu()
    await user.click(screen.getByRole('main'))
    expect(screen.queryByRole('menu')).toBeNull()
    await user.click(button)
    await user.click(screen.getByRole('menuitem', { name: 'Account' }))
    expect(screen.queryByRole('menu')).toBeNull()
    expect(address()).toBe('/account')
  })

  test('logging out ends the session of this browser, and says so', async () => {
    wasSignedIn()
    const identity = serveIdentity({ isSignedIn: true })
    const { user, address } = renderApp('/account')
    await screen.findByRole('heading', { level: 1, name: 'Account' })
    await user.click(await accountButton())
    await user.click(screen.getByRole('menuitem', { name: 'Log out' }))
    expect(
      (await screen.findByText('Logged out successfully')).closest('[aria-label=Notices] > *')?.textContent,
    ).toBe('Logged out successfullyYou have been logged out of your account.')
    expect(identity.calls()).toContain('POST /logout?scope=local')
    expect(await screen.findByRole('link', { name: 'Login' })).toBeDefined()
    expect(isMarked()).toBe(false)
    await waitFor(() => expect(address()).toBe('/'))
  })

  test('a log out that failed says so, and the session goes on', async () => {
    wasSignedIn()
    serveIdentity({ isSignedIn: true })
    server.use(http.post('*/auth/v1/logout', () => new HttpResponse('Bad Gateway', { status: 502 })))
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const { user } = renderApp('/faq')
    await user.click(await accountButton())
    await user.click(screen.getByRole('menuitem', { name: 'Log out' }))
    expect(
      (await screen.findByText('Error signing out')).closest('[aria-label=Notices] > *')?.textContent,
    ).toBe('Error signing outThere was a problem signing you out. Please try again.')
    expect(logged).toHaveBeenCalledWith('Error signing out', expect.anything())
    expect(await accountButton()).toBeDefined()
    expect(isMarked()).toBe(true)
  })
})

describe('roles', () => {
  const roleButtons = () =>
    within(screen.getByRole('banner'))
      .queryAllByRole('link', { name: /^(Moderation|Admin)$/ })
      .filter((link) => link.classList.contains('btn'))
      .map((link) => [link.textContent, link.getAttribute('href')])

  test.each([
    [[], []],
    [['moderator'], [['Moderation', '/moderation']]],
    [
      ['admin'],
      [
        ['Moderation', '/moderation'],
        ['Admin', '/admin'],
      ],
    ],
    [['owner'], []],
  ])('a visitor with the roles %j sees the buttons %j', async (roles, buttons) => {
    wasSignedIn()
    serveIdentity({ isSignedIn: true, roles })
    renderApp('/faq')
    await accountButton()
    expect(roleButtons()).toEqual(buttons)
  })

  test('roles count only after the second factor', async () => {
    wasSignedIn()
    const identity = serveIdentity({ isSignedIn: true, roles: ['admin'], factors: [verifiedFactor] })
    renderApp('/faq')
    await waitFor(() => expect(identity.calls()).toContain(REFRESH))
    expect(await screen.findByRole('link', { name: 'Login' })).toBeDefined()
    expect(roleButtons()).toEqual([])
  })
})
