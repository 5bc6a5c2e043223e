import { cleanup, screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { stubBoardStream } from '../test/board-stream.ts'
import { renderApp } from '../test/render-app.tsx'
import { aRide, MAGIC_KINGDOM, refusal, serveParks } from '../test/samples.ts'
import { server } from '../test/server.ts'
import { createCaches } from '../test/service-worker.ts'

/** The live page without a signal, and without a server that answers. */

const AT_MAGIC_KINGDOM = `/live-wait-times?park=${MAGIC_KINGDOM}`

test('offline, the last known board stays with its age, and the signal brings it back', async () => {
  const stream = stubBoardStream(MAGIC_KINGDOM)
  serveParks([])
  renderApp(AT_MAGIC_KINGDOM)
  await stream.opened()
  const rides = [aRide({ name: 'Space Mountain' })]
  const readAt = new Date(Date.now() - 13.5 * 60_000)
  stream.say('board', rides, readAt)
  await screen.findByText('Space Mountain')
  dispatchEvent(new Event('offline'))
  const strip = (await screen.findByText('No signal.')).parentElement
  expect(strip?.textContent).toMatch(/Waits from .+, 13 min ago/)
  expect(screen.getByText('Space Mountain')).toBeDefined()
  dispatchEvent(new Event('online'))
  stream.say('board', rides, readAt)
  await waitFor(() => expect(screen.queryByText('No signal.')).toBeNull())
})

test('the last board of an earlier visit is shown without a signal, with its age', async () => {
  vi.stubGlobal('caches', createCaches())
  serveParks([aRide({ name: 'Space Mountain' })])
  renderApp(AT_MAGIC_KINGDOM)
  await screen.findByText('Space Mountain')
  cleanup()

  server.use(http.get('*/api/parks/:parkId/live', () => HttpResponse.error()))
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  renderApp(AT_MAGIC_KINGDOM)
  expect((await screen.findByText('No signal.')).parentElement?.textContent).toContain('Waits from')
  expect(screen.getByText('Space Mountain')).toBeDefined()
  expect(screen.queryByText(/Updated/)).toBeNull()
})

test('a board that was kept by another version of the app is not shown', async () => {
  const kept = createCaches()
  vi.stubGlobal('caches', kept)
  serveParks([aRide()])
  renderApp(AT_MAGIC_KINGDOM)
  await waitFor(() => expect(kept.addresses()).toEqual([`/boards/${MAGIC_KINGDOM}`]))
  cleanup()

  const boards = await kept.open('boards')
  await boards.put(`/boards/${MAGIC_KINGDOM}`, Response.json({ rides: 'of another shape' }))
  server.use(http.get('*/api/parks/:parkId/live', () => HttpResponse.error()))
  renderApp(AT_MAGIC_KINGDOM)
  expect(await screen.findByText('Error loading ride information')).toBeDefined()
})

test('a server that does not answer is told apart from a missing signal, and the next try shows that it runs', async () => {
  const stream = stubBoardStream(MAGIC_KINGDOM)
  serveParks([])
  const { user } = renderApp(AT_MAGIC_KINGDOM)
  await stream.opened()
  const rides = [aRide({ name: 'Space Mountain' })]
  stream.say('board', rides)
  await screen.findByText(/Updated just now/)
  server.use(http.get('*/api/parks/:parkId/live', () => refusal('unavailable')))
  stream.fail()
  await screen.findByText('We can’t reach Walkon right now.')
  expect(screen.queryByText('No signal.')).toBeNull()
  expect(screen.queryByText(/Updated/)).toBeNull()
  const again = screen.getByRole('button', { name: 'Try again' })
  await user.click(again)
  expect(again.getAttribute('aria-busy')).toBe('true')
  stream.say('board', rides)
  await waitFor(() => expect(screen.queryByText(/We can’t reach Walkon/)).toBeNull())
})
