import { screen, waitFor, within } from '@testing-library/react'
import { delay, http } from 'msw'
import { expect, test, vi } from 'vitest'
import { expectFocusOn } from '../test/focus.ts'
import { stubBoardStream } from '../test/board-stream.ts'
import { renderApp } from '../test/render-app.tsx'
import { aRide, EPCOT, MAGIC_KINGDOM, refusal, serveParks } from '../test/samples.ts'
import { server } from '../test/server.ts'

const AT_MAGIC_KINGDOM = `/live-wait-times?park=${MAGIC_KINGDOM}`

test('before a choice the page asks for a destination and a park, and shows the popular ones as they are now', async () => {
  serveParks([aRide({ waitMinutes: 10 }), aRide({ waitMinutes: 60 })])
  renderApp('/live-wait-times')
  expect(await screen.findByText('Select a destination and a park')).toBeDefined()
  const link = await screen.findByRole('link', {
    name: /Magic Kingdom Park ?1 of 2 rides is short right now/,
  })
  expect(link.getAttribute('href')).toBe(AT_MAGIC_KINGDOM)
})

test('a park chosen among the popular ones takes the focus to its page, because the link is gone; a list keeps it', async () => {
  serveParks([aRide({ name: 'Space Mountain', waitMinutes: 10 })])
  const { user } = renderApp('/live-wait-times')
  await user.click(await screen.findByRole('link', { name: /Magic Kingdom Park ?1 of 1/ }))
  expect(await screen.findByText('Space Mountain')).toBeDefined()
  await expectFocusOn(screen.getByRole('main'))

  const list = screen.getByRole('combobox', { name: 'Park' })
  await user.selectOptions(list, 'EPCOT')
  await waitFor(() => expect(document.title).toContain('EPCOT'))
  await expectFocusOn(list)
})

test('a list of parks that cannot be loaded is not said to be loading', async () => {
  serveParks([])
  server.use(http.get('*/api/parks/destinations', () => refusal('unavailable')))
  renderApp('/live-wait-times')
  expect((await screen.findByRole('alert')).textContent).toContain('We can’t reach Walkon right now.')
  expect(screen.queryByText('Loading')).toBeNull()
})

test('a chosen park is put into the address, and its board on the page', async () => {
  serveParks([aRide({ name: 'Space Mountain', waitMinutes: 10 })])
  const { user, address } = renderApp('/live-wait-times')
  await screen.findByRole('option', { name: 'Magic Kingdom Park' })
  await user.selectOptions(screen.getByRole('combobox', { name: 'Park' }), 'Magic Kingdom Park')
  expect(await screen.findByText('Space Mountain')).toBeDefined()
  expect(address()).toBe(AT_MAGIC_KINGDOM)
  await waitFor(() => expect(document.title).toBe('Live Wait Times: Magic Kingdom Park | Walkon'))
})

test('without a park in the address the one looked at last is shown; of parks of one poll the one kept last', async () => {
  const readAt = '2026-11-26T17:00:00.000Z'
  const kept = [EPCOT, MAGIC_KINGDOM].map((parkId) => Response.json({ parkId, readAt }))
  vi.stubGlobal('caches', { open: async () => ({ matchAll: async () => kept, put: async () => undefined }) })
  serveParks([aRide({ name: 'Space Mountain', waitMinutes: 10 })])
  const { address } = renderApp('/live-wait-times')
  expect(await screen.findByText('Space Mountain')).toBeDefined()
  expect(address()).toBe(AT_MAGIC_KINGDOM)
})

test('rides that are as short as always are folded below the others, and found by their names', async () => {
  const calm = ['Treehouse', 'Carousel', 'Tiki Room'].map((name) =>
    aRide({ name, waitMinutes: 5, usualMinutes: 5 }),
  )
  serveParks([...calm, aRide({ name: 'Space Mountain', waitMinutes: 15, usualMinutes: 60 })])
  const { user } = renderApp(AT_MAGIC_KINGDOM)
  await screen.findByText('Space Mountain')
  expect(screen.queryByText('Carousel')).toBeNull()
  await user.type(screen.getByRole('searchbox', { name: 'Search rides' }), 'car')
  expect(await screen.findByText('Carousel')).toBeDefined()
  await user.clear(screen.getByRole('searchbox', { name: 'Search rides' }))
  await user.click(await screen.findByRole('button', { name: '3 more, as short as always' }))
  expect(screen.getByText('Carousel')).toBeDefined()
})

test('a link to a board opens it, in groups from short to not running', async () => {
  serveParks([
    aRide({ name: 'Big Thunder', status: 'DOWN', waitMinutes: null }),
    aRide({ name: 'Seven Dwarfs', waitMinutes: 65 }),
    aRide({ name: 'Space Mountain', waitMinutes: 10, previousWaitMinutes: 25 }),
    aRide({ name: 'Tiki Room', waitMinutes: 0 }),
  ])
  renderApp(AT_MAGIC_KINGDOM)
  const short = await screen.findByRole('region', { name: 'Go now' })
  expect(
    within(short)
      .getAllByRole('listitem')
      .map((row) => row.textContent),
  ).toEqual(['Walk onposted 3 min agoTiki Room', '10 minShortposted 3 min agoSpace Mountainwas 25'])
  expect(within(screen.getByRole('region', { name: 'Long' })).getByText('Seven Dwarfs')).toBeDefined()
  expect(
    within(screen.getByRole('region', { name: 'Not running' })).getByText('Temporarily Closed'),
  ).toBeDefined()
})

test('the link of an alert opens the board at its ride and marks it, once', async () => {
  const stream = stubBoardStream(MAGIC_KINGDOM)
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => undefined)
  serveParks([])
  const mountain = aRide({ name: 'Space Mountain', waitMinutes: 10 })
  const rides = [aRide({ name: 'Big Thunder', waitMinutes: 5 }), mountain]
  renderApp(`${AT_MAGIC_KINGDOM}&ride=${mountain.rideId}`)
  await stream.opened()
  stream.say('board', rides)
  const row = (await screen.findByText('Space Mountain')).closest('li')
  expect(row?.textContent).toContain('From your alert')
  expect(screen.getAllByText('From your alert')).toHaveLength(1)
  await waitFor(() => expect(row?.contains(document.activeElement)).toBe(true))
  expect(scrolled.mock.contexts).toEqual([document.activeElement])

  stream.say('rides', [{ ...mountain, waitMinutes: 60 }])
  const moved = await screen.findByRole('region', { name: 'Long' })
  expect(within(moved).getByText('From your alert')).toBeDefined()
  expect(scrolled).toHaveBeenCalledOnce()
})

test('the hours of a park in the address are requested without waiting for the list of parks', async () => {
  serveParks([])
  const asked: unknown[] = []
  server.use(
    http.get('*/api/parks/destinations', () => delay('infinite')),
    http.get('*/api/parks/:parkId', ({ params }) => {
      asked.push(params['parkId'])
      return refusal('internal')
    }),
  )
  renderApp(AT_MAGIC_KINGDOM)
  await waitFor(() => expect(asked).toContain(MAGIC_KINGDOM))
})

test('a board without rides says so', async () => {
  serveParks([])
  renderApp(AT_MAGIC_KINGDOM)
  expect(await screen.findByText('No ride information available for this park.')).toBeDefined()
})

test('a park that has posted nothing new for long is marked', async () => {
  serveParks([aRide()], { stale: true })
  renderApp(AT_MAGIC_KINGDOM)
  expect(await screen.findByText('These waits may be old.')).toBeDefined()
})

test('a ride without data has no age', async () => {
  serveParks([aRide({ name: 'Castle', waitMinutes: null, changedAt: '2026-04-14T04:00:00Z' })])
  renderApp(AT_MAGIC_KINGDOM)
  const stands = await screen.findByRole('region', { name: 'Not running' })
  expect(within(stands).getByRole('listitem').textContent).toBe('No dataCastle')
})

test('a wait that changes before the visitor’s eyes is changed in its row', async () => {
  const stream = stubBoardStream(MAGIC_KINGDOM)
  serveParks([])
  renderApp(AT_MAGIC_KINGDOM)
  await stream.opened()
  const ride = aRide({ name: 'Haunted Mansion', waitMinutes: 35 })
  stream.say('board', [ride])
  await screen.findByRole('region', { name: 'Moderate' })
  const fallen = { ...ride, waitMinutes: 15, previousWaitMinutes: 35 }
  stream.say('rides', [fallen])
  const short = await screen.findByRole('region', { name: 'Go now' })
  expect(within(short).getByText('was 35')).toBeDefined()
})

test('a link with a park that does not exist says so, and leads back to the choice', async () => {
  serveParks([])
  server.use(http.get('*/api/parks/:parkId/live', () => refusal('park-not-found')))
  renderApp('/live-wait-times?park=11111111-1111-4111-8111-111111111111')
  expect(await screen.findByText('Destination not found')).toBeDefined()
  expect(
    screen.getByText(/We don’t know the park in your link. Select a destination and a park./),
  ).toBeDefined()
})

test('without a park in the address nothing is said of a link', async () => {
  serveParks([])
  renderApp('/live-wait-times')
  expect(await screen.findByText('Select a destination and a park')).toBeDefined()
  expect(screen.queryByText(/your link/)).toBeNull()
})

test('from a board the way leads to alerts for that park', async () => {
  serveParks([aRide()])
  renderApp(AT_MAGIC_KINGDOM)
  const link = await screen.findByRole('link', { name: 'Get alerts for this park' })
  expect(link.getAttribute('href')).toBe(`/?park=${MAGIC_KINGDOM}#alerts`)
})

test('a search and "only what is open" leave the rides that are wanted, and say when there are none', async () => {
  serveParks([
    aRide({ name: 'Big Thunder', status: 'DOWN', waitMinutes: null }),
    aRide({ name: 'Space Mountain', waitMinutes: 10, usualMinutes: 55 }),
  ])
  const { user } = renderApp(AT_MAGIC_KINGDOM)
  expect(await screen.findByText('usual 55')).toBeDefined()
  await user.click(screen.getByRole('checkbox', { name: 'Only what is open' }))
  expect(screen.queryByText('Big Thunder')).toBeNull()
  expect(screen.getByText('Space Mountain')).toBeDefined()
  await user.type(screen.getByRole('searchbox', { name: 'Search rides' }), 'thunder')
  expect(await screen.findByText(/^No ride matches\./)).toBeDefined()
})
