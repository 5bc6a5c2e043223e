import { act, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { serveAccountRoutes } from '../test/account-routes.ts'
import { accessToken, gotrueRefusal } from '../test/gotrue.ts'
import { PASSWORD, serveIdentity, wasSignedIn } from '../test/identity.ts'
import { serveManagePage } from '../test/manage-page.ts'
import { renderApp } from '../test/render-app.tsx'
import { aSubscription, refusal, serveParks } from '../test/samples.ts'
import { server } from '../test/server.ts'

beforeEach(() => {
  serveParks([])
  serveAccountRoutes()
})

const REFRESH = 'POST /token?grant_type=refresh_token'
const accountButton = () => screen.findByRole('button', { name: 'Account of ana@example.com' })
const isMarked = () => localStorage.getItem('walkon.signed-in') !== null

function serveSubscriptions() {
  serveManagePage()
  const tokens: (string | null)[] = []
  server.use(
    http.get('*/api/alerts/subscriptions', ({ request }) => {
      tokens.push(request.headers.get('authorization'))
      return HttpResponse.json([aSubscription()])
    }),
  )
  return tokens
}

async function logIn(user: ReturnType<typeof renderApp>['user'], page = screen.getByRole('main')) {
  await user.clear(await within(page).findByLabelText('Email'))
  await user.fill(within(page).getByLabelText('Email'), 'ana@example.com')
  await user.clear(within(page).getByLabelText('Password'))
  await user.fill(within(page).getByLabelText('Password'), PASSWORD)
  await user.click(within(page).getByRole('button', { name: 'Login' }))
}

describe('coming back', () => {
  test('a visitor without a session asks identity nothing', async () => {
    const identity = serveIdentity()
    renderApp('/faq')
    expect(await screen.findByRole('link', { name: 'Login' })).toBeDefined()
    expect(identity.asked).toEqual([])
  })

  test('the cookie brings the session back, and the head never says "Login" meanwhile', async () => {
    wasSignedIn()
    const identity = serveIdentity({ isSignedIn: true })
    renderApp('/faq')
    expect(screen.queryByRole('link', { name: 'Login' })).toBeNull()
    await accountButton()
    expect(identity.bodyOf(REFRESH)).toEqual({ refresh_token: 'cookie' })
  })

  test('a guarded page waits with a spinner', async () => {
    wasSignedIn()
    serveIdentity({ isSignedIn: true })
    server.use(http.post('*/auth/v1/token', () => new Promise(() => undefined)))
    const { address } = renderApp('/account')
    expect(await screen.findByRole('status', { name: 'Loading your account' })).toBeDefined()
    expect(address()).toBe('/account')
  })

  test('a cookie that is refused ends the session, and is not tried again', async () => {
    wasSignedIn()
    serveIdentity({ isSignedIn: false })
    renderApp('/faq')
    expect(await screen.findByRole('link', { name: 'Login' })).toBeDefined()
    expect(isMarked()).toBe(false)
  })

  test('an answer of another shape begins no session', async () => {
    wasSignedIn()
    serveIdentity()
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const session = {
      access_token: accessToken(1),
      refresh_token: 'cookie',
      expires_in: 900,
      user: { id: 5 },
    }
    server.use(http.post('*/auth/v1/token', () => HttpResponse.json(session)))
    renderApp('/account')
    expect(await screen.findByText('Your account could not be reached')).toBeDefined()
  })
})

describe('two tabs', () => {
  async function openTwo() {
    wasSignedIn()
    const identity = serveIdentity({ isSignedIn: true })
    const tabs = [renderApp('/faq'), renderApp('/faq')] as const
    for (const tab of tabs) await within(tab.container).findByRole('button', { name: /^Account of/ })
    return { identity, tabs }
  }

  test('signing out in one signs out the other, which asks nothing more', async () => {
    const { identity, tabs } = await openTwo()
    const [one, other] = tabs
    await one.user.click(within(one.container).getByRole('button', { name: /^Account of/ }))
    await one.user.click(within(one.container).getByRole('menuitem', { name: 'Log out' }))
    expect(await within(other.container).findByRole('link', { name: 'Login' })).toBeDefined()
    expect(identity.calls().filter((call) => call.startsWith('POST /logout'))).toHaveLength(1)
  })

  test('signing in in one signs in the other', async () => {
    const identity = serveIdentity()
    const other = renderApp('/faq')
    await within(other.container).findByRole('link', { name: 'Login' })
    identity.isSignedIn = true
    wasSignedIn()
    act(() => void dispatchEvent(new StorageEvent('storage', { key: 'walkon.signed-in', newValue: '1' })))
    expect(await within(other.container).findByRole('button', { name: /^Account of/ })).toBeDefined()
  })

  test('a tab that is told of a session by the other can use it', async () => {
    serveIdentity()
    const tokens = serveSubscriptions()
    const [one, other] = [renderApp('/auth'), renderApp('/auth')]
    // Its client is there, and listens.
    await other.user.fill(await within(other.container).findByLabelText('Email'), 'ana@example.com')
    await other.user.fill(within(other.container).getByLabelText('Password'), 'wrong')
    await other.user.click(within(other.container).getByRole('button', { name: 'Login' }))
    await within(other.container).findByRole('alert')
    await logIn(one.user, within(one.container).getByRole('main'))
    await waitFor(() => expect(other.address()).toBe('/'))
    await other.user.click(await within(other.container).findByRole('button', { name: /^Account of/ }))
    await other.user.click(within(other.container).getByRole('menuitem', { name: 'Manage Alerts' }))
    await within(other.container).findByRole('heading', { name: 'Magic Kingdom Park' })
    expect(tokens).toEqual([`Bearer ${accessToken(1)}`])
  })

  test('a tab that only hears it from the browser signs out too', async () => {
    const { tabs } = await openTwo()
    localStorage.removeItem('walkon.signed-in')
    act(() => void dispatchEvent(new StorageEvent('storage', { key: 'walkon.signed-in', newValue: null })))
    for (const tab of tabs)
      expect(await within(tab.container).findByRole('link', { name: 'Login' })).toBeDefined()
  })
})

describe('requests of an account', () => {
  test('requests carry the access token of the account', async () => {
    wasSignedIn()
    serveIdentity({ isSignedIn: true })
    const tokens = serveSubscriptions()
    renderApp('/ride-alerts')
    expect(await screen.findByRole('heading', { name: 'Magic Kingdom Park' })).toBeDefined()
    expect(screen.getByText('Logged in as').textContent).toBe('Logged in as ana@example.com')
    expect(tokens).toEqual([`Bearer ${accessToken(1)}`])
  })

  test('a new access token repeats no request', async () => {
    wasSignedIn()
    const identity = serveIdentity({ isSignedIn: true })
    const tokens = serveSubscriptions()
    renderApp('/manage-alerts')
    await screen.findByRole('heading', { name: 'Magic Kingdom Park' })
    const other = renderApp('/faq')
    await within(other.container).findByRole('button', { name: /^Account of/ })
    expect(identity.issued).toBe(2)
    expect(tokens).toHaveLength(1)
  })

  test('a refused access token is renewed once, and the request goes out again', async () => {
    wasSignedIn()
    serveIdentity({ isSignedIn: true })
    const tokens = serveSubscriptions()
    server.use(
      http.get(
        '*/api/alerts/subscriptions',
        ({ request }) => {
          tokens.push(request.headers.get('authorization'))
          return refusal('unauthorized')
        },
        { once: true },
      ),
    )
    renderApp('/manage-alerts')
    expect(await screen.findByRole('heading', { name: 'Magic Kingdom Park' })).toBeDefined()
    expect(tokens).toEqual([`Bearer ${accessToken(1)}`, `Bearer ${accessToken(2)}`])
  })

  test('a session that was ended from elsewhere leads to log in, and back', async () => {
    wasSignedIn()
    const identity = serveIdentity({ isSignedIn: true })
    serveManagePage()
    server.use(
      http.get('*/api/alerts/subscriptions', () => {
        identity.isSignedIn = false
        return refusal('unauthorized')
      }),
    )
    const { address } = renderApp('/manage-alerts')
    await waitFor(() => expect(address()).toBe('/auth'))
    expect(await screen.findByText('Please log in to manage your alert subscriptions.')).toBeDefined()
    expect(isMarked()).toBe(false)
  })

  test.for([
    { button: 'Save names', code: 'session_not_found', method: 'put', path: 'user' },
    { button: 'Save names', code: 'user_not_found', method: 'put', path: 'user' },
    { button: 'Set up an authenticator app', code: 'session_not_found', method: 'post', path: 'factors' },
  ] as const)(
    '“$button” after the session was ended from elsewhere, refused with $code, leads to log in, and back',
    async ({ button, code, method, path }) => {
      wasSignedIn()
      serveIdentity({ isSignedIn: true })
      server.use(http[method](`*/auth/v1/${path}`, () => gotrueRefusal(403, code, 'It was ended')))
      const { user, address } = renderApp('/account')
      await user.click(await screen.findByRole('button', { name: button }))
      await waitFor(() => expect(address()).toBe('/auth'))
      expect(isMarked()).toBe(false)
      await logIn(user)
      await waitFor(() => expect(address()).toBe('/account'))
    },
  )

  test('nothing of an account stays in the page when it is left', async () => {
    wasSignedIn()
    serveIdentity({ isSignedIn: true })
    serveSubscriptions()
    const { user } = renderApp('/manage-alerts')
    await screen.findByRole('heading', { name: 'Magic Kingdom Park' })
    await user.click(await accountButton())
    await user.click(screen.getByRole('menuitem', { name: 'Log out' }))
    server.use(http.get('*/api/alerts/subscriptions', () => new Promise(() => undefined)))
    await user.click(await screen.findByRole('link', { name: 'Login' }))
    await logIn(user)
    await user.click(await accountButton())
    await user.click(screen.getByRole('menuitem', { name: 'Manage Alerts' }))
    await screen.findByRole('status', { name: 'Loading your alerts' })
    expect(screen.queryByRole('heading', { name: 'Magic Kingdom Park' })).toBeNull()
  })
})
