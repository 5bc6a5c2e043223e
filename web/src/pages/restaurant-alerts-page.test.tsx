import { screen, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { expectFocusOn } from '../test/focus.ts'
import { serveGates } from '../test/gates.ts'
import { serveIdentity, wasSignedIn } from '../test/identity.ts'
import { renderApp } from '../test/render-app.tsx'
import { anAlert, PARK, serveRestaurants, TAVERN } from '../test/restaurants.ts'
import { aSubscription, refusal } from '../test/samples.ts'
import { server } from '../test/server.ts'

const PAGE = `/restaurant-alerts?park=${PARK}`

function signIn() {
  wasSignedIn()
  serveIdentity({ isSignedIn: true })
}

beforeEach(() => serveGates({ open: ['restaurant-alerts'] }))

const waitsNow = () => screen.findByRole('region', { name: 'Walk-up waits now' })

test('the walk-up waits of now stand as the rows of a board, the shortest first, with the party', async () => {
  serveRestaurants()
  renderApp(PAGE)

  const rows = await within(await waitsNow()).findAllByRole('listitem')
  expect(rows.map((row) => row.textContent)).toEqual([
    '15 minShortCafé OrléansTable for 4',
    '25 minModerateLiberty Tree TavernTable for 240 min for 6',
  ])
})

test('the bell of a walk-up wait fills the ticket in with that restaurant and today, and brings the whole ticket into view', async () => {
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => undefined)
  signIn()
  const { asked } = serveRestaurants()
  const { user } = renderApp(PAGE)

  await user.click(
    await screen.findByRole('button', { name: 'Alert me to a table today: Liberty Tree Tavern' }),
  )
  await expectFocusOn(screen.getByRole('button', { name: 'Create alert' }))
  expect(scrolled.mock.contexts).toEqual([screen.getByRole('form', { name: 'Create an alert' })])
  await user.keyboard('{Enter}')

  await screen.findByText('Alert created')
  expect(asked).toMatchObject([{ restaurantId: TAVERN, dates: ['2026-11-25'] }])
})

test('the park is the title, from which another one is chosen, and stands in the address', async () => {
  serveRestaurants()
  const { user, address } = renderApp('/restaurant-alerts')

  await user.selectOptions(await screen.findByRole('combobox', { name: 'Park' }), 'Magic Kingdom')

  await waitsNow()
  expect(address()).toBe(PAGE)
})

test('without a park in the address the page is about the one of a running pass', async () => {
  signIn()
  serveRestaurants()
  server.use(
    http.get('*/api/alerts/subscriptions', () => HttpResponse.json([aSubscription({ parkId: PARK })])),
  )
  renderApp('/restaurant-alerts')

  await waitsNow()
  expect(screen.getByRole('combobox', { name: 'Park' })).toHaveProperty('value', PARK)
})

test('the alerts of the account stand below the waits', async () => {
  signIn()
  serveRestaurants([anAlert])
  renderApp(PAGE)

  const own = await screen.findByRole('region', { name: 'Your alerts' })
  expect(within(own).getByText('1 of 20')).toBeDefined()
  expect(within(own).getByRole('listitem').textContent).toContain('Wed, Nov 25. Dinner for 2, Magic Kingdom')
})

test('restaurants that cannot be loaded are named, with the next try', async () => {
  serveRestaurants()
  server.use(http.get('*/api/planner/parks/:parkId/restaurants', () => refusal('unavailable')))
  renderApp(PAGE)

  expect(await screen.findByText('Error fetching restaurants')).toBeDefined()
})
