import { screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { clickTwiceAtOnce, renderApp } from '../test/render-app.tsx'
import { refusal } from '../test/samples.ts'
import { server } from '../test/server.ts'

const PAGE = '/connect-lightning-lane?token=invited-invited-invited'

const linked = (isConnected: boolean) => () =>
  HttpResponse.json({ isConnected, expiresAt: '2026-11-26T17:00:00.000Z' })

/** The link of an invitation that waits. Returns how often it was answered. */
function serveInvitation(answer = linked(true), link: () => Response = linked(false)) {
  const answers: unknown[] = []
  server.use(
    http.post('*/api/planner/lightning-lane/invitations/link', () => link()),
    http.post('*/api/planner/lightning-lane/invitations/answer', async ({ request }) => {
      answers.push(await request.json())
      return answer()
    }),
  )
  return answers
}

const connectButton = () => screen.findByRole('button', { name: 'Connect this address' })

test('opening the link connects nothing, and its token leaves the address at once', async () => {
  const answers = serveInvitation()
  const { address } = renderApp(PAGE)

  await connectButton()
  await waitFor(() => expect(address()).toBe('/connect-lightning-lane'))
  expect(answers).toEqual([])
})

test('the button connects once, also when it is pressed twice', async () => {
  const answers = serveInvitation()
  renderApp(PAGE)

  clickTwiceAtOnce(await connectButton())

  expect(await screen.findByRole('heading', { name: 'Connected' })).toBeDefined()
  expect(answers).toEqual([{ token: 'invited-invited-invited' }])
})

test('an invitation that has expired says so, without a button', async () => {
  serveInvitation(linked(true), () => refusal('lane-invitation-expired'))
  renderApp(PAGE)

  expect(await screen.findByText('Invitation expired')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Connect this address' })).toBeNull()
})

test('an answer that fails by our fault is a Connection Error, and can be tried again', async () => {
  serveInvitation(() => refusal('unavailable'))
  const { user } = renderApp(PAGE)

  await user.click(await connectButton())

  expect(await screen.findByText('Connection Error')).toBeDefined()
  expect(screen.getByText('An unexpected error occurred')).toBeDefined()
  expect(await connectButton()).toBeDefined()
})

test('a link without its token says that it is incomplete', async () => {
  renderApp('/connect-lightning-lane')

  expect(await screen.findByRole('heading', { name: 'This link is incomplete' })).toBeDefined()
})
