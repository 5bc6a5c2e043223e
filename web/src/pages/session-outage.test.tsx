import { act, screen, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { serveAccountRoutes } from '../test/account-routes.ts'
import { gotrueRefusal } from '../test/gotrue.ts'
import { serveIdentity, wasSignedIn } from '../test/identity.ts'
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

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }))
afterEach(() => vi.useRealTimers())

/** Lets auth-js go through all of its waits between tries. */
async function untilGivenUp() {
  const turn = new MessageChannel()
  for (let round = 0; round < 400 && !screen.queryByText('Your account could not be reached'); round += 1) {
    await act(() => vi.advanceTimersByTimeAsync(200))
    await new Promise((resolve) => {
      turn.port1.addEventListener('message', resolve, { once: true })
      turn.port1.start()
      turn.port2.postMessage(null)
    })
  }
  turn.port1.close()
}

test.each([
  ['no network', () => HttpResponse.error()],
  ['a service that is down', () => new HttpResponse('Bad Gateway', { status: 502 })],
  ['a limit', () => gotrueRefusal(429, 'over_request_rate_limit', 'Request rate limit reached')],
])('%s ends no session: the refresh is tried again, then offered', async (_name, answer) => {
  wasSignedIn()
  const identity = serveIdentity({ isSignedIn: true })
  let isDown = true
  let tries = 0
  server.use(
    http.post('*/auth/v1/token', () => {
      tries += 1
      return isDown ? answer() : undefined
    }),
  )
  const { user } = renderApp('/account')
  await untilGivenUp()
  const panel = screen.getByRole('alert')
  expect(tries).toBeGreaterThan(3)
  expect(isMarked()).toBe(true)
  isDown = false
  vi.useRealTimers()
  await user.click(within(panel).getByRole('button', { name: 'Try again' }))
  expect(await accountButton()).toBeDefined()
  expect(identity.bodyOf(REFRESH)).toEqual({ refresh_token: 'cookie' })
})

test('without a signal a page of an account says at once that it cannot be reached, and opens with the signal', async () => {
  vi.useRealTimers()
  wasSignedIn()
  serveIdentity({ isSignedIn: true })
  const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  renderApp('/account')
  await screen.findByText('Your account could not be reached')
  isOnline.mockRestore()
  act(() => void window.dispatchEvent(new Event('online')))
  expect(await accountButton()).toBeDefined()
})
