import type { AssistDay, EndedAssistDay } from '@walkon/contracts/http/assist-days'
import type { PassView } from '@walkon/contracts/http/passes'
import { http, HttpResponse } from 'msw'
import { MAGIC_KINGDOM, refusal } from './samples.ts'
import { server } from './server.ts'

export const ORDER = '0d1c7f3e-4b5a-4c6d-8e9f-a0b1c2d3e4f5'

export function aPass(overrides: Partial<PassView> = {}): PassView {
  return {
    orderId: ORDER,
    state: 'active',
    channel: 'email',
    parkId: MAGIC_KINGDOM,
    parkName: 'Magic Kingdom Park',
    dates: ['2026-04-14', '2026-04-16'],
    currency: 'usd',
    dayPriceCents: 100,
    discountCents: 0,
    totalCents: 200,
    promoCode: null,
    paidCents: 200,
    refundedCents: 0,
    orderedAt: '2026-04-14T13:00:00Z',
    paidAt: '2026-04-14T13:01:00Z',
    ...overrides,
  }
}

/** The paid days of Lightning Lane Assist, as billing tells them. */
export function serveAssistDays(days: AssistDay[], ended: EndedAssistDay[] = []): void {
  const state = days.length > 0 ? 'active' : 'none'
  server.use(
    http.get('*/api/billing/assist-day', () =>
      HttpResponse.json({ state, days, ended, dayCents: 500, currency: 'usd' }),
    ),
  )
}

/** Each list is a page; the cursor of the next page is its number. */
export function servePasses(...pages: PassView[][]): void {
  serveAssistDays([])
  server.use(
    http.get('*/api/billing/passes', ({ request }) => {
      if (!request.headers.get('authorization')) return refusal('unauthorized')
      const page = Number(new URL(request.url).searchParams.get('cursor') ?? 0)
      return HttpResponse.json({
        items: pages[page] ?? [],
        next: page + 1 < pages.length ? String(page + 1) : null,
      })
    }),
  )
}
