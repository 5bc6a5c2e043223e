import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { expectFocusOn } from '../test/focus.ts'
import { findRide, ride, saveButton, serveAlerts } from '../test/manage-alerts.ts'
import { LINK } from '../test/manage-page.ts'
import { renderApp } from '../test/render-app.tsx'
import { aSubscription, aWatch } from '../test/samples.ts'

const isListed = (name: string) => screen.queryByRole('checkbox', { name }) !== null

/** Their names sort as they are numbered. */
const manyRides = (count: number, isChosen: (number: number) => boolean) =>
  Array.from({ length: count }, (_, index) => aWatch(`Ride ${index + 101}`, { active: isChosen(index + 1) }))

const shownRides = () =>
  within(screen.getByRole('region', { name: 'Rides of Magic Kingdom Park' }))
    .getAllByRole('checkbox')
    .map((box) => box.getAttribute('aria-label') ?? box.closest('label')?.textContent)

test('the chosen rides stand first, and the others are folded until they are wanted', async () => {
  const others = ['A', 'B', 'C', 'D'].map((name) => aWatch(`Other ${name}`, { active: false }))
  serveAlerts([aSubscription({ watches: [...others, aWatch('Space Mountain')] })])
  const { user } = renderApp(LINK)
  await findRide('Space Mountain')
  expect(screen.queryByRole('checkbox', { name: 'Other A' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Show all 5 rides' }))
  await user.click(ride('Other B'))
  expect(ride('Other B').checked).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Fewer rides' }))
  // Chosen meanwhile, it stands with the chosen ones.
  expect(ride('Other B').checked).toBe(true)
  expect(screen.queryByRole('checkbox', { name: 'Other A' })).toBeNull()
})

test('all rides are chosen at once also while some are folded', async () => {
  const others = ['A', 'B', 'C', 'D'].map((name) => aWatch(`Other ${name}`, { active: false }))
  serveAlerts([aSubscription({ watches: [...others, aWatch('Space Mountain')] })])
  const { user } = renderApp(LINK)
  await findRide('Space Mountain')
  await user.click(screen.getByRole('button', { name: 'Select all' }))
  expect(ride('Other D').checked).toBe(true)
})

test('of more than ten chosen rides ten stand before the fold, and the button says how many there are', async () => {
  serveAlerts([aSubscription({ watches: manyRides(30, () => true) })])
  const { user } = renderApp(LINK)
  await findRide('Ride 101')
  expect(shownRides()).toHaveLength(10)
  expect(screen.getByText('Watching 30 rides.')).toBeDefined()
  const fold = screen.getByRole('button', { name: 'Show all 30 rides' })
  expect(fold.getAttribute('aria-expanded')).toBe('false')

  fold.focus()
  await user.keyboard('{Enter}')
  expect(shownRides()).toHaveLength(30)
  const close = screen.getByRole('button', { name: 'Fewer rides' })
  expect(close.getAttribute('aria-expanded')).toBe('true')
  await expectFocusOn(close)
  await user.tab()
  await expectFocusOn(ride('Ride 111'))
})

test('ten rides of a park without a chosen one stand before the fold', async () => {
  serveAlerts([aSubscription({ active: false, watches: manyRides(30, () => false) })])
  renderApp(LINK)
  await findRide('Ride 101')
  expect(shownRides()).toHaveLength(10)
})

test('a chosen ride keeps its place when all others are chosen too, or none is', async () => {
  serveAlerts([aSubscription({ watches: manyRides(30, (number) => number === 30) })])
  const { user } = renderApp(LINK)
  await findRide('Ride 130')
  await user.click(screen.getByRole('button', { name: 'Select all' }))
  expect(shownRides()).toHaveLength(10)
  expect(ride('Ride 130').checked).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Unselect all' }))
  expect(ride('Ride 130').checked).toBe(false)
})

test('folded rides are saved as they are chosen', async () => {
  const changes = serveAlerts([aSubscription({ watches: manyRides(30, () => true) })])
  const { user } = renderApp(LINK)
  await findRide('Ride 101')
  await user.click(ride('Ride 101'))
  await user.click(saveButton())
  await screen.findByText('Changes saved')
  expect(isListed('Ride 130')).toBe(false)
  const [change] = changes as { watches: { active: boolean }[] }[]
  expect(change?.watches.filter(({ active }) => active)).toHaveLength(29)
})
