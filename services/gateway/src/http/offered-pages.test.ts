import { OFFERS, PAGES_OF, type Offer } from '@walkon/contracts/offers'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestGateway, startService, type TestDeps } from '../testing/gateway.ts'

const MENU =
  '<ul><li class="wide"><a class="nav-link" href="/faq">FAQ</a></li><li><a href="/plan" class="nav-link">Plan</a></li>' +
  '<li><a class="nav-link" href="/flight-deals">Flights</a></li></ul>'
const NEWSLETTER =
  '<section class="foot" data-offer="newsletter"><section><h2>News</h2></section><p>Weekly</p></section>'
const VOICES = '<section data-offer="samples">Made up</section>'

let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'walkon-offers-'))
  await mkdir(join(root, 'pages'))
  await mkdir(join(root, 'pages-free'))
  const html = `<html lang="en"><body>${MENU}before ${NEWSLETTER}after ${VOICES}</body></html>`
  for (const name of ['index', 'plan', 'flight-deals'])
    await writeFile(join(root, `pages/${name}.html`), html)
  await writeFile(join(root, 'pages/pricing.html'), '<html lang="en">Pay $5</html>')
  await writeFile(join(root, 'pages-free/pricing.html'), '<html lang="en">Choose a park</html>')
  await writeFile(join(root, 'shell.html'), '<html lang="en"><div id="root"></div></html>')
  await writeFile(join(root, 'pages/404.html'), '<html lang="en">Page Not Found</html>')
  await writeFile(join(root, 'pages/not-offered.html'), '<html lang="en">Not offered here</html>')
})
afterAll(() => rm(root, { recursive: true }))

const PRICES = {
  prices: 'list',
  takesPayments: true,
  currency: 'usd',
  smsDayCents: 500,
  emailDayCents: 100,
  unlimitedMonthCents: 1_500,
  assistDayCents: 500,
  passHours: 24,
  planGraceDays: 7,
  smsEnabled: true,
  dailyPassesPerPark: null,
}

/** The gateway of an installation without some offers, and how often its services were asked for them. */
async function without(missing: Offer[], deps: TestDeps = {}) {
  const has = (offer: Offer) => !missing.includes(offer)
  const services = { isAway: false, asked: 0 }
  const url = await startService((app) => {
    app.addHook('onRequest', (_request, reply, done) => {
      services.asked++
      if (services.isAway) void reply.code(503).send({})
      else done()
    })
    app.get('/prices', () => ({ ...PRICES, takesPayments: has('payments') }))
    app.get('/flights/offers', () => ({ flights: has('flights') }))
    app.get('/notifier/offers', () => ({ newsletter: has('newsletter'), texts: has('texts') }))
  })
  const gateway = createTestGateway(
    {
      WEB_ROOT: root,
      BILLING_URL: url,
      FLIGHTS_URL: `${url}/flights`,
      NOTIFIER_URL: `${url}/notifier`,
      HOME_FIGURES: has('samples') ? 'sample' : 'live',
    },
    deps,
  )
  const open = (address: string) => gateway.inject({ url: address, headers: { accept: 'text/html' } })
  return { open, services }
}

describe('an installation that offers everything', () => {
  test('200: its pages are as they were built', async () => {
    const { open } = await without([])
    const home = await open('/')
    expect(home.body).toContain(`<html lang="en"><body>${MENU}before ${NEWSLETTER}after ${VOICES}`)
    expect((await open('/plan')).statusCode).toBe(200)
    expect((await open('/pricing')).body).toContain('Pay $5')
  })

  test('404: the page of what is not offered has no address of its own', async () => {
    const { open } = await without([])
    const response = await open('/not-offered')
    expect(response.statusCode).toBe(404)
    expect(response.body).toContain('Page Not Found')
  })
})

test.each(OFFERS.flatMap((offer) => PAGES_OF[offer].map((address) => [offer, address] as const)))(
  '404: without %s, %s answers "Not offered here"',
  async (offer, address) => {
    const { open } = await without([offer])
    const response = await open(`${address}?from=mail`)
    expect(response.statusCode).toBe(404)
    expect(response.body).toContain('Not offered here')
    expect(response.headers['content-type']).toContain('text/html')
  },
)

test('the menu leaves out the pages that are not offered, and the page says which', async () => {
  const { open } = await without(['payments', 'flights'])
  const { body } = await open('/')
  expect(body).toContain('<ul><li class="wide"><a class="nav-link" href="/faq">FAQ</a></li></ul>')
  expect(/data-without="([^"]*)"/.exec(body)?.[1]?.split(' ')).toEqual(
    expect.arrayContaining(['payments', 'flights', '/plan', '/flight-deals', '/affiliate-program']),
  )
})

test('200: the shell that a service worker keeps says what is not offered, so that menus without a signal leave it out too', async () => {
  const { open } = await without(['flights'])
  const { body, headers, statusCode } = await open('/shell.html')
  expect(statusCode).toBe(200)
  expect(body).toContain('<html data-without="flights /confirm-flight-alert')
  expect(headers['cache-control']).toBe('no-cache')
})

test('a part of a page goes with its offer, whole, and the texts around it stay two', async () => {
  const { open } = await without(['newsletter', 'samples'])
  expect((await open('/')).body).toContain('</ul>before <!-- -->after <!-- --></body>')
})

test('200: where nothing is paid, a page has the words for passes that are free', async () => {
  const { open } = await without(['payments'])
  expect((await open('/pricing')).body).toContain('Choose a park')
})

test.each(['/pages-free/pricing.html', '/pages/pricing.html'])('404: %s is no address', async (address) => {
  const { open } = await without([])
  expect((await open(address)).statusCode).toBe(404)
})

describe('the services that say what is offered', () => {
  test('they are asked once a minute, however many pages are opened', async () => {
    const clock = { nowMs: 1_000_000 }
    const { open, services } = await without(['flights'], { now: () => clock.nowMs })
    for (let visit = 0; visit < 5; visit++) await open('/flight-deals')
    expect(services.asked).toBe(3)
    clock.nowMs += 60_000
    await open('/')
    await expect.poll(() => services.asked).toBe(6)
  })

  test('while they are away, what they last said holds', async () => {
    const clock = { nowMs: 1_000_000 }
    const { open, services } = await without(['flights'], { now: () => clock.nowMs })
    expect((await open('/flight-deals')).statusCode).toBe(404)
    services.isAway = true
    clock.nowMs += 60_000
    await open('/')
    await expect.poll(() => services.asked).toBe(6)
    expect((await open('/flight-deals')).statusCode).toBe(404)
  })

  test('before they have ever answered, every page is there, and they are asked each second', async () => {
    const clock = { nowMs: 1_000_000 }
    const { open, services } = await without(['payments'], { now: () => clock.nowMs })
    services.isAway = true
    for (let visit = 0; visit < 5; visit++) expect((await open('/plan')).statusCode).toBe(200)
    expect(services.asked).toBe(3)
    services.isAway = false
    clock.nowMs += 1_000
    await expect.poll(async () => (await open('/plan')).statusCode).toBe(404)
  })
})
