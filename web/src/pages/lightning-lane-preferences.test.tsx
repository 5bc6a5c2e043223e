import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { expectFocusOn } from '../test/focus.ts'
import { serveGates } from '../test/gates.ts'
import { serveIdentity, wasSignedIn } from '../test/identity.ts'
import { aLanePark, anOffering, aPreference, LANE_PARK, MOUNTAIN, serveLanes } from '../test/lanes.ts'
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

  const preferences = await region('Your list')
  expect(await within(preferences).findByText(/^Now: 12\spm.* to 1\spm/)).toBeDefined()
})

test('the park is the title: that of the address, also of an older mail, else one with return times', async () => {
  const epcot = aLanePark({ id: '75ea578a-adc8-4116-a54d-000000000001', name: 'Epcot', rides: [] })
  const closed = aLanePark({ id: '75ea578a-adc8-4116-a54d-000000000002', hasReturnTimes: false })
  serveLanes({ parks: [closed, aLanePark(), epcot] })
  const shown = async () => (await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Park' })).value

  const first = renderApp(PAGE)
  expect(await shown()).toBe(LANE_PARK)
  first.unmount()
  const mailed = renderApp(`${PAGE}?parks=${epcot.id}`)
  expect(await shown()).toBe(epcot.id)
  mailed.unmount()
  const { user, address } = renderApp(`${PAGE}?park=${epcot.id}`)
  expect(await shown()).toBe(epcot.id)
  await user.selectOptions(screen.getByRole('combobox', { name: 'Park' }), LANE_PARK)
  expect(address()).toBe(`${PAGE}?park=${LANE_PARK}`)
})

test('offers of parks that are watched are asked for beside those of the page’s park', async () => {
  const epcot = aLanePark({ id: '75ea578a-adc8-4116-a54d-000000000001', name: 'Epcot', rides: [] })
  serveLanes({ parks: [aLanePark(), epcot], offerings: [anOffering()], preferences: [aPreference()] })
  renderApp(`${PAGE}?park=${epcot.id}`)

  expect(await within(await region('Your list')).findByText(/^Now: 12\spm/)).toBeDefined()
  expect(within(await region('Return times')).queryByText('Space Mountain')).toBeNull()
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

  await user.click(await screen.findByRole('button', { name: 'Change Space Mountain' }))
  await user.click(screen.getByRole('button', { name: 'Remove Space Mountain' }))

  expect(await screen.findByText('Your list is empty')).toBeDefined()
})

test('the bell of a ride sets its hours and price, also where nothing is offered now, and names the limit then', async () => {
  const { asked } = serveLanes()
  const { user } = renderApp(PAGE)

  await user.click(await screen.findByRole('button', { name: 'Tell me when it fits: Space Mountain' }))
  const form = within(screen.getByRole('form', { name: 'Tell me when it fits: Space Mountain' }))
  await user.dblClick(form.getByRole('button', { name: 'Tell me when it fits' }))

  await expectFocusOn(await screen.findByRole('button', { name: 'Watching, 9 pm at most: Space Mountain' }))
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
})

test('hours that end before they begin are refused beside their field, and nothing is sent', async () => {
  const { asked } = serveLanes({ preferences: [aPreference()] })
  const { user } = renderApp(PAGE)

  await user.click(await screen.findByRole('button', { name: 'Change Space Mountain' }))
  fireEvent.change(screen.getByLabelText('Until'), { target: { value: '08:00' } })
  await user.click(screen.getByRole('button', { name: 'Save' }))

  expect(await screen.findByText('Please choose a later end.')).toBeDefined()
  expect(asked).toEqual([])
})

test('the priority, hours and price of a preference are changed in place, and closing changes nothing', async () => {
  const maxPrice = { amount: 2_500, currency: 'JPY' }
  const { asked } = serveLanes({ preferences: [aPreference({ maxPrice })] })
  const { user } = renderApp(PAGE)
  const change = await screen.findByRole('button', { name: 'Change Space Mountain' })

  await user.click(change)
  await user.click(change)
  expect(screen.queryByLabelText(/^Up to/)).toBeNull()
  await user.click(change)
  const form = within(screen.getByRole('form', { name: 'Tell me when it fits: Space Mountain' }))
  expect(form.getByLabelText<HTMLInputElement>(/^Up to/).value).toBe('2500')
  await user.clear(form.getByLabelText(/^Priority/))
  await user.type(form.getByLabelText(/^Priority/), '7')
  await user.click(form.getByRole('button', { name: 'Save' }))

  await expectFocusOn(change)
  expect(screen.getByText('9 am to 9 pm, up to ¥2,500, Magic Kingdom')).toBeDefined()
  expect(asked).toEqual([
    {
      what: 'change',
      body: { priority: 7, preferredTimeRange: { start: '09:00', end: '21:00' }, maxPrice },
    },
  ])
})

test.for([
  ['1,500', 'JPY', 1_500],
  ['1,250.50', 'USD', 125_050],
  ['$15', 'USD', 1_500],
] as const)('the highest price %s in %s is sent as it is meant', async ([typed, currency, amount]) => {
  const { asked } = serveLanes({
    preferences: [aPreference({ maxPrice: { amount: 10 ** 6, currency } })],
  })
  const { user } = renderApp(PAGE)
  await user.click(await screen.findByRole('button', { name: 'Change Space Mountain' }))
  const price = screen.getByLabelText(/^Up to/)
  await user.clear(price)
  await user.type(price, typed)
  await user.click(screen.getByRole('button', { name: 'Save' }))

  await waitFor(() => expect(asked).toMatchObject([{ body: { maxPrice: { amount, currency } } }]))
})
