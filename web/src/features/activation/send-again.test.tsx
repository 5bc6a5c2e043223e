import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterEach, expect, test, vi } from 'vitest'
import { server } from '../../test/server.ts'
import type { Order } from './order-calls.ts'
import { SendAgain } from './send-again.tsx'

afterEach(() => void vi.restoreAllMocks())

function show(secondsLater: number) {
  const received: unknown[] = []
  server.use(
    http.post('*/api/billing/activations', async ({ request }) => {
      received.push(await request.json())
      return HttpResponse.json({ status: 'confirmation-sent' }, { status: 202 })
    }),
  )
  const order: Order = {
    parkId: 'p1',
    channel: 'email',
    email: 'ana@example.com',
    phone: '',
    dates: ['2026-04-14', '2026-04-16'],
    promoCode: 'FREEDAY',
  }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SendAgain order={order} />
    </QueryClientProvider>,
  )
  const later = Date.now() + secondsLater * 1000
  vi.spyOn(Date, 'now').mockReturnValue(later)
  return { received, user: userEvent.setup() }
}

test('a minute after the request the link is sent again', async () => {
  const { user, received } = show(61)
  await user.click(screen.getByRole('button', { name: 'Send it again' }))
  expect(await screen.findByText('Sent again.')).toBeDefined()
  expect(received).toEqual([
    { email: 'ana@example.com', parkId: 'p1', dates: ['2026-04-14', '2026-04-16'], promoCode: 'FREEDAY' },
  ])
})

test('within the minute nothing is asked of the server, which would send nothing', async () => {
  const { user, received } = show(30)
  await user.click(screen.getByRole('button', { name: 'Send it again' }))
  expect(await screen.findByText('It is on its way. Please give it a minute.')).toBeDefined()
  expect(received).toEqual([])
})
