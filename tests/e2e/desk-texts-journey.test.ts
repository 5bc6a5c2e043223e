import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { accessibilityProblems, pixelsTooWide } from '../support/accessibility.ts'
import { beginShift } from '../support/desk-shift.ts'
import { threeLongWaits } from '../support/long-waits.ts'
import { tellOfFailure } from '../support/pages.ts'
import { ADMIN_PAGES } from '../support/site-pages.ts'
import { aNumber } from '../support/texts.ts'
import { createWalkonClient, isAlert } from '../support/walkon-client.ts'

/** Questions about texts at the support desk, and how its pages can be used. */

const baseUrl = inject('baseUrl')
const client = createWalkonClient(baseUrl)
let shift: Awaited<ReturnType<typeof beginShift>>
let doubled: Awaited<ReturnType<typeof shift.visitors.isRefusedByCarrier>>
let refusedRide: string
/** The sandbox takes texts to this number, and reports them undelivered with 30008. */
const REFUSED_NUMBER = '+15005553008'

beforeAll(async () => {
  shift = await beginShift(client, baseUrl, inject('dataDir'))
  const [ride] = await threeLongWaits(client, shift.park.id)
  refusedRide = ride.name
  doubled = await shift.visitors.isRefusedByCarrier(REFUSED_NUMBER, ride)
})
beforeEach(() => tellOfFailure(shift.desk.page))
afterAll(() => shift.end())

test('“I sent STOP by mistake”: only START from the phone takes it back, and the desk says so', async () => {
  const { desk, visitors } = shift
  const phone = aNumber()
  const { email, isNumber, answer } = await visitors.buysTexts('stop-by-mistake', phone)
  await answer('YES')
  await isNumber('confirmed')
  await answer('STOP')
  await isNumber('stopped')

  await desk.open(email, phone)
  await desk.reads(/No texts come any more.*STOP.*Only START, texted from that phone/)
  await desk.page.getByRole('list', { name: 'Entries' }).getByText('Replied STOP').waitFor()
  await desk.showNumbers()
  await desk.page.getByRole('button', { name: `Stop texts to ${phone}` }).waitFor()
  expect(await desk.page.getByRole('button', { name: `Release ${phone}` }).count()).toBe(0)
  await answer('START')
  await isNumber('confirmed')
  await desk.isGone(/No texts come any more/)
})

test('“Your texts come to me, a stranger”: the number is found, and its texts are stopped', async () => {
  const { desk, visitors, reasonOf } = shift
  const phone = aNumber()
  const { email, isNumber } = await visitors.buysTexts('wrong-number', phone)

  await desk.open(email, phone)
  await desk.reads(new RegExp(`is the number wrong\\?.*••• ${phone.slice(-4)} has not answered YES`))
  await desk.showNumbers()
  await desk.putRight(`Stop texts to ${phone}`)
  await isNumber('stopped')
  expect(await reasonOf('notifications', 'suppress-number')).toBe('The visitor called')
})

test('“Why two messages?”: the text failed, so the alert was mailed, and texts are stopped', async () => {
  const { desk, reasonOf } = shift
  const { email, visitor } = doubled
  // Rides that were short at the purchase may have been mailed before.
  await client.nextMessage(email, (mail) => isAlert(mail) && mail.text.includes(refusedRide))

  await desk.open(email)
  await desk.reads(/Why two messages.*one did not arrive.*text, “Not delivered.*\(twilio-30008\).*email/)
  await desk.showNumbers()
  await desk.act(`Stop texts to ${REFUSED_NUMBER}`)
  expect((await visitor.ways()).numbers.map(({ state }) => state)).toEqual(['stopped'])
  expect(await reasonOf('notifications', 'suppress-number')).toBe('The visitor called')
})

test('each room has no accessibility problem in light and in dark, and needs no sideways scrolling on a phone', async () => {
  const { office } = shift
  const { page } = office
  const found: object[] = []
  for (const path of ADMIN_PAGES) {
    await page.goto(`${baseUrl}${path}`)
    await page.getByRole('navigation', { name: 'Staff' }).waitFor()
    if (path === '/admin/desk') await office.open(doubled.email)
    await page.waitForLoadState('networkidle')
    const problemsHere = await accessibilityProblems(page)
    await page.setViewportSize({ width: 390, height: 844 })
    found.push({ path, problems: problemsHere, isTooWide: (await pixelsTooWide(page)) > 0 })
    await page.setViewportSize({ width: 1280, height: 900 })
  }
  expect(found).toEqual(ADMIN_PAGES.map((path) => ({ path, problems: [], isTooWide: false })))
})
