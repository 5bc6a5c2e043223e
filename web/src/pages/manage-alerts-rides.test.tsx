import { screen, within } from '@testing-library/react'
import { http } from 'msw'
import { expect, test, vi } from 'vitest'
import { expectFocusOn } from '../test/focus.ts'
import { findRide, limitOf, park, ride, saveButton, serveAlerts, serveOnce } from '../test/manage-alerts.ts'
import { LINK } from '../test/manage-page.ts'
import { renderApp } from '../test/render-app.tsx'
import { aRide, aSubscription, aWatch, refusal } from '../test/samples.ts'
import { server } from '../test/server.ts'

test('the rides stand in the order of interest, each with its wait', async () => {
  const [small, big, castle] = [aWatch('Small Ride'), aWatch('Big Ride'), aWatch('A Castle')]
  serveAlerts(
    [aSubscription({ watches: [castle, small, big] })],
    [],
    [
      aRide({ rideId: small.rideId, waitMinutes: 5, popularity: 8 }),
      aRide({ rideId: big.rideId, waitMinutes: 55, popularity: 60 }),
    ],
  )
  renderApp(LINK)
  await findRide('Big Ride')
  const list = screen.getByRole('region', { name: 'Rides of Magic Kingdom Park' })
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    expect.stringMatching(/^55 minLongBig Ride/),
    expect.stringMatching(/^5 minShortSmall Ride/),
    expect.stringMatching(/^No dataA Castle/),
  ])
})

test('a ride that is down says when it is usually back', async () => {
  const space = aWatch('Space Mountain')
  const down = {
    ...aRide({ rideId: space.rideId, status: 'DOWN', waitMinutes: null }),
    breakdownMinutes: [20, 22, 24, 26, 28],
  }
  serveAlerts([aSubscription({ watches: [space] })], [], [down])
  renderApp(LINK)
  await findRide('Space Mountain')
  expect(await screen.findByText('usually back in about 25 min')).toBeDefined()
})

test('rides can be chosen while the board of their park is away', async () => {
  serveAlerts([aSubscription()])
  server.use(http.get('*/api/parks/:parkId/live', () => refusal('internal')))
  renderApp(LINK)
  expect(await findRide('Space Mountain')).toBeDefined()
})

test('what is changed is collected, and goes out together with Save Changes', async () => {
  const changes = serveAlerts([aSubscription()])
  const { user } = renderApp(LINK)
  await findRide('Haunted Mansion')
  expect(saveButton().getAttribute('aria-disabled')).toBe('true')
  await user.click(ride('Haunted Mansion'))
  await user.click(limitOf('Space Mountain'))
  await user.click(screen.getByRole('button', { name: 'Higher limit for Space Mountain' }))
  await user.click(ride('Also tell me when it reopens: Space Mountain'))
  expect(screen.getByText(/we tell you once that it is probably done for today/)).toBeDefined()
  expect(changes).toEqual([])
  expect(screen.getByText('Unsaved changes')).toBeDefined()
  await user.click(saveButton())
  await screen.findByText('Changes saved')
  await expectFocusOn(saveButton())
  expect(changes).toEqual([
    {
      watches: [
        expect.objectContaining({ active: true, thresholdMinutes: 20, onReopen: true }),
        expect.objectContaining({ active: false, thresholdMinutes: 15, onReopen: false }),
      ],
    },
  ])
  expect(ride('Haunted Mansion').checked).toBe(false)
})

test('the rides are asked for again when the visitor comes back to the page', async () => {
  const subscription = aSubscription()
  serveAlerts([subscription])
  renderApp(LINK)
  expect((await findRide('Space Mountain')).checked).toBe(true)
  const watches = subscription.watches.map((watch) => ({ ...watch, active: false }))
  serveOnce({ ...subscription, watches })
  window.dispatchEvent(new Event('visibilitychange'))
  await vi.waitFor(() => expect(ride('Space Mountain').checked).toBe(false))
})

test('a ride that may not alert now says from when on, and on which day unless it is today', async () => {
  vi.setSystemTime('2026-11-21T18:00:00Z')
  serveAlerts([
    aSubscription({
      watches: [
        aWatch('Big Ride', { nextAlertAt: '2026-11-21T19:30:00Z' }),
        aWatch('Small Ride', { nextAlertAt: '2026-11-22T09:00:00Z' }),
      ],
    }),
  ])
  renderApp(LINK)
  const rowOf = async (name: string) => (await findRide(name)).closest('li')?.textContent
  expect(await rowOf('Big Ride')).toMatch(/Next alert from 2:30 pm( EST)?Alert at/)
  expect(await rowOf('Small Ride')).toMatch(/Next alert from 4 am( EST)?, Sun, Nov 22Alert at/)
})

test('turning a park off takes its rides with it in one request, turning it on brings them back', async () => {
  const changes = serveAlerts([aSubscription()])
  const { user } = renderApp(LINK)
  await findRide('Space Mountain')
  await user.click(await park())
  expect([ride('Space Mountain').checked, ride('Haunted Mansion').checked]).toEqual([false, false])
  await user.click(saveButton())
  await screen.findByText('Changes saved')
  expect(changes).toMatchObject([{ active: false, watches: [{ active: false }, { active: false }] }])
  await user.click(await park())
  expect([ride('Space Mountain').checked, ride('Haunted Mansion').checked]).toEqual([true, true])
})

test('limits go from 5 to 120 in fives', async () => {
  serveAlerts([
    aSubscription({
      watches: [aWatch('Low', { thresholdMinutes: 10 }), aWatch('High', { thresholdMinutes: 118 })],
    }),
  ])
  const { user } = renderApp(LINK)
  await findRide('Low')
  await user.click(limitOf('Low'))
  await user.click(limitOf('High'))
  const lower = screen.getByRole<HTMLButtonElement>('button', { name: 'Lower limit for Low' })
  await user.click(lower)
  expect(lower.getAttribute('aria-disabled')).toBe('true')
  await user.click(lower)
  await expectFocusOn(lower)
  const higher = screen.getByRole<HTMLButtonElement>('button', { name: 'Higher limit for High' })
  await user.click(higher)
  expect(higher.getAttribute('aria-disabled')).toBe('true')
  await user.click(higher)
  expect([limitOf('Low').textContent, limitOf('High').textContent]).toEqual([
    'Alert at 5 min: Low',
    'Alert at 120 min: High',
  ])
})

test('one choice sets the limit of all rides of a park', async () => {
  const changes = serveAlerts([
    aSubscription({ watches: [aWatch('Low', { thresholdMinutes: 10 }), aWatch('High')] }),
  ])
  const { user } = renderApp(LINK)
  await findRide('Low')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Set all limits to' }), '45 min')
  await user.click(saveButton())
  await screen.findByText('Changes saved')
  expect(changes).toMatchObject([{ watches: [{ thresholdMinutes: 45 }, { thresholdMinutes: 45 }] }])
})

test('a park that is saved without a ride has all of them again, and says so then and at the next load', async () => {
  serveAlerts([aSubscription()])
  const { user, unmount } = renderApp(LINK)
  await findRide('Space Mountain')
  await user.click(screen.getByRole('button', { name: 'Unselect all' }))
  expect(screen.getByText('No rides selected, so you won’t get alerts.')).toBeDefined()
  await user.click(saveButton())
  const notices = await screen.findAllByText('All rides enabled')
  expect(notices).toHaveLength(2)
  expect([ride('Space Mountain').checked, ride('Haunted Mansion').checked]).toEqual([true, true])
  unmount()
  renderApp('/manage-alerts')
  expect(await screen.findByText('All rides enabled')).toBeDefined()
})

test('what could not be saved stays changed, and can be saved again', async () => {
  serveAlerts([aSubscription()])
  server.use(http.patch('*/api/alerts/subscriptions/:id', () => refusal('internal'), { once: true }))
  const { user } = renderApp(LINK)
  await findRide('Haunted Mansion')
  await user.click(ride('Haunted Mansion'))
  await user.click(saveButton())
  expect((await screen.findByText('Error saving changes')).parentElement?.textContent).toBe(
    'Error saving changes Failed to save your preferences. Please try again',
  )
  expect(ride('Haunted Mansion').checked).toBe(false)
  await user.click(saveButton())
  expect(await screen.findByText('Changes saved')).toBeDefined()
})

test.for([
  ['subscription-not-found', 'These alerts no longer exist. Please reload the page.'],
  ['unknown-ride', 'The park’s rides have changed. Please reload the page.'],
] as const)('a save that is refused with %s says to reload the page', async ([code, words]) => {
  serveAlerts([aSubscription()])
  server.use(http.patch('*/api/alerts/subscriptions/:id', () => refusal(code)))
  const { user } = renderApp(LINK)
  await findRide('Haunted Mansion')
  await user.click(ride('Haunted Mansion'))
  await user.click(saveButton())
  expect((await screen.findByText('Error saving changes')).parentElement?.textContent).toBe(
    `Error saving changes ${words}`,
  )
})
