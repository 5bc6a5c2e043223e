import { screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { EMAIL, find, serveDesk, signInAs } from '../test/desk.ts'
import { renderApp } from '../test/render-app.tsx'
import { refusal, serveParks } from '../test/samples.ts'
import { server } from '../test/server.ts'

beforeEach(() => serveParks([]))

test('a service that does not answer is named, and the others are shown', async () => {
  signInAs('support')
  serveDesk()
  server.use(http.post('*/api/billing/visitors/read', () => refusal('unavailable')))
  const { user } = renderApp('/admin/desk')
  await find(user, EMAIL)
  expect(await screen.findByText(/these did not answer: Orders and payments/)).toBeDefined()
  expect(screen.getByText('Magic Kingdom')).toBeDefined()
})

test.for([
  ['identity', ['account not known now', 'not known now'], /no account/],
  ['billing', ['Orders are not known now.', 'Payments are not known now.'], /Nothing was ordered/],
  [
    'alerts',
    ['Alerts are not known now.', 'Why nothing came is not known now.'],
    /never watched a ride|No park is watched/,
  ],
  ['notifications', ['Messages are not known now.'], /nothing yet|Nothing was sent/],
] as const)(
  'without an answer of %s the desk does not say that there is nothing',
  async ([desk, words, never]) => {
    signInAs('support')
    serveDesk()
    server.use(http.post(`*/api/${desk}/visitors/read`, () => refusal('unavailable')))
    const { user } = renderApp('/admin/desk')
    await find(user, EMAIL)
    await screen.findByText(/these did not answer/)
    for (const text of words) expect(screen.getAllByText(text).length).toBeGreaterThan(0)
    expect(screen.queryByText(never)).toBeNull()
  },
)

test('a service that has not answered is asked again by the button beside its name', async () => {
  signInAs('support')
  serveDesk()
  server.use(http.post('*/api/billing/visitors/read', () => refusal('unavailable'), { once: true }))
  const { user } = renderApp('/admin/desk')
  await find(user, EMAIL)
  await user.click(within(await screen.findByRole('alert')).getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.queryByText(/these did not answer/)).toBeNull())
  expect(screen.getByText('No payment to refund.')).toBeDefined()
})
