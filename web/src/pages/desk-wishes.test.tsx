import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { EMAIL, find, serveDesk, signInAs } from '../test/desk.ts'
import { renderApp } from '../test/render-app.tsx'
import { serveParks } from '../test/samples.ts'

beforeEach(() => {
  serveParks([])
  signInAs('support')
})

const told = '2026-04-14T18:00:00Z'
const table = {
  id: 'a-table',
  restaurantName: 'A tavern',
  parkName: 'Magic Kingdom',
  timezone: 'America/New_York',
  dates: ['2026-04-14'],
  partySize: 2,
  preferredTime: 'dinner',
  createdAt: '2026-04-14T12:00:00Z',
  checkedAt: told,
  toldAt: told,
  endedAt: null,
  endedReason: null,
  pendingBecause: null,
}

test('a table that a visitor waits for is told by the park’s clock, with the steps that it took', async () => {
  serveDesk({
    planner: { restaurantAlerts: [table], tableTellings: [{ alertId: 'a-table', toldAt: told }] },
  })
  const { user } = renderApp('/admin/desk')
  await find(user, EMAIL)
  const wishes = within(await screen.findByRole('region', { name: 'Tables and return times' }))
  expect(wishes.getByText(/for 2, dinner; told at 2 pm on Tue, Apr 14/)).toBeDefined()
  await user.click(wishes.getByText(/3 steps/))
  expect(wishes.getByText('Told of a table')).toBeDefined()
})

test('an account without tables and return times has no such part', async () => {
  serveDesk()
  const { user } = renderApp('/admin/desk')
  await find(user, EMAIL)
  await screen.findByRole('heading', { name: EMAIL })
  expect(screen.queryByRole('region', { name: 'Tables and return times' })).toBeNull()
})
