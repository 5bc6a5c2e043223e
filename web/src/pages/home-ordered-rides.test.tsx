import { screen } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { email, orderButton, promoCode, serveOrderForm, serveOrders, toPayment } from '../test/order-form.ts'
import { renderApp } from '../test/render-app.tsx'
import { aRide, EPCOT, MAGIC_KINGDOM, serveParks } from '../test/samples.ts'

const rides = ['Test Track', 'Soarin’', 'Living with the Land', 'Journey of Water'].map((name, index) =>
  aRide({ name, waitMinutes: 40 + index, popularity: 90 - index }),
)
const [testTrack] = rides
const HOME = `/?park=${MAGIC_KINGDOM}`
const FROM_RIDE = `${HOME}&ride=${testTrack?.rideId}#alerts`

beforeEach(() => {
  serveOrderForm()
  serveParks(rides)
})

const scope = (name: string) => screen.findByRole<HTMLInputElement>('radio', { name })

async function order(path: string, choose?: string) {
  const ordered = serveOrders('checkouts', toPayment)
  const view = renderApp(path)
  if (choose) await view.user.click(await scope(choose))
  await view.user.fill(email(), 'ana@example.com')
  if (path === HOME) await view.user.click((await screen.findAllByRole('checkbox'))[0] as HTMLElement)
  await view.user.click(orderButton())
  return { ...view, ordered }
}

test('an order from a ride is for that ride', async () => {
  const { ordered } = await order(FROM_RIDE, 'Test Track')
  await expect.poll(() => ordered).toMatchObject([{ watches: [{ rideId: testTrack?.rideId }] }])
})

test('an order from a ride may be for the big ones of its park', async () => {
  const { ordered } = await order(FROM_RIDE, 'The 2 big ones')
  await expect
    .poll(() => ordered)
    .toMatchObject([{ watches: rides.slice(0, 2).map(({ rideId }) => ({ rideId })) }])
})

test('an order from a ride may be for all rides, and names none', async () => {
  const { ordered } = await order(FROM_RIDE, 'All rides')
  await expect.poll(() => ordered).toHaveLength(1)
  expect(ordered[0]).not.toHaveProperty('watches')
  expect(screen.getByText('Day pass, one park, all rides')).toBeDefined()
})

test('an order that came from no ride names none', async () => {
  const { ordered } = await order(HOME)
  await expect.poll(() => ordered).toHaveLength(1)
  expect(ordered[0]).not.toHaveProperty('watches')
})

test('a free order from a ride is for that ride', async () => {
  const ordered = serveOrders('activations', () =>
    HttpResponse.json({ status: 'confirmation-sent' }, { status: 202 }),
  )
  const { user } = renderApp(FROM_RIDE)
  await scope('Test Track')
  await user.fill(email(), 'ana@example.com')
  await user.fill(promoCode(), 'FREEDAY')
  await user.click(orderButton())
  await expect.poll(() => ordered).toMatchObject([{ watches: [{ rideId: testTrack?.rideId }] }])
})

test('back from a payment that was cancelled, the order is still for the ride', async () => {
  const { ordered, unmount } = await order(FROM_RIDE, 'Test Track')
  await expect.poll(() => ordered).toHaveLength(1)
  unmount()

  renderApp(`/?canceled=true&park=${MAGIC_KINGDOM}#alerts`)

  expect((await scope('Test Track')).checked).toBe(true)
})

test('in another park the ride counts no more', async () => {
  const { user } = renderApp(FROM_RIDE)
  await scope('Test Track')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Park' }), EPCOT)
  expect(screen.queryByRole('radio', { name: 'Test Track' })).toBeNull()
})
