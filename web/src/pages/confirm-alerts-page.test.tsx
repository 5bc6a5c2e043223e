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
  expect(screen.getByText('Magic Kingdom Park').textContent).toContain('Tue, Apr 14')
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
  ['confirmation-token-invalid', 'This link does not work'],
  ['confirmation-token-expired', 'This link has expired'],
] as const)('%s says "%s" and offers no second try', async (code, title) => {
  serveConfirmation(() => refusal(code))
  const { user } = renderApp(`/confirm-alerts?token=${TOKEN}`)
  await user.click(await startButton())
  expect((await screen.findByRole('alert')).textContent).toContain(title)
  expect(screen.queryByRole('button', { name: 'Start my alerts' })).toBeNull()
})

test.each([
  ['dates-over', 'These days are over', 'Choose new days'],
  ['promo-code-spent', 'The code was used up', 'Use another code'],
  ['promo-code-expired', 'The code has expired', 'Use another code'],
  ['invalid-promo-code', 'This code does not work', 'Use another code'],
  ['promo-code-wrong-channel', 'This code does not work', 'Use another code'],
] as const)('%s says "%s", and its way on, "%s", leads to the form', async (code, title, way) => {
  serveConfirmation(() => refusal(code))
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
  serveConfirmation(() => (isDown ? refusal('internal') : confirmed()))
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
