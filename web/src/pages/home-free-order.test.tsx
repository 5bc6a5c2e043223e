import { screen, waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { expectFocusOn } from '../test/focus.ts'
import { serveIdentity, wasSignedIn } from '../test/identity.ts'
import {
  answerQuote,
  applyButton,
  buttonNamed,
  email,
  fillIn,
  openHome,
  orderButton,
  promoCode,
  sent,
  serveOrders,
  serveQuotes,
  today,
} from '../test/order-form.ts'
import { clickTwiceAtOnce } from '../test/render-app.tsx'
import { MAGIC_KINGDOM, refusal, serveParks, serveSettings } from '../test/samples.ts'

beforeEach(() => {
  serveParks([])
  serveQuotes()
})

const activated = () => HttpResponse.json({ status: 'active' }, { status: 202 })

test('a free order asks the visitor to look into the mail, and names the address', async () => {
  const received = serveOrders('activations', sent)
  const app = await openHome()
  await fillIn(app)
  await app.user.click(orderButton())
  const heading = await screen.findByRole('heading', { name: 'Check your inbox' })
  await waitFor(() => expect(document.activeElement).toBe(heading))
  expect(screen.getByText('ana@example.com')).toBeDefined()
  expect(received).toEqual([
    {
      email: 'ana@example.com',
      parkId: MAGIC_KINGDOM,
      dates: [expect.stringMatching(/^\d{4}-\d\d-\d\d$/)],
      promoCode: 'FREEDAY',
    },
  ])
})

test('where the mail can be read here, the way to the inbox is shown', async () => {
  serveSettings({ inboxUrl: '/sandbox/inbox' })
  serveOrders('activations', sent)
  const app = await openHome()
  await fillIn(app)
  await app.user.click(orderButton())
  expect((await screen.findByRole('link', { name: 'Open the inbox' })).getAttribute('href')).toBe(
    '/sandbox/inbox',
  )
})

test('an address that the account proves has its free alerts at once', async () => {
  serveOrders('activations', activated)
  const app = await openHome()
  await fillIn(app)
  await app.user.click(orderButton())
  expect(await screen.findByRole('heading', { name: 'Your alerts are on' })).toBeDefined()
})

test('two clicks send one free order', async () => {
  const received = serveOrders('activations', sent)
  const app = await openHome()
  await fillIn(app)
  clickTwiceAtOnce(orderButton())
  await screen.findByRole('heading', { name: 'Check your inbox' })
  expect(received).toHaveLength(1)
})

test('an applied code that makes all days free says FREE, and the button activates the alerts', async () => {
  const app = await openHome()
  await fillIn(app)
  await app.user.click(applyButton())
  expect(await screen.findByText('Code applied. Your alerts are free.')).toBeDefined()
  expect(screen.getByText('FREE').textContent).toContain('1 day')
  expect(await buttonNamed('Activate Alerts!')).toBeDefined()
})

test('a code that was typed and not applied is judged before anything is sent', async () => {
  const received = [...serveOrders('activations', sent), ...serveOrders('checkouts', sent)]
  const app = await openHome()
  await app.user.click(today())
  await app.user.fill(email(), 'ana@example.com')
  await app.user.fill(promoCode(), 'wrong')
  await app.user.click(orderButton())
  expect((await screen.findByText('Invalid Code')).parentElement?.textContent).toBe(
    'Invalid Code Please check your promo code and try again.',
  )
  await waitFor(() => expect(document.activeElement).toBe(promoCode()))
  expect([email().value, promoCode().value, today().checked]).toEqual(['ana@example.com', 'WRONG', true])
  expect(received).toEqual([])
})

test('a code that billing refuses after all is said at its field, and what was typed stays', async () => {
  serveOrders('activations', () => refusal('promo-code-spent'))
  const app = await openHome()
  await fillIn(app)
  await app.user.click(orderButton())
  expect(await screen.findByText('Code Already Used')).toBeDefined()
  expect([email().value, promoCode().value, today().checked]).toEqual(['ana@example.com', 'FREEDAY', true])
})

test('a wrong code is asked for once, however the days change after it', async () => {
  const asked = serveQuotes()
  const { user } = await openHome()
  await user.fill(promoCode(), 'wrong')
  await user.click(applyButton())
  await screen.findByText('Invalid Code')
  await user.click(today())
  await buttonNamed('Continue to payment · $1')
  expect(asked.filter(({ promoCode: code }) => code !== undefined)).toHaveLength(1)
})

test('Apply without a code says that it is missing', async () => {
  const { user } = await openHome()
  await user.click(applyButton())
  expect(screen.getByText('Promo Code Required')).toBeDefined()
})

test('Apply says whether a code is good, before anything else is filled in', async () => {
  const { user } = await openHome()
  await user.fill(promoCode(), 'wrong')
  await user.click(applyButton())
  expect(await screen.findByText('Invalid Code')).toBeDefined()
  await user.clear(promoCode())
  await user.fill(promoCode(), 'freeday')
  await user.click(applyButton())
  expect(await screen.findByText('Code applied. Your alerts are free.')).toBeDefined()
})

test('Apply says that a code could not be tried, and keeps it', async () => {
  const { user } = await openHome()
  serveQuotes(() => refusal('unavailable'))
  await user.fill(promoCode(), 'freeday')
  await user.click(applyButton())
  expect(await screen.findByText('Failed to apply promo code')).toBeDefined()
  expect(promoCode()).toHaveProperty('value', 'FREEDAY')
})

test('after too many wrong codes the form can be sent all the same, and says when the code is checked', async () => {
  serveQuotes((asked) => (asked.promoCode ? refusal('too-many-requests') : answerQuote(asked)))
  serveOrders('activations', sent)
  const app = await openHome()
  await fillIn(app)
  await app.user.click(applyButton())
  expect(await screen.findByText(/yours is checked before your alerts start/)).toBeDefined()
  expect(screen.queryByRole('alert')).toBeNull()
  await app.user.click(await buttonNamed('Activate Alerts!'))
  expect(await screen.findByRole('heading', { name: 'Check your inbox' })).toBeDefined()
})

test('a field that only the server finds wrong is marked', async () => {
  serveOrders('activations', () => refusal('invalid-request', [{ path: 'email', message: 'Invalid email' }]))
  const app = await openHome()
  await fillIn(app)
  await app.user.click(orderButton())
  await waitFor(() => expect(email().getAttribute('aria-invalid')).toBe('true'))
})

test('without a connection the form keeps everything, and works on the next try', async () => {
  let isDown = true
  serveOrders('activations', () => (isDown ? HttpResponse.error() : sent()))
  const app = await openHome()
  await fillIn(app)
  await app.user.click(orderButton())
  expect((await screen.findByRole('alert')).textContent).toContain('No connection')
  expect(email().value).toBe('ana@example.com')
  isDown = false
  await app.user.click(orderButton())
  expect(await screen.findByRole('heading', { name: 'Check your inbox' })).toBeDefined()
})

test('after the mail was sent, the address can be changed without typing the rest again', async () => {
  serveOrders('activations', sent)
  const app = await openHome()
  await fillIn(app)
  await app.user.click(orderButton())
  await app.user.click(await buttonNamed('Use another address'))
  expect([email().value, promoCode().value, today().checked]).toEqual(['ana@example.com', 'FREEDAY', true])
})

test('an order that was sent stays with its park, whatever park is looked at after it', async () => {
  const received = serveOrders('activations', sent)
  const app = await openHome()
  await fillIn(app)
  await app.user.click(orderButton())
  await screen.findByRole('heading', { name: 'Check your inbox' })
  const board = screen.getByRole('combobox', { name: 'Park on the board' })
  await app.user.selectOptions(board, 'EPCOT')
  expect(screen.queryByRole('heading', { name: 'Check your inbox' })).toBeNull()
  expect([email().value, today().checked]).toEqual(['ana@example.com', true])

  await app.user.selectOptions(board, 'Magic Kingdom Park')
  await screen.findByRole('heading', { name: 'Check your inbox' })
  await expectFocusOn(board)
  vi.setSystemTime(Date.now() + 61_000)
  await app.user.click(await buttonNamed('Send it again'))
  await screen.findByText('Sent again.')
  expect(received).toHaveLength(2)
  expect(received[1]).toEqual(received[0])
})

test('the account shows its token for its own address, and for no other', async () => {
  wasSignedIn()
  serveIdentity({ isSignedIn: true })
  const shown: (string | null)[] = []
  serveOrders('activations', (_order, request) => {
    shown.push(request.headers.get('authorization'))
    return sent()
  })
  const { user } = await openHome()
  await waitFor(() => expect(email().value).toBe('ana@example.com'))
  await user.click(today())
  await user.fill(promoCode(), 'freeday')
  await user.click(applyButton())
  expect(await screen.findByText(/No link to open. We tell you whenever/)).toBeDefined()
  await user.click(orderButton())
  await user.click(await buttonNamed('Use another address'))
  await user.clear(email())
  await user.fill(email(), 'ben@example.com')
  expect(screen.getByText(/confirm your address from the link we send/)).toBeDefined()
  await user.click(orderButton())
  await screen.findByRole('heading', { name: 'Check your inbox' })
  expect(shown).toEqual([expect.stringMatching(/^Bearer .+/), null])
})
