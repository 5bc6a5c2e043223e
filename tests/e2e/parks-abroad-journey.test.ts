import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { accessibilityProblems, pixelsTooWide } from '../support/accessibility.ts'
import { DESK, launchBrowser, PHONE } from '../support/browser.ts'
import { openPage } from '../support/pages.ts'
import {
  activateAlerts,
  aVisitor,
  createWalkonClient,
  eventually,
  isAlert,
} from '../support/walkon-client.ts'

/** Parks with another clock, currency and script than those of their visitor's phone. */

const baseUrl = inject('baseUrl')
const client = createWalkonClient(baseUrl)
let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser()
})
afterEach(client.releasePins)
afterAll(() => browser.close())

const TOKYO = {
  parkName: /^Tokyo Disneyland$/,
  rideName: 'スプラッシュ・マウンテン',
  query: 'すぷらっしゅ',
  zone: /GMT\+9/,
  price: { amount: 1_900, currency: 'JPY' },
  shownPrice: '¥1,900',
  screen: PHONE,
}
const PARIS = {
  parkName: /^Disneyland Park Paris$/,
  rideName: 'Indiana Jones et le Temple du Péril',
  query: 'peril jones',
  zone: /GMT\+[12]/,
  price: { amount: 1_250, currency: 'EUR' },
  shownPrice: '€12.50',
  screen: DESK,
}

/** The ride at the park with a long wait, and a paid return time an hour from now. */
async function openRide({ parkName, rideName, price }: typeof TOKYO) {
  const park = await client.parkNamed(parkName)
  const ride = await eventually(async () =>
    (await client.board(park.id)).find(({ name }) => name === rideName),
  )
  const returnStart = new Date(Date.now() + 3_600_000).toISOString()
  const paid = { state: 'AVAILABLE', returnStart, returnEnd: null, price }
  const queues = { RETURN_TIME: null, PAID_RETURN_TIME: paid }
  await client.pinRide(ride.rideId, { status: 'OPERATING', waitMinutes: 60, queues })
  await eventually(async () =>
    (await client.board(park.id)).some(
      ({ rideId, waitMinutes }) => rideId === ride.rideId && waitMinutes === 60,
    ),
  )
  return { park, ride }
}

test.for([TOKYO, PARIS])(
  'a visitor from New York finds $rideName by what a keyboard writes, reads both clocks and the price in $price.currency, and gets its mail',
  async (abroad) => {
    const { park, ride } = await openRide(abroad)
    const problems: string[] = []
    const visitor = { ...abroad.screen, timezoneId: 'America/New_York', locale: 'en-US' }
    const page = await openPage(browser, visitor, problems)
    await page.goto(`${baseUrl}/live-wait-times?park=${park.id}`)
    await page.getByRole('searchbox', { name: 'Search rides' }).fill(abroad.query)
    const row = page.getByRole('listitem').filter({ hasText: abroad.rideName }).first()
    // The wait that is pinned can be the one that stood: the price alone says that the board is the new one.
    const priced = row.filter({ hasText: abroad.shownPrice })
    await priced.getByText(/ your time\)/).waitFor()
    expect(await priced.innerText()).toMatch(abroad.zone)
    expect(await page.locator('.ride__way').allInnerTexts()).toEqual([abroad.rideName])
    expect(await accessibilityProblems(page, { isStrict: true })).toEqual([])
    expect(await pixelsTooWide(page)).toBe(0)

    const picture = await page.request.get(`${baseUrl}/share/parks/${park.id}.png`, { maxRedirects: 0 })
    expect(picture.headers()['content-type']).toBe('image/png')

    const email = aVisitor('abroad')
    await activateAlerts(client, email, park)
    await client.pinRide(ride.rideId, { status: 'OPERATING', waitMinutes: 10 })
    const mail = await client.nextMessage(
      email,
      (message) => isAlert(message) && message.text.includes(abroad.rideName),
    )
    expect(mail.text).toMatch(abroad.zone)
    expect(problems).toEqual([])
    await page.context().close()
  },
)
