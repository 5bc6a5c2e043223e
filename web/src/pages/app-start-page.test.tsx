import { screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { serveIdentity, wasSignedIn } from '../test/identity.ts'
import { serveManagePage } from '../test/manage-page.ts'
import { renderApp } from '../test/render-app.tsx'
import { EPCOT, MAGIC_KINGDOM, serveParks } from '../test/samples.ts'
import { server } from '../test/server.ts'

/** The address that the installed app opens (`public/manifest.webmanifest`, tests/e2e/push-journey.test.ts). */
const START = '/app'

beforeEach(() => serveParks([]))

const parks = () =>
  within(screen.getByRole('main'))
    .getAllByRole('link')
    .map((link) => link.getAttribute('href')?.split('?park=')[1])
    .filter((id) => id !== undefined)

test('the installed app shows who has no account the boards, and the ways to the alerts', async () => {
  renderApp(START)
  await screen.findByRole('heading', { level: 1, name: 'Your alerts' })
  expect(screen.getByText(/open “Choose your rides” in one of our emails/)).toBeDefined()
  expect(within(screen.getByRole('main')).getByRole('link', { name: 'Login' }).getAttribute('href')).toBe(
    '/auth',
  )
  await waitFor(() => expect(parks()).toContain(MAGIC_KINGDOM))
})

test('the park that was looked at last comes first', async () => {
  const board = (parkId: string, readAt: string) => Response.json({ parkId, readAt, rides: [] })
  const matchAll = async () => [
    board(EPCOT, '2026-04-14T18:00:00Z'),
    board(MAGIC_KINGDOM, '2026-04-13T18:00:00Z'),
  ]
  vi.stubGlobal('caches', { open: async () => ({ matchAll }) })
  renderApp(START)
  await waitFor(() => expect(parks().slice(0, 2)).toEqual([EPCOT, MAGIC_KINGDOM]))
})

test('the start page has its heading while the session is restored', async () => {
  wasSignedIn()
  server.use(http.post('*/auth/v1/token', () => new Promise(() => undefined)))
  renderApp(START)
  await screen.findByRole('status', { name: 'Loading your account' })
  expect(screen.getByRole('heading', { level: 1, name: 'Your alerts' })).toBeDefined()
})

test('the installed app opens the alerts of who is signed in', async () => {
  wasSignedIn()
  serveIdentity({ isSignedIn: true })
  serveManagePage()
  const { address } = renderApp(START)
  await waitFor(() => expect(address()).toBe('/manage-alerts'))
})
