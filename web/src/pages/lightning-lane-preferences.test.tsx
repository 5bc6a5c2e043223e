import { screen, within } from '@testing-library/react'
import { http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { expectFocusOn } from '../test/focus.ts'
import { serveGates } from '../test/gates.ts'
import { serveIdentity, wasSignedIn } from '../test/identity.ts'
import { aLanePark, anOffering, aPreference, MOUNTAIN, serveLanes } from '../test/lanes.ts'
import { renderApp } from '../test/render-app.tsx'
import { refusal } from '../test/samples.ts'
import { server } from '../test/server.ts'

const PAGE = '/lightning-lane'

beforeEach(() => {
  wasSignedIn()
  serveIdentity({ isSignedIn: true })
  serveGates({ open: ['lightning-lane'] })
})

const region = (name: string) => screen.findByRole('region', { name })

test('a preference says what its attraction offers now, of two queues the one that can be had', async () => {
  const soldOut = anOffering({ id: 'paid', kind: 'PAID_RETURN_TIME', available: false })
  serveLanes({ offerings: [soldOut, anOffering()], preferences: [aPreference()] })
  renderApp(PAGE)

  const preferences = await region('Booking preferences')
  expect(await within(preferences).findByText(/^Now: 12\spm.* to 1\spm/)).toBeDefined()
})

test('the parks of preferences are shown first, and the address names others', async () => {
  const others = ['Animal Kingdom', 'Epcot', 'Hollywood Studios', 'Islands of Adventure'].map((name, index) =>
    aLanePark({ id: `75ea578a-adc8-4116-a54d-00000000000${index}`, name, rides: [] }),
  )
  serveLanes({ parks: [...others, aLanePark()], preferences: [aPreference()] })
  const { unmount } = renderApp(PAGE)
  expect(
    await screen.findByText('Magic Kingdom, Animal Kingdom, Epcot, Hollywood Studios', { exact: false }),
  ).toBeDefined()
  unmount()

  renderApp(`${PAGE}?parks=${others[1]?.id}`)
  const summary = await screen.findByText('Parks:')
  expect(summary.parentElement?.textContent).toBe('Parks: Epcot')
})

test('the form is open for a first preference, and folded where there are some', async () => {
  serveLanes()
  const { unmount } = renderApp(PAGE)
  const form = async () => (await screen.findByText('Add an attraction')).closest('details')
  expect((await form())?.open).toBe(true)
  unmount()

  serveLanes({ preferences: [aPreference()] })
  renderApp(PAGE)
  expect((await form())?.open).toBe(false)
})

test('a preference that another tab has removed leaves the list as well', async () => {
  const { lanes } = serveLanes({ preferences: [aPreference()] })
  server.use(
    http.delete('*/api/planner/lightning-lane/preferences/:id', () => {
      lanes.preferences = []
      return refusal('lane-preference-not-found')
    }),
  )
  const { user } = renderApp(PAGE)

  await user.click(await screen.findByRole('button', { name: 'Remove Space Mountain' }))

  expect(await screen.findByText(/^No preferences yet/)).toBeDefined()
})

test('an attraction is required for a preference, and one that has a preference is not offered again', async () => {
  const { asked } = serveLanes()
  const { user } = renderApp(PAGE)

  await user.click(await screen.findByRole('button', { name: 'Add preference' }))
  expect(await screen.findByText('Missing attraction')).toBeDefined()
  await user.selectOptions(screen.getByLabelText('Attraction'), 'Space Mountain')
  await user.click(screen.getByRole('button', { name: 'Add preference' }))

  await screen.findByRole('button', { name: 'Remove Space Mountain' })
  expect(asked).toEqual([
    {
      what: 'add',
      body: {
        attractionId: MOUNTAIN,
        priority: 1,
        preferredTimeRange: { start: '09:00', end: '21:00' },
        maxPrice: null,
      },
    },
  ])
  expect(within(screen.getByLabelText('Attraction')).queryByText('Space Mountain')).toBeNull()
})

test('the priority, hours and price of a preference are changed in place, and Cancel changes nothing', async () => {
  const maxPrice = { amount: 2_500, currency: 'JPY' }
  const { asked } = serveLanes({ preferences: [aPreference({ maxPrice })] })
  const { user } = renderApp(PAGE)
  const change = await screen.findByRole('button', { name: 'Change Space Mountain' })

  await user.click(change)
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await expectFocusOn(change)
  await user.click(change)
  const form = within(screen.getByRole('form', { name: 'Change Space Mountain' }))
  expect(form.getByLabelText<HTMLInputElement>(/^Max price/).value).toBe('2500')
  await user.clear(form.getByLabelText(/^Priority/))
  await user.type(form.getByLabelText(/^Priority/), '7')
  await user.click(form.getByRole('button', { name: 'Save' }))

  expect(await screen.findByText(/priority 7 · 09:00 to 21:00 · up to ¥2,500/)).toBeDefined()
  expect(asked).toEqual([
    {
      what: 'change',
      body: { priority: 7, preferredTimeRange: { start: '09:00', end: '21:00' }, maxPrice },
    },
  ])
})
