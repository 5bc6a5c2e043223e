import { screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { serveManagePage } from '../test/manage-page.ts'
import { clickTwiceAtOnce, renderApp } from '../test/render-app.tsx'
import { MAGIC_KINGDOM, refusal, serveParks, serveSettings } from '../test/samples.ts'
import { server } from '../test/server.ts'

const TOKEN = 'c0nfirm-c0nfirm-c0nfirm'

const linked = () =>
  HttpResponse.json({
    email: 'ana@example.com',
    parkId: MAGIC_KINGDOM,
    parkName: 'Magic Kingdom Park',
    dates: ['2026-04-14', '2026-04-16'],
  })

function serveConfirmation(answer: () => Response, link: () => Response = linked) {
  const received: unknown[] = []
  server.use(
    http.post('*/api/billing/activations/link', () => link()),
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
    manageToken: 'manage-key',
  })

const TURN_ON = { name: 'Turn on my alerts' }
const startButton = () => screen.findByRole('button', TURN_ON)

test('the token leaves the address at once, and opening the link confirms nothing', async () => {
  const received = serveConfirmation(confirmed)
  const { address } = renderApp(`/confirm-alerts?token=${TOKEN}`)
  await startButton()
  await waitFor(() => expect(address()).toBe('/confirm-alerts'))
  expect(received).toEqual([])
})

test('the page says for which park, days and address the alerts are before they are turned on', async () => {
  serveConfirmation(confirmed)
  renderApp(`/confirm-alerts?token=${TOKEN}`)
  await startButton()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Turn on your alerts')
  expect(screen.getByRole('heading', { name: 'Magic Kingdom Park' })).toBeDefined()
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(['Tue, Apr 14', 'Thu, Apr 16']),
  )
  expect(screen.getByText('ana@example.com')).toBeDefined()
})

test('after the confirmation the first way on leads to the rides, without a mail or an account', async () => {
  serveConfirmation(confirmed)
  serveSettings()
  serveManagePage()
  server.use(
    http.get('*/api/alerts/subscriptions', ({ request }) =>
      request.headers.get('authorization') === 'Bearer manage-key'
        ? HttpResponse.json([])
        : refusal('unauthorized'),
    ),
  )
  const { user, address } = renderApp(`/confirm-alerts?token=${TOKEN}`)
  await user.click(await startButton())
  await user.click(await screen.findByRole('link', { name: 'Choose your rides' }))
  expect(await screen.findByText('No alerts are running')).toBeDefined()
  await waitFor(() => expect(address()).toBe('/manage-alerts'))
})

test('the button confirms, once, and says what is on', async () => {
  const received = serveConfirmation(confirmed)
  renderApp(`/confirm-alerts?token=${TOKEN}`)
  clickTwiceAtOnce(await startButton())
  expect(await screen.findByRole('heading', { level: 1, name: 'Your alerts are on' })).toBe(
    document.activeElement,
  )
  expect(screen.getByText('Tue, Apr 14')).toBeDefined()
  expect(received).toEqual([{ token: TOKEN }])
})

test('a token that was used is not kept', async () => {
  serveConfirmation(confirmed)
  const { user } = renderApp(`/confirm-alerts?token=${TOKEN}`)
  await user.click(await startButton())
  await screen.findByRole('heading', { name: 'Your alerts are on' })
  expect(JSON.stringify(sessionStorage)).not.toContain(TOKEN)
})

const alertsOn = () => screen.findByRole('heading', { level: 1, name: 'Your alerts are on' })

test('the way back from the rides leads to what is on', async () => {
  vi.setSystemTime('2026-04-14T12:00:00Z')
  serveConfirmation(confirmed)
  serveSettings()
  serveManagePage()
  server.use(http.get('*/api/alerts/subscriptions', () => HttpResponse.json([])))
  const { user, address, goBack } = renderApp(`/confirm-alerts?token=${TOKEN}`)
  await user.click(await startButton())
  await user.click(await screen.findByRole('link', { name: 'Choose your rides' }))
  await waitFor(() => expect(address()).toBe('/manage-alerts'))
  await waitFor(() => expect(screen.queryByText('Tue, Apr 14')).toBeNull())
  goBack()
  expect(await alertsOn()).toBeDefined()
  expect(screen.getByText('Tue, Apr 14')).toBeDefined()
})

async function confirmAndLeave(): Promise<void> {
  vi.setSystemTime('2026-04-14T12:00:00Z')
  serveConfirmation(confirmed)
  const { user, unmount } = renderApp(`/confirm-alerts?token=${TOKEN}`)
  await user.click(await startButton())
  await alertsOn()
  unmount()
}

test('a reload after the click says what is on, and the tab keeps no key to the alerts', async () => {
  await confirmAndLeave()
  renderApp('/confirm-alerts')
  expect(await alertsOn()).toBeDefined()
  expect(screen.getByRole('heading', { name: 'Magic Kingdom Park' })).toBeDefined()
  expect(JSON.stringify(sessionStorage)).not.toContain('manage-key')
})

test('once all days are over, the page says no more that alerts are on', async () => {
  await confirmAndLeave()
  vi.setSystemTime('2026-04-16T12:00:00Z')
  renderApp('/confirm-alerts')
  expect(await screen.findByText('This link is incomplete')).toBeDefined()
})

test('another link is followed in the tab that has confirmed one', async () => {
  await confirmAndLeave()
  renderApp('/confirm-alerts?token=an0ther-an0ther-an0ther')
  expect(await startButton()).toBeDefined()
})

test('a reload before the click still knows the token', async () => {
  serveConfirmation(confirmed)
  const first = renderApp(`/confirm-alerts?token=${TOKEN}`)
  await startButton()
  first.unmount()
  renderApp('/confirm-alerts')
  expect(await startButton()).toBeDefined()
})

const refusals = [
  ['confirmation-token-invalid', 'This link does not work', 'Return to Home'],
  ['confirmation-token-expired', 'This link has expired', 'Return to Home'],
  ['invalid-request', 'This link is incomplete', 'Return to Home'],
  ['dates-over', 'These days are over', 'Choose new days'],
  ['promo-code-spent', 'This code is used up', 'Use another code'],
  ['promo-code-expired', 'This code has expired', 'Use another code'],
  ['invalid-promo-code', 'This code does not work', 'Use another code'],
  ['promo-code-wrong-channel', 'This code does not work', 'Use another code'],
] as const

test.each(refusals)('a link refused with %s says "%s" at once, without a button', async (code, title) => {
  serveConfirmation(confirmed, () => refusal(code))
  renderApp(`/confirm-alerts?token=${TOKEN}`)
  const heading = await screen.findByRole('heading', { level: 1, name: title })
  await waitFor(() => expect(document.activeElement).toBe(heading))
  expect(screen.queryByRole('button', TURN_ON)).toBeNull()
})

test.each(refusals)(
  'a confirmation refused with %s says "%s", and its way on, "%s", leads to the form',
  async (code, title, way) => {
    serveConfirmation(() => refusal(code))
    serveParks([])
    const { user, address } = renderApp(`/confirm-alerts?token=${TOKEN}`)
    await user.click(await startButton())
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeDefined()
    expect(screen.queryByRole('button', TURN_ON)).toBeNull()
    await user.click(screen.getByRole('link', { name: way }))
    await waitFor(() => expect(address()).toMatch(/^\/(#alerts)?$/))
  },
)

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
  await waitFor(() => expect(screen.getByText('This link is incomplete')).toBeDefined())
})
