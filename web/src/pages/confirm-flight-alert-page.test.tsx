import type { LinkedFlightAlert } from '@walkon/contracts/http/flights'
import { screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { clickTwiceAtOnce, renderApp } from '../test/render-app.tsx'
import { refusal } from '../test/samples.ts'
import { server } from '../test/server.ts'

const PAGE = '/confirm-flight-alert?token=fares-fares-fares'

const linked = (isConfirmed: boolean) => () => {
  const alert: LinkedFlightAlert = {
    homeAirport: 'BOS',
    destinationPark: 'disney-world',
    airport: null,
    maxPrice: 300,
    departureDate: '2027-03-01',
    returnDate: null,
    email: 'ana@example.com',
    isConfirmed,
  }
  return HttpResponse.json(alert)
}

/** The link of an alert that waits. Returns how often it was confirmed. */
function serveLink(link: () => Response = linked(false)) {
  const confirmed: unknown[] = []
  server.use(
    http.post('*/api/flights/alerts/link', () => link()),
    http.post('*/api/flights/alerts/confirm', async ({ request }) => {
      confirmed.push(await request.json())
      return linked(true)()
    }),
  )
  return confirmed
}

const turnOn = () => screen.findByRole('button', { name: 'Turn on my flight alert' })

test('opening the link turns nothing on, and says for which trip, price and address the alert is', async () => {
  const confirmed = serveLink()
  const { address } = renderApp(PAGE)

  await turnOn()
  await waitFor(() => expect(address()).toBe('/confirm-flight-alert'))
  expect(screen.getByRole('heading', { name: 'BOS to Disney World (Florida), Mon, Mar 1' })).toBeDefined()
  expect(screen.getByText('ana@example.com')).toBeDefined()
  expect(confirmed).toEqual([])
})

test('the button turns the alert on once, also when it is pressed twice', async () => {
  const confirmed = serveLink()
  renderApp(PAGE)

  clickTwiceAtOnce(await turnOn())

  expect(await screen.findByRole('heading', { name: 'Alert Created!' })).toBeDefined()
  expect(confirmed).toEqual([{ token: 'fares-fares-fares' }])
})

test('a link that is too old says so, without a button', async () => {
  serveLink(() => refusal('flight-link-expired'))
  renderApp(PAGE)

  expect(await screen.findByText('This link has expired')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Turn on my flight alert' })).toBeNull()
})
