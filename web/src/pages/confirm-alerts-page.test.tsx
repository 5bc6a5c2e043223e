import { screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { clickTwiceAtOnce, renderApp } from '../test/render-app.tsx'
import { MAGIC_KINGDOM, refusal, serveParks } from '../test/samples.ts'
import { server } from '../test/server.ts'

const TOKEN = 'c0nfirm-c0nfirm-c0nfirm'

function serveConfirmation(answer: () => Response) {
  const received: unknown[] = []
  server.use(
    http.post('*/api/billing/activations/confirm', async ({ request }) => {
      received.push(await request.json())
      return answer()
    }),
  )
  return received
}

const confirmed = () =>
  HttpResponse.json({
    status: 'active',
    parkId: MAGIC_KINGDOM,
    parkName: 'Magic Kingdom Park',
    dates: ['2026-04-14'],
  })

const startButton = () => screen.findByRole('button', { name: 'Start my alerts' })

test('the token leaves the address at once, and opening the link confirms nothing', async () => {
  const received = serveConfirmation(confirmed)
  const { address } = renderApp(`/confirm-alerts?token=${TOKEN}`)
  await startButton()
  await waitFor(() => expect(address()).toBe('/confirm-alerts'))
  expect(received).toEqual([])
})

test('the button confirms, once, and says what is on', async () => {
  const received = serveConfirmation(confirmed)
  renderApp(`/confirm-alerts?token=${TOKEN}`)
  clickTwiceAtOnce(await startButton())
  expect(await screen.findByRole('heading', { name: 'Your alerts are on' })).toBe(document.activeElement)
  expect(screen.getByText('Magic Kingdom Park').textContent).toContain('Tue 14 April')
  expect(received).toEqual([{ token: TOKEN }])
})

test('a token that was used is not kept', async () => {
  serveConfirmation(confirmed)
  const { user } = renderApp(`/confirm-alerts?token=${TOKEN}`)
  await user.click(await startButton())
  await screen.findByRole('heading', { name: 'Your alerts are on' })
  expect(JSON.stringify(sessionStorage)).not.toContain(TOKEN)
})

test('a reload before the click still knows the token', async () => {
  const first = renderApp(`/confirm-alerts?token=${TOKEN}`)
  await startButton()
  first.unmount()
  renderApp('/confirm-alerts')
  expect(await startButton()).toBeDefined()
})

test.each([
  [404, 'confirmation-token-invalid', 'This link does not work'],
  [410, 'confirmation-token-expired', 'This link has expired'],
  [409, 'confirmation-token-used', 'Already confirmed'],
])('%i %s says "%s" and offers no second try', async (status, code, title) => {
  serveConfirmation(() => refusal(status, code))
  const { user } = renderApp(`/confirm-alerts?token=${TOKEN}`)
  await user.click(await startButton())
  expect((await screen.findByRole('alert')).textContent).toContain(title)
  expect(screen.queryByRole('button', { name: 'Start my alerts' })).toBeNull()
})

test.each([
  [410, 'dates-over', 'These days are over', 'Choose new days'],
  [409, 'promo-code-spent', 'The code was used up', 'Use another code'],
  [410, 'promo-code-expired', 'The code has expired', 'Use another code'],
  [404, 'invalid-promo-code', 'This code does not work', 'Use another code'],
  [409, 'promo-code-wrong-channel', 'This code does not work', 'Use another code'],
])('%i %s says "%s", and its way on, "%s", leads to the form', async (status, code, title, way) => {
  serveConfirmation(() => refusal(status, code))
  serveParks([])
  const { user, address } = renderApp(`/confirm-alerts?token=${TOKEN}`)
  await user.click(await startButton())
  expect((await screen.findByRole('alert')).textContent).toContain(title)
  expect(screen.queryByRole('button', { name: 'Start my alerts' })).toBeNull()
  await user.click(screen.getByRole('link', { name: way }))
  await waitFor(() => expect(address()).toBe('/'))
})

test('a fault of ours can be tried again', async () => {
  let isDown = true
  serveConfirmation(() => (isDown ? refusal(500, 'internal') : confirmed()))
  const { user } = renderApp(`/confirm-alerts?token=${TOKEN}`)
  await user.click(await startButton())
  await screen.findByRole('alert')
  isDown = false
  await user.click(await startButton())
  expect(await screen.findByRole('heading', { name: 'Your alerts are on' })).toBeDefined()
})

test('without a token the page says what to open', async () => {
  renderApp('/confirm-alerts')
  await waitFor(() => expect(screen.getByText('This link is not complete')).toBeDefined())
})
