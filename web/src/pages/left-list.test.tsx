import type { MailList } from '@walkon/contracts/values'
import { screen, waitFor } from '@testing-library/react'
import { http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { serveGates } from '../test/gates.ts'
import { serveIdentity, wasSignedIn } from '../test/identity.ts'
import { serveLanes } from '../test/lanes.ts'
import { serveMailList } from '../test/mail-lists.ts'
import { renderApp } from '../test/render-app.tsx'
import { anAlert, PARK, serveRestaurants } from '../test/restaurants.ts'
import { refusal } from '../test/samples.ts'
import { server } from '../test/server.ts'

/** The pages of a feature whose mails the account has left. */

const PAGES: [page: string, list: MailList][] = [
  [`/restaurant-alerts?park=${PARK}`, 'restaurants'],
  ['/manage-restaurant-alerts', 'restaurants'],
  ['/lightning-lane', 'lightning-lane'],
]

beforeEach(() => {
  wasSignedIn()
  serveIdentity({ isSignedIn: true })
  serveGates({ open: ['restaurant-alerts', 'lightning-lane'] })
  serveRestaurants([anAlert])
  serveLanes()
})

const back = () => screen.findByRole('button', { name: 'Get these emails again' })

test.for(PAGES)('%s says that no mail of %s will come, and one press puts it back', async ([page, list]) => {
  const standing = serveMailList(list, 'unsubscribed')
  const { user } = renderApp(page)

  await user.click(await back())

  const said = await screen.findByText(/^Mails about .+ come to you again\.$/)
  expect(standing.state).toBe('ok')
  await waitFor(() => expect(document.activeElement).toBe(said))
})

test('mails that came back are put right by us, not by a press', async () => {
  serveMailList('restaurants', 'bounced')
  renderApp('/manage-restaurant-alerts')

  expect(await screen.findByText('No email will come.')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Ask us to fix it' }).getAttribute('href')).toBe('/contact')
  expect(screen.queryByRole('button', { name: 'Get these emails again' })).toBeNull()
})

test('a press that something else stands against says so, and the list stays left', async () => {
  serveMailList('restaurants', 'unsubscribed')
  server.use(
    http.post('*/api/notifications/ways/email/lists/restaurants/resume', () => refusal('nothing-to-resume')),
  )
  const { user } = renderApp('/manage-restaurant-alerts')

  await user.click(await back())

  expect((await screen.findByRole('alert')).textContent).toContain('Something else stops these emails')
  expect(await back()).toBeDefined()
})

test('while it is not known, the alerts are there, and it can be asked again', async () => {
  server.use(http.get('*/api/notifications/ways/email/lists/restaurants', () => refusal('unavailable')))
  const { user } = renderApp('/manage-restaurant-alerts')
  expect(await screen.findByText('Active')).toBeDefined()

  const retry = await screen.findByRole('button', { name: 'Try again' })
  serveMailList('restaurants', 'unsubscribed')
  await user.click(retry)

  expect(await back()).toBeDefined()
})
