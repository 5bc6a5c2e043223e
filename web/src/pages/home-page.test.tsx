import { promoCodeCheck } from '@walkon/contracts/http/billing'
import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { serveIdentity, wasSignedIn } from '../test/identity.ts'
import { clickTwiceAtOnce, renderApp } from '../test/render-app.tsx'
import { aRide, EPCOT, MAGIC_KINGDOM, refusal, serveParks, serveSettings } from '../test/samples.ts'
import { server } from '../test/server.ts'

const rides = [
  aRide({ name: 'Space Mountain', waitMinutes: 10, popularity: 90 }),
  aRide({ name: 'Jungle Cruise', waitMinutes: 30, popularity: 80 }),
]

beforeEach(() => serveParks(rides))

/** A billing that keeps what it was sent, and gives the answer of the test. */
function serveActivations(answer: () => Response | Promise<Response> = sent) {
  const received: unknown[] = []
  server.use(
    http.post('*/api/billing/activations', async ({ request }) => {
      received.push(await request.json())
      return answer()
    }),
  )
  return received
}

const sent = () => HttpResponse.json({ status: 'confirmation-sent' }, { status: 202 })

const email = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Email' })
const promoCode = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Promo code' })
const today = () => screen.getByRole<HTMLInputElement>('checkbox', { name: /, today$/ })
const activateButton = () => screen.getByRole('button', { name: 'Activate Alerts!' })

async function openHome(path = '/') {
  const app = renderApp(path)
  await screen.findByRole('group', { name: 'Popular' })
  return app
}

async function fillIn({ user }: Awaited<ReturnType<typeof openHome>>) {
  await user.click(today())
  await user.type(email(), 'ana@example.com')
  await user.type(promoCode(), 'freeday')
}

test('a short ride is set on the plate, and the number of short rides leads to them', async () => {
  await openHome()
  const plate = await screen.findByRole('article')
  expect(within(plate).getByRole('heading', { name: 'Space Mountain' })).toBeDefined()
  expect(plate.textContent).toContain('10min')
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

test('an empty form says everything that is missing in the words of the specification, and sends nothing', async () => {
  const received = serveActivations()
  const { user } = await openHome()
  await user.click(activateButton())
  expect(screen.getByText('Date Required').parentElement?.textContent).toBe(
    'Date Required Please select at least one date.',
  )
  expect(screen.getByText('Email Required').parentElement?.textContent).toBe(
    'Email Required Please enter a valid email address.',
  )
  expect(screen.getByText('Promo Code Required')).toBeDefined()
  expect(received).toEqual([])
})

test.each(['ana', 'ana@example', 'ana example@x.com', '@example.com'])(
  '"%s" is no address',
  async (address) => {
    const { user } = await openHome()
    await user.type(email(), address)
    await user.click(activateButton())
    expect(email().getAttribute('aria-invalid')).toBe('true')
  },
)

test('the first field with a problem gets the focus', async () => {
  const { user } = await openHome()
  await user.click(today())
  await user.click(activateButton())
  await waitFor(() => expect(document.activeElement).toBe(email()))
})

test('a problem goes away when its field is changed', async () => {
  const { user } = await openHome()
  await user.click(activateButton())
  await user.type(email(), 'a')
  expect(screen.queryByText('Email Required')).toBeNull()
  expect(screen.getByText('Date Required')).toBeDefined()
})

test('a sent form asks the visitor to look into the mail, and names the address', async () => {
  const received = serveActivations()
  const app = await openHome()
  await fillIn(app)
  await app.user.click(activateButton())
  expect(await screen.findByRole('heading', { name: 'Check your inbox' })).toBe(document.activeElement)
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
  serveActivations()
  const app = await openHome()
  await fillIn(app)
  await app.user.click(activateButton())
  expect((await screen.findByRole('link', { name: 'Open the inbox' })).getAttribute('href')).toBe(
    '/sandbox/inbox',
  )
})

test('an address that the account proves has its alerts at once', async () => {
  serveActivations(() => HttpResponse.json({ status: 'active' }, { status: 202 }))
  const app = await openHome()
  await fillIn(app)
  await app.user.click(activateButton())
  expect(await screen.findByRole('heading', { name: 'Your alerts are on' })).toBeDefined()
})

test('two clicks send one request', async () => {
  const received = serveActivations()
  const app = await openHome()
  await fillIn(app)
  clickTwiceAtOnce(activateButton())
  await screen.findByRole('heading', { name: 'Check your inbox' })
  expect(received).toHaveLength(1)
})

test('a wrong code is said at its field, and what was typed stays', async () => {
  serveActivations(() => refusal('invalid-promo-code'))
  const app = await openHome()
  await fillIn(app)
  await app.user.click(activateButton())
  expect((await screen.findByText('Invalid Code')).parentElement?.textContent).toBe(
    'Invalid Code Please check your promo code and try again.',
  )
  expect([email().value, promoCode().value, today().checked]).toEqual(['ana@example.com', 'FREEDAY', true])
})

test('a field that only the server finds wrong is marked', async () => {
  serveActivations(() => refusal('invalid-request', [{ path: 'email', message: 'Invalid email' }]))
  const app = await openHome()
  await fillIn(app)
  await app.user.click(activateButton())
  await waitFor(() => expect(email().getAttribute('aria-invalid')).toBe('true'))
})

test('without a connection the form keeps everything, and works on the next try', async () => {
  let isDown = true
  serveActivations(() => (isDown ? HttpResponse.error() : sent()))
  const app = await openHome()
  await fillIn(app)
  await app.user.click(activateButton())
  expect((await screen.findByRole('alert')).textContent).toContain('No connection')
  expect(email().value).toBe('ana@example.com')
  isDown = false
  await app.user.click(activateButton())
  expect(await screen.findByRole('heading', { name: 'Check your inbox' })).toBeDefined()
})

test('after the mail was sent, the address can be changed without typing the rest again', async () => {
  serveActivations()
  const app = await openHome()
  await fillIn(app)
  await app.user.click(activateButton())
  await app.user.click(await screen.findByRole('button', { name: 'Use another address' }))
  expect([email().value, promoCode().value, today().checked]).toEqual(['ana@example.com', 'FREEDAY', true])
})

test('Apply says whether a code is good, before anything else is filled in', async () => {
  server.use(
    http.post('*/api/billing/promo-codes/check', async ({ request }) => {
      const { code } = promoCodeCheck.parse(await request.json())
      return code === 'FREEDAY'
        ? HttpResponse.json({ code, channel: 'email', free: true, discount: { kind: 'all-days' } })
        : refusal('invalid-promo-code')
    }),
  )
  const { user } = await openHome()
  await user.click(screen.getByRole('button', { name: 'Apply' }))
  expect(screen.getByText('Promo Code Required')).toBeDefined()
  await user.type(promoCode(), 'wrong')
  await user.click(screen.getByRole('button', { name: 'Apply' }))
  expect(await screen.findByText('Invalid Code')).toBeDefined()
  await user.clear(promoCode())
  await user.type(promoCode(), 'freeday')
  await user.click(screen.getByRole('button', { name: 'Apply' }))
  expect(await screen.findByText('Code applied. Your alerts are free.')).toBeDefined()
})

test('after too many wrong codes the form can be sent all the same, and says when the code is checked', async () => {
  server.use(http.post('*/api/billing/promo-codes/check', () => refusal('too-many-requests')))
  serveActivations()
  const app = await openHome()
  await fillIn(app)
  await app.user.click(screen.getByRole('button', { name: 'Apply' }))
  expect(await screen.findByText(/yours is checked before your alerts start/)).toBeDefined()
  expect(screen.queryByRole('alert')).toBeNull()
  await app.user.click(activateButton())
  expect(await screen.findByRole('heading', { name: 'Check your inbox' })).toBeDefined()
})

test('board and form are about the same park, and the address names it', async () => {
  const { user, address } = await openHome()
  await user.selectOptions(screen.getByRole('combobox', { name: 'Park' }), 'EPCOT')
  expect(address()).toBe(`/?park=${EPCOT}`)
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Park on the board' }).value).toBe(EPCOT)
})

test('while SMS is not sold, choosing it says so and returns to email', async () => {
  serveSettings({ smsEnabled: false })
  const { user } = await openHome()
  await user.click(await screen.findByRole('radio', { name: 'SMS' }))
  const dialog = await screen.findByRole('dialog', { name: 'Under Construction' })
  expect(dialog.textContent).toContain('Will go live soon - for now, use our email alerts!')
  await user.click(within(dialog).getByRole('button', { name: 'Use email' }))
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Email' }).checked).toBe(true)
})

const SETTINGS = ['*/api/billing/prices', '*/api/alerts/settings', '*/api/config']

test('the ticket is sent while no setting has been answered yet', async () => {
  for (const path of SETTINGS) server.use(http.get(path, () => new Promise<Response>(() => {})))
  const received = serveActivations()
  const app = await openHome()
  await fillIn(app)
  await app.user.click(activateButton())
  await screen.findByRole('heading', { name: 'Check your inbox' })
  expect(received).toHaveLength(1)
})

test('the settings that could not be loaded are left out of the words, and the ticket is sent all the same', async () => {
  for (const path of SETTINGS) server.use(http.get(path, () => refusal('unavailable')))
  const received = serveActivations()
  const app = await openHome()
  expect(await screen.findByText(/whenever a ride drops to its limit or less/)).toBeDefined()
  expect(await screen.findByText('Send alerts by')).toBeDefined()
  expect(screen.queryByText('SMS')).toBeNull()
  await fillIn(app)
  await app.user.click(activateButton())
  await screen.findByRole('heading', { name: 'Check your inbox' })
  expect(received).toHaveLength(1)
})

test('the ticket names the limit of alert-evaluator', async () => {
  serveSettings({ defaultThresholdMinutes: 20 })
  await openHome()
  expect(await screen.findByText(/whenever a ride drops to 20 min or less/)).toBeDefined()
})

test('nothing that cannot be bought is offered', async () => {
  await openHome()
  expect(await screen.findByText('Send alerts by')).toBeDefined()
  expect(screen.queryByText('SMS')).toBeNull()
  expect(screen.queryByText(/Pay/)).toBeNull()
})

test('the way from a ride to the form ends in the form: with today chosen, and the ride named', async () => {
  const { user } = await openHome()
  expect(today().checked).toBe(false)
  await user.click(await screen.findByRole('button', { name: 'Tell me next time' }))
  expect(document.activeElement).toBe(email())
  expect(today().checked).toBe(true)
  expect(screen.getByText('For all rides at Magic Kingdom Park, Space Mountain too')).toBeDefined()
})

test('with a finger, the way from a ride to the form opens no keyboard over it', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  const { user } = await openHome()
  await user.click(await screen.findByRole('button', { name: 'Tell me next time' }))
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Email alerts' }))
})

test('days that were chosen stay as they are on the way from a ride to the form', async () => {
  const { user } = await openHome()
  const tomorrow = screen.getAllByRole<HTMLInputElement>('checkbox')[1]
  if (!tomorrow) throw new Error('There is no second day')
  await user.click(tomorrow)
  await user.click(await screen.findByRole('button', { name: 'Tell me next time' }))
  expect([today().checked, tomorrow.checked]).toEqual([false, true])
})

test('a demo code of the installation is offered, and fills in the field', async () => {
  serveSettings({ demoCode: 'TRYIT' })
  const { user } = await openHome()
  await user.click(await screen.findByRole('button', { name: 'Use demo code TRYIT' }))
  expect(promoCode().value).toBe('TRYIT')
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
  expect(within(plate).getByText('was 90 three minutes ago, usually 55 min at this hour')).toBeDefined()
  expect(within(plate).queryByRole('img')).toBeNull()
})

test('the address of the account stands in the ticket, and another may be used', async () => {
  wasSignedIn()
  serveIdentity({ isSignedIn: true })
  const received = serveActivations()
  const { user } = await openHome()
  await waitFor(() => expect(email().value).toBe('ana@example.com'))
  await user.clear(email())
  expect(email().value).toBe('')
  await user.type(email(), 'ben@example.com')
  await user.click(today())
  await user.type(promoCode(), 'freeday')
  await user.click(activateButton())
  await screen.findByRole('heading', { name: 'Check your inbox' })
  expect(received).toMatchObject([{ email: 'ben@example.com' }])
})

test('the account shows its token for its own address, and for no other', async () => {
  wasSignedIn()
  serveIdentity({ isSignedIn: true })
  const shown: (string | null)[] = []
  server.use(
    http.post('*/api/billing/activations', ({ request }) => {
      shown.push(request.headers.get('authorization'))
      return sent()
    }),
  )
  const { user } = await openHome()
  await waitFor(() => expect(email().value).toBe('ana@example.com'))
  expect(screen.getByText(/Your alerts start right away/)).toBeDefined()
  await user.click(today())
  await user.type(promoCode(), 'freeday')
  await user.click(activateButton())
  await user.click(await screen.findByRole('button', { name: 'Use another address' }))
  await user.clear(email())
  await user.type(email(), 'ben@example.com')
  expect(screen.getByText(/confirm your address from the link we send/)).toBeDefined()
  await user.click(activateButton())
  await screen.findByRole('heading', { name: 'Check your inbox' })
  expect(shown).toEqual([expect.stringMatching(/^Bearer .+/), null])
})
