import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, onTestFinished, test } from 'vitest'
import { renderApp } from '../test/render-app.tsx'
import { aRide, MAGIC_KINGDOM, refusal, serveParks, serveSettings } from '../test/samples.ts'
import { server } from '../test/server.ts'

test('the twelve questions open and close, and their figures are those of the settings', async () => {
  serveSettings({ smsDayCents: 650, defaultThresholdMinutes: 20, alertCooldownMinutes: 45 })
  const { user } = renderApp('/faq')
  const question = await screen.findByText('What does it cost?')
  expect(document.querySelectorAll('details')).toHaveLength(12)
  await user.click(question)
  expect(question.closest('details')?.open).toBe(true)
  for (const words of [
    /Email alerts cost \$1 per day you visit, SMS alerts \$6\.50\./,
    /Push notifications come with all of them at no extra price/,
    /The limit is 20 minutes unless/,
    /^Once every 45 minutes at most/,
  ])
    expect(await screen.findByText(words)).toBeDefined()
})

test('how it works is four steps, and leads to the parks', async () => {
  serveParks([])
  renderApp('/how-it-works')
  await screen.findByRole('heading', { name: 'How It Works' })
  await screen.findByRole('heading', { name: 'Select rides and pay $5/day' })
  const steps = within(screen.getByRole('main')).getAllByRole('heading', { level: 2 })
  expect(steps.map(({ textContent }) => textContent)).toEqual([
    'Select park',
    'Choose date',
    'Select rides and pay $5/day',
    'Receive alerts',
    'Why use it',
  ])
  const words = screen.getByRole('main').textContent
  expect(words).toContain('We tell you the minute a ride gets short, once an hour per ride at most.')
  expect(words).toContain('We won’t repeat a ride for an hour.')
  expect(screen.getByRole('link', { name: 'See all theme parks' }).getAttribute('href')).toBe('/parks')
})

test('every park leads to its board, the popular ones with how many rides are short', async () => {
  serveParks([aRide({ waitMinutes: 10 }), aRide({ waitMinutes: 60 })])
  renderApp('/parks')
  const popular = within(await screen.findByRole('region', { name: 'Popular right now' }))
  await waitFor(() => expect(popular.getAllByText('1 of 2 rides is short right now')).toHaveLength(2))
  for (const name of [/^Magic Kingdom Park ?1 of 2/, 'Magic Kingdom Park']) {
    const link = screen.getByRole('link', { name })
    expect(link.getAttribute('href')).toBe(`/live-wait-times?park=${MAGIC_KINGDOM}`)
  }
})

test('a destination that is one park of the same name is named once', async () => {
  serveParks([])
  const park = {
    id: '11111111-1111-4111-8111-111111111111',
    name: 'Cedar Point',
    timezone: 'America/New_York',
  }
  const destination = { id: MAGIC_KINGDOM, name: 'Cedar Point', slug: null, parks: [park] }
  server.use(http.get('*/api/parks/destinations', () => HttpResponse.json([destination])))
  renderApp('/parks')
  await screen.findByRole('link', { name: 'Cedar Point' })
  const all = screen.getByRole('heading', { name: 'All parks' }).nextElementSibling
  expect(all?.textContent).toBe('Cedar Point')
})

const FOOTER_PAGES = [
  'Theme Parks',
  'How It Works',
  'FAQ',
  'Pricing',
  'About',
  'Contact',
  'Careers',
  'Terms',
  'Privacy',
]

test.for(FOOTER_PAGES)('the footer leads to a page named %s', async (name) => {
  serveParks([])
  const { user } = renderApp('/nowhere')
  await user.click(within(screen.getByRole('contentinfo')).getByRole('link', { name }))
  await screen.findByRole('heading', { level: 1, name })
  expect(document.title).toBe(`${name} | Walkon`)
})

test('pricing shows the prices of billing, and what of it can be had today', async () => {
  serveSettings({
    smsDayCents: 650,
    emailDayCents: 200,
    unlimitedMonthCents: 1800,
    assistDayCents: 500,
    passHours: 30,
    planGraceDays: 5,
  })
  renderApp('/pricing')
  await screen.findByText('$18')
  const offer = async (name: string) => (await screen.findByRole('region', { name })).textContent
  expect(await offer('Email day')).toMatch(/\$2per day/)
  expect(await offer('SMS day')).toMatch(/\$6\.50per dayRECOMMENDED/)
  expect(await offer('Unlimited')).toMatch(/\$18per monthEvery park you choose/)
  expect(screen.getByText(/Today lasts 30 hours from the moment/)).toBeDefined()
  expect(screen.getByText(/If a payment fails, your alerts go on for 5 days/)).toBeDefined()
})

test('pricing does not offer SMS while it is not sold', async () => {
  serveSettings({ smsEnabled: false })
  renderApp('/pricing')
  await screen.findByText('$5')
  expect((await screen.findByRole('region', { name: 'SMS day' })).textContent).toContain('Not available yet')
})

test('pricing does not say that SMS is not sold before billing has said so', async () => {
  server.use(http.get('*/api/billing/prices', NEVER))
  renderApp('/pricing')
  const offer = await screen.findByRole('region', { name: 'SMS day' })
  expect(offer.textContent).not.toContain('Not available')
})

test('the terms promise the money back without exceptions', async () => {
  serveParks([])
  renderApp('/terms')
  const terms = (await screen.findByRole('main')).textContent
  expect(terms).toContain('fewer than 3 different rides')
  expect(terms).toContain('also if you chose only two rides or stopped your alerts')
  expect(terms).toContain('What you paid is refunded')
  expect(terms).toContain('The unlimited plan has no guarantee.')
})

test('privacy names what Stripe is told', async () => {
  serveParks([])
  renderApp('/privacy')
  expect((await screen.findByRole('main')).textContent).toContain(
    'Stripe takes the payments, and gets your address and what you buy for that.',
  )
})

const NEVER = () => new Promise<Response>(() => {})

/** The requests for settings since then, in the order of their names. */
function settingsAsked() {
  const asked: string[] = []
  server.events.on('request:start', ({ request }) => void asked.push(new URL(request.url).pathname))
  onTestFinished(() => server.events.removeAllListeners())
  return () => asked.toSorted()
}

test.for([
  ['/pricing', /Today lasts  from the moment/],
  ['/faq', /Email alerts cost  per day you visit/],
  ['/how-it-works', /the minute a ride gets short,  per ride/],
] as const)('%s asks both owners of settings side by side, and waits for none', async ([path, words]) => {
  server.use(http.get('*/api/billing/prices', NEVER), http.get('*/api/alerts/settings', NEVER))
  const asked = settingsAsked()
  renderApp(path)
  await screen.findByRole('heading', { level: 1 })
  expect(screen.getByRole('main').textContent).toMatch(words)
  const owners = ['/api/alerts/settings', '/api/billing/prices']
  await waitFor(() => expect(asked().filter((url) => url !== '/api/config')).toEqual(owners))
})

test('the pages share one answer of each owner of settings', async () => {
  serveSettings()
  const asked = settingsAsked()
  const { user } = renderApp('/pricing')
  await screen.findByText('$15')
  for (const name of ['FAQ', 'How It Works', 'Pricing']) {
    await user.click(within(screen.getByRole('contentinfo')).getByRole('link', { name }))
    await screen.findByRole('heading', { level: 1, name })
  }
  expect(asked()).toEqual(['/api/alerts/settings', '/api/billing/prices', '/api/config'])
})

test('pricing shows no price that it could not read, and asks again', async () => {
  serveSettings()
  server.use(http.get('*/api/billing/prices', () => refusal('invalid-request')))
  const { user } = renderApp('/pricing')
  await screen.findByRole('alert')
  expect(screen.getByText(/Today lasts its full time from the moment/)).toBeDefined()
  expect(within(screen.getByRole('main')).queryByText(/\$/)).toBeNull()
  serveSettings()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('$5')).toBeDefined()
})

test.for(['/pricing', '/terms'])('%s promises the guarantee for paid passes', async (path) => {
  serveParks([])
  renderApp(path)
  const heading = await screen.findByRole('heading', { name: 'The guarantee' })
  expect(heading.parentElement?.textContent).toMatch(
    /alerts for at least 3 rides, or your money back\. .*paid day pass/,
  )
})

test.for(['/contact', '/terms', '/privacy'])(
  '%s names the support address of the installation',
  async (path) => {
    serveParks([])
    serveSettings({ supportEmail: 'help@park.example' })
    renderApp(path)
    const link = await screen.findByRole('link', { name: 'help@park.example' })
    expect(link.getAttribute('href')).toBe('mailto:help@park.example')
  },
)

test('about credits the source of the waits and says that we are independent', async () => {
  serveParks([])
  renderApp('/about')
  await screen.findByRole('heading', { name: 'About' })
  const main = within(screen.getByRole('main'))
  for (const link of main.getAllByRole('link', { name: 'ThemeParks.wiki' }))
    expect(link.getAttribute('href')).toBe('https://themeparks.wiki')
  expect(main.getByText(/not affiliated with any park operator/)).toBeDefined()
})

test('the privacy page says how long each kind of data is kept', async () => {
  renderApp('/privacy')
  const topic = (await screen.findByRole('heading', { name: 'How long we keep it' })).closest('section')
  const keptFor = (of: string) =>
    within(topic as HTMLElement)
      .getByText(of)
      .closest('div')
      ?.querySelector('dd')?.textContent
  expect(keptFor('What we sent you')).toBe('30 days, and so the alerts we made.')
  expect(keptFor('Orders')).toMatch(/choice of rides: 90 days after the last day\..*never confirmed: 30 days/)
  expect(keptFor('What was paid')).toMatch(/^Ten years, without your address/)
  expect(keptFor('Your account')).toMatch(/^Until you delete it/)
})
