import { screen, within } from '@testing-library/react'
import { http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { expectFocusOn } from '../test/focus.ts'
import { fillLogin, loginButton } from '../test/form.ts'
import { serveGates } from '../test/gates.ts'
import { serveIdentity, wasSignedIn } from '../test/identity.ts'
import { renderApp } from '../test/render-app.tsx'
import { PARK, serveRestaurants, TAVERN } from '../test/restaurants.ts'
import { refusal } from '../test/samples.ts'
import { server } from '../test/server.ts'

const PAGE = `/restaurant-alerts?park=${PARK}`

type User = ReturnType<typeof renderApp>['user']

/** Finds an entry by the first letters of its name, and takes it with the keyboard. */
async function choose(user: User, label: string, name: string) {
  await user.click(await screen.findByRole('combobox', { name: label }))
  await user.keyboard(name.slice(0, 6))
  await screen.findByRole('option', { name: new RegExp(name) })
  await user.keyboard('{Enter}')
}

function signIn() {
  wasSignedIn()
  serveIdentity({ isSignedIn: true })
}

beforeEach(() => serveGates({ open: ['restaurant-alerts'] }))

/** The head of the page has a link of this name too. */
const loginOfForm = () =>
  within(screen.getByRole('form', { name: 'Create an alert' })).getByRole('link', { name: 'Login' })

test('a day after the two weeks is chosen in the calendar', async () => {
  serveRestaurants()
  const { user } = renderApp(PAGE)

  await user.click(await screen.findByRole('button', { name: 'Other days' }))
  const calendar = await screen.findByRole('dialog', { name: 'Days you visit' })
  await user.click(within(calendar).getByRole('button', { name: /Next Month/i }))
  await user.click(await within(calendar).findByRole('button', { name: /December 24/ }))
  await user.click(within(calendar).getByRole('button', { name: 'Done' }))

  expect(screen.getByRole('checkbox', { name: 'Thu, Dec 24' })).toHaveProperty('checked', true)
})

test('a restaurant whose name is cleared is chosen no more', async () => {
  signIn()
  const { asked } = serveRestaurants()
  const { user } = renderApp(PAGE)
  await choose(user, 'Restaurant', 'Liberty Tree Tavern')

  await user.clear(screen.getByRole('combobox', { name: 'Restaurant' }))
  await user.click(screen.getByRole('button', { name: 'Create alert' }))

  expect(await screen.findByText('Missing restaurant')).toBeDefined()
  expect(asked).toEqual([])
})

test('the party is between one person and twenty', async () => {
  signIn()
  const { asked } = serveRestaurants()
  const { user } = renderApp(PAGE)
  await choose(user, 'Restaurant', 'Liberty Tree Tavern')
  await user.click(screen.getByRole('checkbox', { name: /today/ }))
  const press = async (name: string, times: number) => {
    for (let count = 0; count < times; count += 1) await user.click(screen.getByRole('button', { name }))
  }

  await press('Smaller party', 3)
  expect(within(screen.getByRole('group', { name: 'Party size' })).getByText('1 person')).toBeDefined()
  await press('Larger party', 25)
  await user.click(screen.getByRole('button', { name: 'Create alert' }))

  await screen.findByText('Alert created')
  expect(asked[0]?.partySize).toBe(20)
})

test('a visitor who is not signed in is asked to log in', async () => {
  const { asked } = serveRestaurants()
  const { user } = renderApp(PAGE)

  await user.click(await screen.findByRole('button', { name: 'Create alert' }))

  expect(await screen.findByText('Please log in to create restaurant alerts')).toBeDefined()
  expect(loginOfForm().getAttribute('href')).toBe('/auth')
  expect(asked).toEqual([])
})

test('what a visitor entered signed out is in the form after the login', async () => {
  serveIdentity()
  serveRestaurants()
  const { user } = renderApp(PAGE)
  await choose(user, 'Restaurant', 'Liberty Tree Tavern')
  await user.click(screen.getByRole('checkbox', { name: /today/ }))
  await user.click(screen.getByRole('button', { name: 'Larger party' }))
  await user.click(screen.getByRole('button', { name: 'Create alert' }))

  await screen.findByText('Please log in to create restaurant alerts')
  await user.click(loginOfForm())
  await fillLogin(user)
  await user.click(await loginButton())

  expect(await screen.findByRole('combobox', { name: 'Restaurant' })).toHaveProperty(
    'value',
    'Liberty Tree Tavern',
  )
  expect(screen.getByRole('checkbox', { name: /today/ })).toHaveProperty('checked', true)
  expect(within(screen.getByRole('group', { name: 'Party size' })).getByText('3 people')).toBeDefined()
})

test('each part that is missing is named in the document’s words, and nothing is sent', async () => {
  signIn()
  const { asked } = serveRestaurants()
  const { user } = renderApp(PAGE)
  const create = await screen.findByRole('button', { name: 'Create alert' })

  await user.click(create)
  expect(await screen.findByText('Missing restaurant')).toBeDefined()
  await expectFocusOn(screen.getByRole('combobox', { name: 'Restaurant' }))
  await choose(user, 'Restaurant', 'Liberty Tree Tavern')
  await user.click(create)
  expect(await screen.findByText('Please select at least one date')).toBeDefined()
  await expectFocusOn(screen.getByRole('group', { name: 'Dates' }))
  await user.click(screen.getByRole('checkbox', { name: /today/ }))
  await user.clear(screen.getByLabelText('Email'))
  await user.click(create)
  expect(await screen.findByText('Please select a park and enter a valid email address')).toBeDefined()
  expect(asked).toEqual([])
})

test('an alert is sent with the account’s address, a party of two and dinner unless others are chosen', async () => {
  signIn()
  const { asked } = serveRestaurants()
  const { user } = renderApp(PAGE)

  await choose(user, 'Restaurant', 'Liberty Tree Tavern')
  await user.click(screen.getByRole('checkbox', { name: /today/ }))
  await user.dblClick(screen.getByRole('button', { name: 'Create alert' }))

  expect(await screen.findByText('Alert created')).toBeDefined()
  expect(asked[0]).toMatchObject({
    restaurantId: TAVERN,
    dates: ['2026-11-25'],
    partySize: 2,
    preferredTime: 'dinner',
  })
})

test('the form says up to which wait a walk-up table is told', async () => {
  serveRestaurants()
  renderApp(PAGE)

  expect(await screen.findByText(/Walk-up waits up to 30 min\. Free; we can’t hold tables/)).toBeDefined()
})

test('a visitor without a login reads before the press that an alert needs an account', async () => {
  serveRestaurants()
  renderApp(PAGE)

  expect(await screen.findByText(/^You need an account for it\. One email per table/)).toBeDefined()
})

test('a restaurant that nobody tells of says Pending and why', async () => {
  serveRestaurants()
  const { user } = renderApp(PAGE)

  await choose(user, 'Restaurant', 'Café Orléans')

  expect(screen.getByText('Pending.')).toBeDefined()
})

test('a refusal is said in the document’s words', async () => {
  signIn()
  serveRestaurants()
  server.use(http.post('*/api/planner/restaurant-alerts', () => refusal('restaurant-not-found')))
  const { user } = renderApp(PAGE)

  await choose(user, 'Restaurant', 'Liberty Tree Tavern')
  await user.click(screen.getByRole('checkbox', { name: /today/ }))
  await user.click(screen.getByRole('button', { name: 'Create alert' }))

  expect(await screen.findByText('Alert Creation Error')).toBeDefined()
})
