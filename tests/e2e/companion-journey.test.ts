import { gateKey, GATE_KEY_HEADER } from '@walkon/contracts/http/gates'
import { alertableRestaurants, DEFAULT_PARTY_SIZE } from '@walkon/contracts/http/restaurant-alerts'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { accessibilityProblems, pixelsTooWide } from '../support/accessibility.ts'
import { createAccount, PASSWORD } from '../support/accounts.ts'
import { DESK, launchBrowser, PHONE } from '../support/browser.ts'
import { LARGE_PARTY, offerReturnTime, offerTable } from '../support/companion-visitor.ts'
import { followMailLink, openMail, openPage } from '../support/pages.ts'
import { parkInTheDay } from '../support/park-in-the-day.ts'
import { connectPlanner } from '../support/planner-database.ts'
import { aNetwork, aVisitor, createWalkonClient, eventually } from '../support/walkon-client.ts'

/** Restaurant alerts and Lightning Lane Assist, behind their gates. */

const baseUrl = inject('baseUrl')
const client = createWalkonClient(baseUrl)
let browser: Browser
/** As the password gives it: asked for once, since passwords are limited. */
let kept: string

beforeAll(async () => {
  browser = await launchBrowser()
  const { body } = await client.send('POST', '/api/planner/gates/keys', { password: 'walk-right-in' })
  kept = JSON.stringify(gateKey.parse(body))
})
afterAll(async () => {
  await browser.close()
  await client.releasePins()
})

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

/** A page of a browser that has the key. */
async function openUnlocked(device: BrowserContextOptions, problems: string[]): Promise<Page> {
  const page = await openPage(browser, device, problems)
  await page.context().addInitScript((key) => {
    // The frame of a mail has no storage.
    if (window === window.top) localStorage.setItem('walkon.gate-key', key)
  }, kept)
  return page
}

async function logIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
}

/** The mails of one kind, after polls in which a second one would have come. */
async function mailsAfterPolls(parkId: string, email: string, subject: RegExp) {
  await client.polls(parkId)
  return (await client.messagesTo(email)).filter((mail) => subject.test(mail.subject ?? ''))
}

function aRestaurant(parkId: string) {
  const path = `/api/planner/parks/${parkId}/restaurants`
  const { key } = gateKey.parse(JSON.parse(kept))
  return eventually(async () => {
    const { body } = await client.send('GET', path, undefined, { [GATE_KEY_HEADER]: key })
    return alertableRestaurants.parse(body).restaurants[0]
  })
}

test('a table that comes free leads to one mail, and a deleted alert to none', async () => {
  const problems: string[] = []
  const park = await parkInTheDay(client)
  const restaurant = await aRestaurant(park.id)
  await offerTable(client, restaurant.id, false)
  const email = aVisitor('diner')
  await createAccount(client, baseUrl, email, 'Dina Park')
  const page = await openUnlocked(PHONE, problems)
  await page.goto(`${baseUrl}/manage-restaurant-alerts`)
  await logIn(page, email)
  await page.getByRole('link', { name: 'Set a restaurant alert' }).click()

  await page.goto(`${baseUrl}/restaurant-alerts?park=${park.id}`)
  await page.getByRole('combobox', { name: 'Restaurant' }).fill(restaurant.name)
  await page.getByRole('option', { name: restaurant.name, exact: true }).click()
  await page.getByRole('checkbox', { name: /, today$/ }).check({ force: true })
  for (let size = DEFAULT_PARTY_SIZE; size < LARGE_PARTY; size += 1)
    await button(page, 'Larger party').click()
  await page.getByRole('radio', { name: 'Any' }).check({ force: true })
  expect(await accessibilityProblems(page, { isStrict: true })).toEqual([])
  await button(page, 'Create alert').click()
  await page.getByRole('heading', { name: 'Alert created' }).waitFor()

  await offerTable(client, restaurant.id, true)
  const subject = /Table for 12 at /
  await client.nextMessage(email, (mail) => subject.test(mail.subject ?? ''))
  expect(await mailsAfterPolls(park.id, email, subject)).toHaveLength(1)

  await openMail(page, baseUrl, email, subject)
  const alerts = await followMailLink(page, /^Your restaurant alerts$/)
  await button(alerts, /^Delete/).click()
  await button(alerts, 'Delete alert').click()
  await alerts.getByRole('heading', { name: 'No restaurant alerts yet' }).waitFor()
  expect(await accessibilityProblems(alerts, { isStrict: true })).toEqual([])
  await client.send('DELETE', `/sandbox/restaurants/${restaurant.id}`)
  expect(problems).toEqual([])
  await page.context().close()
})

test('a visitor connects by mail, pays a day, is told once of a return time that opens, and books it', async () => {
  const problems: string[] = []
  const park = await parkInTheDay(client)
  const ride = await eventually(async () =>
    (await client.board(park.id)).find(({ status }) => status === 'OPERATING'),
  )
  await offerReturnTime(client, ride.rideId, false)
  const email = aVisitor('lanes')
  await createAccount(client, baseUrl, email, 'Lena Moss')
  const page = await openUnlocked(DESK, problems)
  await page.goto(`${baseUrl}/lightning-lane?park=${park.id}`)
  await logIn(page, email)

  await page.getByLabel('Disney account email').fill(email)
  await button(page, 'Send invitation').click()
  await page.getByText('Invitation pending.').waitFor()
  const inbox = await openPage(browser, PHONE, problems)
  await openMail(inbox, baseUrl, email, /Connect your Disney account/)
  const invitation = await followMailLink(inbox, /^Connect this address$/)
  await button(invitation, 'Connect this address').click()
  await invitation.getByText('You can close this page.').waitFor()
  expect(invitation.url()).not.toContain('token')
  await page.getByRole('heading', { name: 'Connected' }).waitFor()

  const payment = page.context().waitForEvent('page')
  await button(page, /^Subscribe for \$/).click()
  await button(await payment, /^Pay \$5\.00/).click()
  await page.getByText(/, on until /).waitFor()

  await button(page, /^Show all/).click()
  const offering = page.getByRole('region', { name: 'Return times' }).getByRole('listitem')
  const own = offering.filter({ hasText: ride.name })
  await own.filter({ hasText: 'None left' }).waitFor()
  await button(page, `Tell me when it fits: ${ride.name}`).click()
  await page.getByLabel('From', { exact: true }).fill('00:00')
  await page.getByLabel('Until', { exact: true }).fill('23:59')
  await page
    .getByRole('form', { name: /^Tell me/ })
    .getByRole('button', { name: 'Tell me when it fits' })
    .click()
  await button(page, `Change ${ride.name}`).waitFor()
  expect(await accessibilityProblems(page, { isStrict: true })).toEqual([])

  await offerReturnTime(client, ride.rideId, true)
  const isOpened = /a return time opened/
  await client.nextMessage(email, ({ subject }) => isOpened.test(subject ?? ''))
  expect(await mailsAfterPolls(park.id, email, isOpened)).toHaveLength(1)

  await own.getByRole('button', { name: /^Watching/ }).click()
  await button(page, `Try a practice booking: ${ride.name}`).click()
  await button(page, `Cancel ${ride.name}`).click()
  await page.getByText('Cancelled', { exact: true }).waitFor()
  await page.setViewportSize({ width: 320, height: 844 })
  expect(await pixelsTooWide(page)).toBeLessThanOrEqual(0)
  expect(problems).toEqual([])
  await page.context().close()
  await inbox.context().close()
})

test('an invitation that nobody answered says so on the page and behind its link, and can be sent again', async () => {
  const problems: string[] = []
  const email = aVisitor('late')
  const { userId } = await createAccount(client, baseUrl, email, 'Lou Late')
  const page = await openUnlocked(PHONE, problems)
  await page.goto(`${baseUrl}/lightning-lane`)
  await logIn(page, email)
  await page.getByLabel('Disney account email').fill(email)
  await button(page, 'Send invitation').click()
  await page.getByText('Invitation pending.').waitFor()

  const planner = connectPlanner(inject('dataDir'))
  await planner.expireInvitations(userId)
  await planner.end()
  await page.getByText('Invitation expired.').waitFor()
  const inbox = await openPage(browser, PHONE, [])
  await openMail(inbox, baseUrl, email, /Connect your Disney account/)
  const late = await followMailLink(inbox, /^Connect this address$/)
  await late.getByText('Invitation expired').waitFor()
  await page.getByLabel('Disney account email').fill(email)
  await button(page, 'Send again').click()
  await page.getByText('Invitation pending.').waitFor()
  expect(problems).toEqual([])
  await page.context().close()
  await inbox.context().close()
})

test('the overlay opens with the right password, and after five wrong ones takes none', async () => {
  const network = aNetwork()
  const page = await openPage(browser, { ...PHONE, extraHTTPHeaders: network }, [])
  await page.goto(`${baseUrl}/restaurant-alerts`)
  await page.getByText('Expected launch: Q1 2025').waitFor()
  const title = button(page, 'Coming Soon')
  const field = page.getByLabel('Developer password', { exact: true })
  /** Five presses, and one more for each that the page moves away from (the count: web/src/pages/coming-soon-gate.test.tsx). */
  const askForPassword = () =>
    eventually(async () => {
      await title.click()
      return field.isVisible()
    })
  const tryPassword = async (password: string) => {
    await field.fill(password)
    await button(page, 'Unlock').click()
  }
  const answer = (text: string) => page.getByRole('alert').filter({ hasText: text }).waitFor()

  await askForPassword()
  await tryPassword('let me in')
  await answer('Incorrect password')
  expect(await accessibilityProblems(page, { isStrict: true })).toEqual([])
  await tryPassword('walk-right-in')
  await title.waitFor({ state: 'detached' })

  await page.evaluate(() => localStorage.clear())
  await page.reload()
  await askForPassword()
  for (let guess = 0; guess < 5; guess += 1)
    await client.send('POST', '/api/planner/gates/keys', { password: `guess number ${guess}` }, network)
  await tryPassword('walk-right-in')
  await answer('Too Many Attempts')
  await page.context().close()
})
