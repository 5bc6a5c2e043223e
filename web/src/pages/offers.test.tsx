import { PAGES_OF, type Offer } from '@walkon/contracts/offers'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { missing } from '../lib/offers.ts'
import { serveAccountRoutes } from '../test/account-routes.ts'
import { PAGE, serveGetAlerts } from '../test/get-alerts.ts'
import { serveIdentity, wasSignedIn } from '../test/identity.ts'
import { email, openHome, orderButton, sent, serveOrders, today } from '../test/order-form.ts'
import { renderApp } from '../test/render-app.tsx'
import { serveParks, serveSettings } from '../test/samples.ts'

beforeEach(() => serveParks([]))

/** Marks pages as the gateway of an installation without these does. */
function installWithout(...offers: Offer[]): void {
  for (const offer of offers) for (const name of [offer, ...PAGES_OF[offer]]) missing.add(name)
}

const installFree = () => {
  installWithout('payments')
  serveSettings({ prices: 'free', takesPayments: false, emailDayCents: 0, smsDayCents: 0 })
}

const mainText = () => screen.getByRole('main').textContent
/** Words that no page says if passes are free. */
const MONEY = /\$\d|\bpay|\bpaid|price|refund|money|promo|unlimited|Stripe|receipt|affiliate program/i

test.each(Object.values(PAGES_OF).flat())('%s is not offered where its offer is missing', async (address) => {
  installWithout('payments', 'flights', 'newsletter')
  renderApp(address)
  expect(await screen.findByRole('heading', { level: 1, name: 'Not offered here' })).toBeDefined()
  await waitFor(() => expect(document.title).toBe('Not offered here | Walkon'))
  expect(screen.getByRole('link', { name: 'Return to Home' })).toBeDefined()
})

test('an address that no installation has is still not found', async () => {
  installWithout('payments')
  renderApp('/plans')
  expect(await screen.findByRole('heading', { level: 1, name: 'Page Not Found' })).toBeDefined()
})

test('menu and footer lead to no page that is not offered', async () => {
  installWithout('payments', 'flights', 'newsletter')
  renderApp('/about')
  await screen.findByRole('contentinfo')
  const leading = screen
    .getAllByRole('link', { hidden: true })
    .map((link) => link.getAttribute('href')?.split('?')[0] ?? '')
  expect(leading.filter((path) => missing.has(path))).toEqual([])
  expect(leading).toContain('/restaurant-alerts')
  expect(screen.queryByRole('heading', { name: 'The Walkon newsletter' })).toBeNull()
})

describe('an installation where passes are free', () => {
  test.each(['/pricing', '/faq', '/terms', '/privacy', '/how-it-works', '/about'])(
    'no word of %s is about money',
    async (address) => {
      installFree()
      renderApp(address)
      await screen.findByRole('heading', { level: 1 })
      expect(MONEY.exec(mainText())).toBeNull()
    },
  )

  test('the home page sells nothing, promises no money back and asks for no code', async () => {
    installFree()
    const app = await openHome()
    expect(MONEY.exec(mainText())).toBeNull()
    expect(promoCodeField()).toBeNull()
    const received = serveOrders('activations', sent)
    await app.user.click(today())
    await app.user.fill(email(), 'ana@example.com')
    await app.user.click(orderButton())
    await screen.findByRole('heading', { name: 'Check your inbox' })
    expect(received).toHaveLength(1)
    expect(received[0]).not.toHaveProperty('promoCode')
  })

  test('Get Alerts asks for no code and names no plan', async () => {
    serveGetAlerts()
    installFree()
    renderApp(PAGE)
    await screen.findByText(/A day pass covers one park\./)
    expect(promoCodeField()).toBeNull()
    expect(MONEY.exec(mainText())).toBeNull()
  })

  test('the account has passes, and neither receipts nor a plan', async () => {
    installFree()
    wasSignedIn()
    serveIdentity({ isSignedIn: true })
    serveAccountRoutes()
    renderApp('/account')
    expect(await screen.findByRole('link', { name: 'Your passes What you ordered' })).toBeDefined()
    expect(screen.queryByRole('heading', { name: /plan/i })).toBeNull()
    expect(mainText()).not.toMatch(/receipt/i)
  })
})

describe('an installation without texts', () => {
  test('the form has no choice of a channel, and the samples no text', async () => {
    installWithout('texts')
    serveSettings({ smsEnabled: false })
    await openHome()
    expect(screen.queryByRole('radio', { name: 'SMS' })).toBeNull()
    expect(screen.queryByText('Send alerts by')).toBeNull()
    expect(screen.queryByText('A text message')).toBeNull()
    expect(screen.getByText('An email')).toBeDefined()
  })

  test('nobody logs in by text', async () => {
    installWithout('texts')
    serveIdentity()
    const { user } = renderApp('/auth')
    await user.click(await screen.findByRole('button', { name: 'Email me a login link' }))
    await screen.findByRole('button', { name: 'Log in with your password' })
    expect(screen.queryByRole('button', { name: /text me a code/i })).toBeNull()
  })

  test('the privacy page names no text', async () => {
    installWithout('texts')
    renderApp('/privacy')
    await screen.findByRole('heading', { level: 1, name: 'Privacy' })
    expect(mainText()).not.toMatch(/Twilio|SMS|STOP/)
  })
})

test('where texts are there and not sold, the samples have none', async () => {
  serveSettings({ smsEnabled: false })
  await openHome()
  await waitFor(() => expect(screen.queryByText('A text message')).toBeNull())
})

test('without sample data the home page quotes nobody', async () => {
  installWithout('samples')
  serveSettings({ homeFigures: 'live' })
  await openHome()
  const main = within(screen.getByRole('main'))
  expect(main.queryByRole('heading', { name: 'From the other side of the turnstile' })).toBeNull()
})

const promoCodeField = () => screen.queryByRole('textbox', { name: /promo code/i })
