import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { serveIdentity, wasSignedIn } from '../test/identity.ts'
import {
  email,
  fillIn,
  openHome,
  orderButton,
  orderByEmail,
  phone,
  promoCode,
  sent,
  serveOrders,
  serveQuotes,
  today,
} from '../test/order-form.ts'
import { renderApp } from '../test/render-app.tsx'
import { MAGIC_KINGDOM, refusal, sampleDestination, serveParks, serveSettings } from '../test/samples.ts'
import { server } from '../test/server.ts'

beforeEach(() => {
  serveParks([])
  serveQuotes()
})

const SETTINGS = ['*/api/billing/prices', '*/api/alerts/settings', '*/api/config']

const wordsAt = async (title: string) => (await screen.findByText(title)).parentElement?.textContent

test('an empty form says everything that is missing in the words of the specification, and sends nothing', async () => {
  const received = serveOrders('checkouts', sent)
  const { user } = await openHome()
  await user.click(orderButton())
  expect(await wordsAt('Date Required')).toBe('Date Required Please select at least one date.')
  expect(await wordsAt('Email Required')).toBe('Email Required Please enter a valid email address.')
  expect(received).toEqual([])
})

/** The parks arrive when the test says so. */
function holdParks() {
  const parks = Promise.withResolvers<void>()
  server.use(
    http.get('*/api/parks/destinations', async () => {
      await parks.promise
    }),
  )
  return parks
}

test('Magic Kingdom can be ordered before the list of the parks is there', async () => {
  const parks = holdParks()
  const received = serveOrders('checkouts', sent)
  const app = renderApp('/')
  await screen.findByRole('option', { name: 'Magic Kingdom', selected: true })
  await orderByEmail(app)
  await waitFor(() => expect(received).toMatchObject([{ parkId: MAGIC_KINGDOM }]))
  parks.resolve()
})

test('an order for the park of a link can be sent once that park is there', async () => {
  const parks = holdParks()
  const [, epcot] = sampleDestination.parks
  renderApp(`/?park=${epcot?.id}`)
  await waitFor(() => expect(orderButton()).toHaveProperty('disabled', true))
  parks.resolve()
  await screen.findByRole('option', { name: 'EPCOT', selected: true })
  expect(orderButton()).toHaveProperty('disabled', false)
  expect(screen.queryByText('Park Required')).toBeNull()
})

test.each(['ana', 'ana@example', 'ana example@x.com', '@example.com'])(
  '"%s" is no address',
  async (address) => {
    const { user } = await openHome()
    await user.fill(email(), address)
    await user.click(orderButton())
    await waitFor(() => expect(email().getAttribute('aria-invalid')).toBe('true'))
  },
)

test.each(['', '1', 'call me', '0407 555 0142 99 99 99 99'])(
  '"%s" is no phone number for SMS alerts',
  async (number) => {
    const { user } = await openHome()
    await user.click(await screen.findByRole('radio', { name: 'SMS' }))
    const field = await phone()
    if (number !== '') await user.fill(field, number)
    await user.click(orderButton())
    expect(await wordsAt('Phone Number Required')).toBe(
      'Phone Number Required Please enter a valid phone number for SMS alerts.',
    )
  },
)

test('the first field with a problem gets the focus', async () => {
  const { user } = await openHome()
  await user.click(today())
  await user.click(orderButton())
  await waitFor(() => expect(document.activeElement).toBe(email()))
})

test('a problem goes away when its field is changed', async () => {
  const { user } = await openHome()
  await user.click(orderButton())
  await user.fill(email(), 'a')
  expect(screen.queryByText('Email Required')).toBeNull()
  expect(screen.getByText('Date Required')).toBeDefined()
})

test('while SMS is not sold, choosing it says so and returns to email', async () => {
  serveSettings({ smsEnabled: false })
  const { user } = await openHome()
  await user.click(await screen.findByRole('radio', { name: 'SMS' }))
  const dialog = await screen.findByRole('dialog', { name: 'Under Construction' })
  expect(dialog.textContent).toContain('Will go live soon - for now, use our email alerts!')
  await user.click(within(dialog).getByRole('button', { name: 'Use email' }))
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Email' }).checked).toBe(true)
  expect(screen.queryByRole('textbox', { name: 'Phone' })).toBeNull()
})

test('the form is sent while no setting has been answered yet', async () => {
  for (const path of SETTINGS) server.use(http.get(path, () => new Promise<Response>(() => {})))
  const received = serveOrders('activations', sent)
  const app = await openHome()
  await fillIn(app)
  await app.user.click(orderButton())
  await screen.findByRole('heading', { name: 'Check your inbox' })
  expect(received).toHaveLength(1)
})

test('the settings that could not be loaded are left out of the words, and the form is sent all the same', async () => {
  for (const path of SETTINGS) server.use(http.get(path, () => refusal('unavailable')))
  const received = serveOrders('activations', sent)
  const app = await openHome()
  expect(await screen.findByText(/whenever a ride drops to its limit or less/)).toBeDefined()
  expect(await screen.findByText('Send alerts by')).toBeDefined()
  expect(screen.queryByText('SMS')).toBeNull()
  await fillIn(app)
  await app.user.click(orderButton())
  await screen.findByRole('heading', { name: 'Check your inbox' })
  expect(received).toHaveLength(1)
})

test('the form names the limit of alert-evaluator', async () => {
  serveSettings({ defaultThresholdMinutes: 20 })
  await openHome()
  expect(await screen.findByText(/whenever a ride drops to 20 min or less/)).toBeDefined()
})

test('a demo code of the installation is offered for email alerts, and fills in the field', async () => {
  serveSettings({ demoCode: 'FREEDAY' })
  const { user } = await openHome()
  await user.click(await screen.findByRole('button', { name: 'Use demo code FREEDAY' }))
  expect(promoCode().value).toBe('FREEDAY')
  expect(await screen.findByRole('button', { name: 'Activate Alerts!' })).toBeDefined()
  expect(screen.queryByRole('button', { name: /demo code/ })).toBeNull()
})

test('a demo code for email alerts is not offered for SMS alerts', async () => {
  serveSettings({ demoCode: 'FREEDAY' })
  const { user } = await openHome()
  await screen.findByRole('button', { name: 'Use demo code FREEDAY' })
  await user.click(await screen.findByRole('radio', { name: 'SMS' }))
  expect(screen.queryByRole('button', { name: /demo code/ })).toBeNull()
})

test('without a demo code none is offered, and the way to a code names the support address', async () => {
  serveSettings({ supportEmail: 'help@park.example' })
  const { user } = await openHome()
  expect(screen.queryByRole('button', { name: /demo code/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'How do I get a code?' }))
  const dialog = await screen.findByRole('dialog', { name: 'Get free alerts by sharing' })
  const link = await within(dialog).findByRole('link', { name: 'help@park.example' })
  expect(link.getAttribute('href')).toBe('mailto:help@park.example')
})

test('an order has 30 days at most: the form says so and takes no further one', async () => {
  const { user } = await openHome()
  const [unchosen, ...near] = screen.getAllByRole<HTMLInputElement>('checkbox').toReversed()
  for (const day of near) fireEvent.click(day)
  await user.click(screen.getByRole('button', { name: 'Other days' }))
  const dialog = await screen.findByRole('dialog', { name: 'Days you visit' })
  const next = within(dialog).getByRole('button', { name: /next month/i })
  await user.click(next)
  await user.click(next)
  for (const day of within(dialog).getAllByRole('gridcell').slice(7, 25)) {
    fireEvent.click(within(day).getByRole('button'))
  }
  expect(within(dialog).getByText(/^30 days is the most for one order/)).toBeDefined()
  await user.click(within(dialog).getByRole('button', { name: 'Done' }))
  const chosen = () => screen.getAllByRole<HTMLInputElement>('checkbox').filter(({ checked }) => checked)
  expect(chosen()).toHaveLength(30)
  if (unchosen) await user.click(unchosen)
  expect(chosen()).toHaveLength(30)

  await user.click(today())
  expect(chosen()).toHaveLength(29)
  expect(screen.queryByText(/the most for one order/)).toBeNull()
  await user.click(today())
  expect(chosen()).toHaveLength(30)
})

test('days that only the server refuses are not said to be missing', async () => {
  serveOrders('checkouts', () => refusal('invalid-request', [{ path: 'dates', message: 'Too many' }]))
  await orderByEmail(await openHome())
  expect(await screen.findByText('Days Not Accepted')).toBeDefined()
})

test('the address of the account stands in the form, and another may be used', async () => {
  wasSignedIn()
  serveIdentity({ isSignedIn: true })
  const received = serveOrders('activations', sent)
  const { user } = await openHome()
  await waitFor(() => expect(email().value).toBe('ana@example.com'))
  await user.clear(email())
  expect(email().value).toBe('')
  await user.fill(email(), 'ben@example.com')
  await user.click(today())
  await user.fill(promoCode(), 'freeday')
  await user.click(orderButton())
  await screen.findByRole('heading', { name: 'Check your inbox' })
  expect(received).toMatchObject([{ email: 'ben@example.com' }])
})
