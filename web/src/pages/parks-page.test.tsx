import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { renderApp } from '../test/render-app.tsx'
import { MAGIC_KINGDOM, serveParks } from '../test/samples.ts'
import { server } from '../test/server.ts'

const KNOTTS = '0a6123bb-1e8c-4b18-a2d3-2696cf2451f5'
const PHANTASIALAND = 'abb67808-61e3-49ef-996c-1b97ed64fac6'

const DESTINATIONS = [
  toDestination('Phantasialand', [[PHANTASIALAND, 'Phantasialand']], 'Europe/Berlin'),
  toDestination('Knott’s Berry Farm Resort', [[KNOTTS, 'Knott’s Berry Farm']], 'America/Los_Angeles'),
  toDestination('Walt Disney World® Resort', [[MAGIC_KINGDOM, 'Magic Kingdom Park']], 'America/New_York'),
]

function toDestination(name: string, parks: [id: string, name: string][], timezone: string) {
  return {
    id: parks[0]?.[0],
    name,
    slug: null,
    parks: parks.map(([id, park]) => ({ id, name: park, timezone })),
  }
}

beforeEach(() => {
  serveParks([])
  server.use(http.get('*/api/parks/destinations', () => HttpResponse.json(DESTINATIONS)))
})

const names = async () =>
  (await screen.findAllByRole('option')).map((option) => option.querySelector('b')?.textContent)

async function openSearch() {
  const { user, address } = renderApp('/parks')
  const field = await screen.findByRole('combobox', { name: 'Find a park' })
  await user.click(field)
  return { user, address, field }
}

test('the search offers the popular parks first', async () => {
  await openSearch()
  expect(await names()).toEqual(['Magic Kingdom Park', 'Phantasialand', 'Knott’s Berry Farm'])
  expect(within(screen.getByRole('group', { name: 'Popular' })).getByText('Magic Kingdom Park')).toBeDefined()
})

test.for<[typed: string, name: string]>([
  ['KNOTTS', 'Knott’s Berry Farm'],
  ["knott's b", 'Knott’s Berry Farm'],
  ['world disney', 'Magic Kingdom Park'],
])('%s finds %s, whose board the Enter key opens', async ([typed, name]) => {
  const { user, address } = await openSearch()
  await user.keyboard(typed)
  await waitFor(async () => expect(await names()).toEqual([name]))
  await user.keyboard('{Enter}')
  await waitFor(() => expect(address()).toMatch(/^\/live-wait-times\?park=/))
})

test('a name that no park has says so, and a shorter one offers parks again', async () => {
  const { user } = await openSearch()
  await user.keyboard('phanx')
  expect(await screen.findByText('No park of this name')).toBeDefined()
  await user.keyboard('{Backspace}')
  await waitFor(async () => expect(await names()).toEqual(['Phantasialand']))
})
