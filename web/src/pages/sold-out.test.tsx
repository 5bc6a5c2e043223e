import { screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { parkDateAt } from '../lib/park-time.ts'
import {
  email,
  openHome,
  orderByEmail,
  orderButton,
  serveOrders,
  serveQuotes,
  toPayment,
  today,
  tomorrow,
} from '../test/order-form.ts'
import { refusal, serveParks, serveSettings } from '../test/samples.ts'
import { server } from '../test/server.ts'

const TODAY = parkDateAt(new Date(), 'America/New_York')

const serveSpots = (days: { date: string; left: number }[]) =>
  server.use(
    http.get('*/api/billing/spots/:parkId', () => HttpResponse.json({ dailyPassesPerPark: 40, days })),
  )

beforeEach(() => {
  serveParks([])
  serveQuotes()
  serveSettings({ dailyPassesPerPark: 40 })
})

test('a day that is sold out cannot be chosen, and says so', async () => {
  serveSpots([{ date: TODAY, left: 0 }])
  await openHome()
  const full = await screen.findByRole<HTMLInputElement>('checkbox', { name: /, today, sold out$/ })
  expect(full.disabled).toBe(true)
  expect(full.parentElement?.textContent).toContain('Full')
  expect(screen.getByText('Full: sold out at this park.')).toBeDefined()
  expect(tomorrow().disabled).toBe(false)
})

test('a day with a spot left can be chosen', async () => {
  serveSpots([{ date: TODAY, left: 1 }])
  const { user } = await openHome()
  await user.click(today())
  expect(today().checked).toBe(true)
})

test('a chosen day that sold out meanwhile stands in the form before anything is paid, and can be taken back', async () => {
  let left = 1
  server.use(
    http.get('*/api/billing/spots/:parkId', () =>
      HttpResponse.json({ dailyPassesPerPark: 40, days: [{ date: TODAY, left }] }),
    ),
    http.post('*/api/billing/checkouts', () => {
      left = 0
      return refusal('day-sold-out')
    }),
  )
  const app = await openHome()
  await orderByEmail(app)

  expect((await screen.findByText('Sold Out')).parentElement?.textContent).toBe(
    'Sold Out No spots are left on a day you chose. Please select another date.',
  )
  const full = await screen.findByRole<HTMLInputElement>('checkbox', { name: /, today, sold out$/ })
  const again = serveOrders('checkouts', toPayment)
  await app.user.click(orderButton())
  expect(again).toEqual([])
  expect(full.disabled).toBe(false)
  await app.user.click(full)
  await waitFor(() => expect(screen.queryByText('Sold Out')).toBeNull())
  expect(full.disabled).toBe(true)
  expect(email().value).toBe('ana@example.com')
})
