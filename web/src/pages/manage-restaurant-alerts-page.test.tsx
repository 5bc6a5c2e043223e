import { screen } from '@testing-library/react'
import { http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { serveGates } from '../test/gates.ts'
import { serveIdentity, wasSignedIn } from '../test/identity.ts'
import { renderApp } from '../test/render-app.tsx'
import { anAlert, serveRestaurants } from '../test/restaurants.ts'
import { refusal } from '../test/samples.ts'
import { server } from '../test/server.ts'

function signIn() {
  wasSignedIn()
  serveIdentity({ isSignedIn: true })
}

beforeEach(() => serveGates({ open: ['restaurant-alerts'] }))

test('an account sees its alerts with Active or Pending, and deletes one after a question', async () => {
  signIn()
  serveRestaurants([anAlert])
  const { user } = renderApp('/manage-restaurant-alerts')

  expect(await screen.findByText('Active')).toBeDefined()
  await user.click(screen.getByRole('button', { name: /^Delete the alert for Liberty Tree Tavern/ }))
  await user.click(await screen.findByRole('button', { name: 'Delete alert' }))

  expect(await screen.findByText('No restaurant alerts yet')).toBeDefined()
})

test('an alert that another tab has deleted leaves the list as well', async () => {
  signIn()
  const { alerts } = serveRestaurants([anAlert])
  const { user } = renderApp('/manage-restaurant-alerts')
  await user.click(await screen.findByRole('button', { name: /^Delete the alert for Liberty Tree Tavern/ }))
  alerts.pop()
  server.use(http.delete('*/api/planner/restaurant-alerts/:id', () => refusal('restaurant-alert-not-found')))

  await user.click(await screen.findByRole('button', { name: 'Delete alert' }))

  expect(await screen.findByText('No restaurant alerts yet')).toBeDefined()
})

test('an alert that cannot be deleted stays, with the document’s words', async () => {
  signIn()
  serveRestaurants([anAlert])
  server.use(http.delete('*/api/planner/restaurant-alerts/:id', () => refusal('unavailable')))
  const { user } = renderApp('/manage-restaurant-alerts')

  await user.click(await screen.findByRole('button', { name: /^Delete the alert for Liberty Tree Tavern/ }))
  await user.click(await screen.findByRole('button', { name: 'Delete alert' }))

  expect(await screen.findByText('Error deleting alert')).toBeDefined()
  expect(screen.getByText('Liberty Tree Tavern')).toBeDefined()
})
