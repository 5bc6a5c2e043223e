import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  buttonNamed,
  email,
  openHome,
  orderButton,
  orderByEmail,
  parksListed,
  phone,
  promoCode,
  sent,
  serveOrderForm,
  serveOrders,
  serveQuotes,
  sms,
  toPayment,
  today,
  tomorrow,
} from '../test/order-form.ts'
import { renderApp } from '../test/render-app.tsx'
import { EPCOT, MAGIC_KINGDOM, serveParks, serveSettings } from '../test/samples.ts'

let leave: ReturnType<typeof serveOrderForm>

beforeEach(() => {
  leave = serveOrderForm()
})
afterEach(() => vi.doUnmock('../features/activation/kept-order.ts'))

test('after a payment was cancelled the form is as it was left, and the address of the page names nothing of it', async () => {
  serveOrders('checkouts', toPayment)
  const before = await openHome(`/?park=${EPCOT}`)
  await before.user.click(await sms())
  await before.user.click(tomorrow())
  await before.user.fill(await phone(), '4075550142')
  await before.user.fill(email(), 'ana@example.com')
  await before.user.click(await buttonNamed('Continue to payment · $5'))
  await waitFor(() => expect(leave).toHaveBeenCalled())
  before.unmount()

  const { address } = await openHome('/')

  await waitFor(() => expect(email().value).toBe('ana@example.com'))
  expect([(await phone()).value, today().checked, tomorrow().checked]).toEqual(['4075550142', false, true])
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'SMS' }).checked).toBe(true)
  await waitFor(() => expect(address()).toBe(`/?park=${EPCOT}`))
  expect(await buttonNamed('Continue to payment · $5')).toBeDefined()
})

test('what was entered is still there after a look at another page', async () => {
  const { user, goBack } = await openHome()
  await user.click(await sms())
  await user.click(tomorrow())
  await user.fill(await phone(), '4075550142')
  await user.fill(email(), 'ana@example.com')
  await user.click(screen.getAllByRole('link', { name: 'FAQ' })[0] ?? document.body)
  await screen.findByRole('heading', { level: 1, name: 'FAQ' })

  goBack()

  expect((await phone()).value).toBe('4075550142')
  expect([email().value, today().checked, tomorrow().checked]).toEqual(['ana@example.com', false, true])
})

test('what was entered is still there when the page is loaded again, and a code that was only typed is not asked for', async () => {
  const before = await openHome(`/?park=${EPCOT}`)
  await before.user.click(await sms())
  await before.user.click(tomorrow())
  await before.user.fill(await phone(), '4075550142')
  await before.user.fill(email(), 'ana@example.com')
  await before.user.fill(promoCode(), 'smsfree')
  before.unmount()
  const asked = serveQuotes()

  await openHome(`/?park=${EPCOT}`)

  await waitFor(() => expect(email().value).toBe('ana@example.com'))
  expect([(await phone()).value, today().checked, tomorrow().checked]).toEqual(['4075550142', false, true])
  expect(promoCode().value).toBe('SMSFREE')
  expect(await buttonNamed('Continue to payment · $5')).toBeDefined()
  expect(asked.filter((quote) => quote.promoCode !== undefined)).toEqual([])
})

test('a way back that names no park leads to the park that was left', async () => {
  const { user, address } = await openHome(`/?park=${EPCOT}`)
  await user.fill(email(), 'ana@example.com')
  await user.click(screen.getAllByRole('link', { name: 'FAQ' })[0] ?? document.body)
  await screen.findByRole('heading', { level: 1, name: 'FAQ' })

  await user.click(screen.getAllByRole('link', { name: /^Walkon/ })[0] ?? document.body)

  await waitFor(() => expect(address()).toBe(`/?park=${EPCOT}`))
  expect(email().value).toBe('ana@example.com')
})

test('a link to another park shows that park, with what was entered', async () => {
  const before = await openHome(`/?park=${EPCOT}`)
  await before.user.fill(email(), 'ana@example.com')
  before.unmount()

  const { address } = await openHome(`/?park=${MAGIC_KINGDOM}`)

  await waitFor(() => expect(email().value).toBe('ana@example.com'))
  expect(address()).toBe(`/?park=${MAGIC_KINGDOM}`)
  expect(sessionStorage.getItem('walkon.order')).toContain(MAGIC_KINGDOM)
})

test('what is typed before the kept entries are read is not replaced by them', async () => {
  const before = await openHome()
  await before.user.fill(email(), 'ana@example.com')
  await before.user.click(tomorrow())
  before.unmount()
  const code = Promise.withResolvers<void>()
  vi.doMock('../features/activation/kept-order.ts', async (load) => {
    await code.promise
    return load()
  })

  const { user } = await openHome()
  await user.type(email(), 'other@example.com')
  code.resolve()

  await waitFor(() => expect(tomorrow().checked).toBe(true))
  expect(email().value).toBe('other@example.com')
})

test('a form in which nothing was entered keeps nothing', async () => {
  await openHome()
  expect(sessionStorage).toHaveLength(0)
})

test('what is changed after a cancelled payment is still there after a look at another page', async () => {
  serveOrders('checkouts', toPayment)
  const before = await openHome()
  await orderByEmail(before)
  await waitFor(() => expect(leave).toHaveBeenCalled())
  before.unmount()
  const { user, goBack } = await openHome()
  await waitFor(() => expect(email().value).toBe('ana@example.com'))
  await user.click(tomorrow())
  await user.click(screen.getAllByRole('link', { name: 'FAQ' })[0] ?? document.body)
  await screen.findByRole('heading', { level: 1, name: 'FAQ' })

  goBack()

  await parksListed()
  expect([email().value, today().checked, tomorrow().checked]).toEqual(['ana@example.com', true, true])
  await buttonNamed('Continue to payment · $2')
})

test('an order that was placed is not entered again after a look at another page', async () => {
  serveOrders('activations', sent)
  const { user, goBack } = await openHome()
  await user.click(today())
  await user.fill(email(), 'ana@example.com')
  await user.fill(promoCode(), 'freeday')
  await user.click(orderButton())
  await screen.findByRole('heading', { name: 'Check your inbox' })
  await user.click(screen.getAllByRole('link', { name: 'FAQ' })[0] ?? document.body)
  await screen.findByRole('heading', { level: 1, name: 'FAQ' })
  goBack()
  await parksListed()
  expect([email().value, today().checked]).toEqual(['', false])
})

test('an order that was placed leaves an empty form', async () => {
  serveOrders('checkouts', toPayment)
  const before = await openHome()
  await orderByEmail(before)
  await waitFor(() => expect(leave).toHaveBeenCalled())
  before.unmount()
  serveOrders('activations', sent)
  const again = await openHome()
  await waitFor(() => expect(email().value).toBe('ana@example.com'))
  await again.user.fill(promoCode(), 'freeday')
  await again.user.click(orderButton())
  await screen.findByRole('heading', { name: 'Check your inbox' })
  again.unmount()

  await openHome()

  expect([email().value, today().checked]).toEqual(['', false])
})

test('what another version of the app has kept is left alone', async () => {
  sessionStorage.setItem('walkon.order', '{"email":7}')
  renderApp('/')
  await parksListed()
  expect(email().value).toBe('')
})

test('an SMS order is taken back to email when SMS is not sold any more', async () => {
  serveSettings({ smsEnabled: false })
  sessionStorage.setItem(
    'walkon.order',
    JSON.stringify({
      parkId: MAGIC_KINGDOM,
      channel: 'sms',
      email: 'ana@example.com',
      phone: '4075550142',
      dates: [],
      promoCode: '',
    }),
  )
  await openHome()
  await waitFor(() => expect(email().value).toBe('ana@example.com'))
  expect(screen.getByRole('heading', { level: 2, name: 'Daily Email Alerts' })).toBeDefined()
  expect(screen.queryByRole('textbox', { name: 'Phone' })).toBeNull()
})

test('a visitor who comes back without having paid reads that nothing was charged', async () => {
  serveParks([])
  renderApp('/?canceled=true#alerts')
  expect(await screen.findByText('Nothing was charged. Your entries are still here.')).toBeDefined()
})
