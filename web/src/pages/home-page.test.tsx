import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { expectFocusOn } from '../test/focus.ts'
import { email, openHome, serveQuotes, today } from '../test/order-form.ts'
import { aRide, EPCOT, MAGIC_KINGDOM, samplePark, serveParks } from '../test/samples.ts'
import { server } from '../test/server.ts'

const rides = [
  aRide({ name: 'Space Mountain', waitMinutes: 10, popularity: 90 }),
  aRide({ name: 'Jungle Cruise', waitMinutes: 30, popularity: 80 }),
]

beforeEach(() => {
  serveParks(rides)
  serveQuotes()
})

test('a short ride is set on the plate, and the number of short rides leads to them', async () => {
  await openHome()
  const plate = await screen.findByRole('article')
  expect(within(plate).getByRole('heading', { name: 'Space Mountain' })).toBeDefined()
  expect(plate.textContent).toContain('10 min')
  expect(plate.textContent).toContain('posted 3 min ago')
  const link = screen.getByRole('link', { name: '1 of 2 rides is short right now' })
  expect(link.getAttribute('href')).toBe(`/live-wait-times?park=${MAGIC_KINGDOM}`)
})

test('the home page credits the feed, and says whose friend it is not', async () => {
  await openHome()
  expect(screen.getAllByRole('link', { name: 'ThemeParks.wiki' })[0]?.getAttribute('href')).toBe(
    'https://themeparks.wiki',
  )
  expect(screen.getByText(/Walkon is not affiliated with the park operators/)).toBeDefined()
})

test('board and form are about the same park, and the address names it', async () => {
  const { user, address } = await openHome()
  await user.selectOptions(screen.getByRole('combobox', { name: 'Park' }), EPCOT)
  expect(address()).toBe(`/?park=${EPCOT}`)
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Park on the board' }).value).toBe(EPCOT)
})

test('a link with a park that does not exist says so, until a park is chosen', async () => {
  const { user } = await openHome('/?park=11111111-1111-4111-8111-111111111111')
  expect(await screen.findByText(/We don’t know the park in your link/)).toBeDefined()
  await user.selectOptions(screen.getByRole('combobox', { name: 'Park' }), EPCOT)
  expect(screen.queryByText(/the park in your link/)).toBeNull()
})

test('a link with a park that exists has nothing to say about it', async () => {
  await openHome(`/?park=${EPCOT}`)
  expect(screen.queryByText(/the park in your link/)).toBeNull()
})

test('the way from a ride to the form ends in the form: with today chosen, and the ride named', async () => {
  const { user } = await openHome()
  expect(today().checked).toBe(false)
  await user.click(await screen.findByRole('button', { name: 'Tell me when it drops again' }))
  await expectFocusOn(email())
  expect(today().checked).toBe(true)
  const ride = await screen.findByRole<HTMLInputElement>('radio', { name: 'Space Mountain' })
  expect(ride.checked).toBe(true)
})

test('with a finger, the way from a ride to the form opens no keyboard over it', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  const { user } = await openHome()
  await user.click(await screen.findByRole('button', { name: 'Tell me when it drops again' }))
  const heading = screen.getByRole('heading', { level: 2, name: 'Daily Email Alerts' })
  await waitFor(() => expect(document.activeElement).toBe(heading))
})

test('days that were chosen stay as they are on the way from a ride to the form', async () => {
  const { user } = await openHome()
  const tomorrow = screen.getAllByRole<HTMLInputElement>('checkbox')[1]
  if (!tomorrow) throw new Error('There is no second day')
  await user.click(tomorrow)
  await user.click(await screen.findByRole('button', { name: 'Tell me when it drops again' }))
  expect([today().checked, tomorrow.checked]).toEqual([false, true])
})

test('a ride without two steps today has words on its plate instead of a chart', async () => {
  serveParks([
    aRide({
      name: 'Space Mountain',
      waitMinutes: 10,
      previousWaitMinutes: 90,
      usualMinutes: 55,
      changedAt: new Date(Date.now() - 3.5 * 60_000).toISOString(),
      today: [[600, 10]],
    }),
  ])
  await openHome()
  const plate = await screen.findByRole('article')
  expect(within(plate).getByText('was 90 three minutes ago, usually 55 at this hour')).toBeDefined()
  expect(within(plate).queryByRole('img')).toBeNull()
})

test('a link that asks alerts for a ride ends in the form, with today chosen and the ride named', async () => {
  await openHome(`/?park=${MAGIC_KINGDOM}&ride=${rides[1]?.rideId}#alerts`)
  const ride = await screen.findByRole<HTMLInputElement>('radio', { name: 'Jungle Cruise' })
  expect(ride.checked).toBe(true)
  expect(today().checked).toBe(true)
})

test('on a phone the first screen leads to the form, with the lowest price', async () => {
  const scrollIntoView = vi.spyOn(Element.prototype, 'scrollIntoView')
  const { user } = await openHome()
  const way = await screen.findByRole('link', { name: 'Alert me for this park, from $1' })
  // The browser follows it where the code of the page is late.
  expect(way.getAttribute('href')).toBe('#alerts')
  await user.click(way)
  expect((scrollIntoView.mock.contexts[0] as Element).querySelector('#alerts')).not.toBeNull()
})

test('a park that was never open by its hours or its rides is not sold without saying so', async () => {
  server.use(
    http.get(`*/api/parks/${MAGIC_KINGDOM}`, () => HttpResponse.json({ ...samplePark, mayAlert: false })),
  )
  await openHome()
  expect(await screen.findByText('This park can’t alert yet')).toBeDefined()
})

test('the day of the leading ride is drawn over the waits that are usual at each of its hours', async () => {
  const hours = Array.from({ length: 24 }, (_, hour) => ({ hour, medianMinutes: hour % 2 ? 30 : 60 }))
  const allDay = Array.from({ length: 40 }, (_, index): [number, number] => [index * 30, 20])
  serveParks([aRide({ name: 'Space Mountain', waitMinutes: 10, today: allDay })])
  server.use(
    http.get('*/api/parks/attractions/:rideId/usual', () =>
      HttpResponse.json({ weekday: hours, weekend: hours }),
    ),
  )
  await openHome()
  await vi.waitFor(() => {
    const usual = document.querySelector('.lead__spark .usual')?.getAttribute('d') ?? ''
    expect(usual.match(/V/g)?.length).toBeGreaterThan(0)
  })
})
