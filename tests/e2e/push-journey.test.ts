import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { z } from 'zod'
import { launchBrowser, launchProfile, PHONE } from '../support/browser.ts'
import { layoutShiftOf, MOST_LAYOUT_SHIFT, watchLayoutShift } from '../support/layout-shift.ts'
import { threeLongWaits } from '../support/long-waits.ts'
import { openManageLink } from '../support/manage-link.ts'
import { openPage } from '../support/pages.ts'
import { parkInTheDay } from '../support/park-in-the-day.ts'
import { findServiceWorker, subscribeAtSandbox } from '../support/service-worker.ts'
import {
  activateAlerts,
  aVisitor,
  createWalkonClient,
  eventually,
  isAlert,
  type SentMessage,
} from '../support/walkon-client.ts'

const baseUrl = inject('baseUrl')
const client = createWalkonClient(baseUrl)
const MINUTE_MS = 60_000
let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser()
})
afterEach(() => client.releasePins())
afterAll(() => browser.close())

/** A visitor of today with three rides that are not short yet, and what a manage link opens. */
async function startVisit(name: string) {
  const email = aVisitor(name)
  const park = await parkInTheDay(client)
  const rides = await threeLongWaits(client, park.id)
  await activateAlerts(client, email, park)
  const { token, subscriptions, watchOnly } = await openManageLink(client, email)
  await watchOnly(rides)
  const silentUntil = async (rideId: string) => {
    const watches = (await subscriptions()).flatMap((subscription) => subscription.watches)
    return Date.parse(watches.find((watch) => watch.rideId === rideId)?.nextAlertAt ?? '')
  }
  return {
    email,
    parkId: park.id,
    rides,
    manageLink: `${baseUrl}/manage-alerts?token=${token}`,
    /** Done is for the day; a cooldown lasts an hour. */
    isSilentForTheDay: async (rideId: string) => (await silentUntil(rideId)) > Date.now() + 61 * MINUTE_MS,
    mailsAbout: async (rideName: string) =>
      (await client.messagesTo(email)).filter(
        (mail) => isAlert(mail) && `${mail.subject} ${mail.text}`.includes(rideName),
      ),
  }
}

/** The device that the sandbox gives the page, by the last part of its endpoint. */
async function deviceAddedBy(page: Page, press: () => Promise<void>): Promise<string> {
  const answers = page.waitForResponse((response) => response.url().endsWith('/sandbox/devices'))
  await press()
  const { endpoint } = z.object({ endpoint: z.string() }).parse(await (await answers).json())
  return endpoint.split('/').at(-1) ?? ''
}

const pushAbout = (deviceId: string, words: string): Promise<SentMessage> =>
  eventually(async () =>
    (await client.messagesTo(deviceId, 'push')).find(({ subject, text }) =>
      `${subject} ${text}`.includes(words),
    ),
  )

/** A phone folds all but the newest alerts; the list has it all the same. */
async function listsAsShown(page: Page, rideName: string): Promise<boolean> {
  await page.reload()
  await page.getByRole('button', { name: 'Clear' }).waitFor()
  const row = page.locator('li').filter({ hasText: rideName }).filter({ hasText: 'Shown on your device' })
  return (await row.count()) > 0
}

/** Every ride keeps what the board has: a new reading moves rows, and is no movement of the page's own. */
async function standStill(parkId: string): Promise<void> {
  for (const { rideId, status, waitMinutes } of await client.board(parkId))
    await client.pinRide(rideId, { status, waitMinutes })
  await client.polls(parkId)
}

const section = (page: Page) => page.getByRole('region', { name: 'Push notifications' })
const press = (page: Page, name: string | RegExp) => section(page).getByRole('button', { name }).click()

/** A ride that is chosen and not saved. */
async function leaveUnsaved(page: Page): Promise<void> {
  await page
    .getByRole('region', { name: /^Rides of/ })
    .getByRole('checkbox')
    .first()
    .press('Space')
  await page.getByText('Unsaved changes').waitFor()
}

test('a visitor gets push instead of email on the phone of the sandbox, silences a ride there, and gets email when the phone is gone', async () => {
  const { email, parkId, rides, manageLink, isSilentForTheDay, mailsAbout } = await startVisit('push')
  const [first, second] = rides
  const problems: string[] = []
  const page = await openPage(browser, PHONE, problems)
  await watchLayoutShift(page)
  await page.goto(manageLink)
  const phone = await deviceAddedBy(page, () => press(page, 'Add the sandbox’s phone'))
  await section(page).getByText('Sandbox phone', { exact: true }).waitFor()
  await section(page).getByRole('switch', { name: 'Push instead of email' }).check({ force: true })
  await section(page)
    .getByText(/go to your devices only/)
    .waitFor()

  await first.becomeShort()
  const push = await pushAbout(phone, first.name)
  expect(await mailsAbout(first.name)).toEqual([])
  await standStill(parkId)
  const inbox = await page.context().newPage()
  await inbox.goto(`${baseUrl}/sandbox/inbox/${push.id}`)
  const opens = page.context().waitForEvent('page')
  await inbox.getByRole('link', { name: 'Open', exact: true }).click()
  const board = await opens
  await board.locator(':focus').filter({ hasText: 'From your alert' }).waitFor()
  expect(await layoutShiftOf(board)).toBeLessThan(MOST_LAYOUT_SHIFT)
  expect(await board.getByRole('listitem').filter({ hasText: 'From your alert' }).innerText()).toContain(
    first.name,
  )
  await inbox.getByRole('button', { name: 'Done' }).click()
  await eventually(() => isSilentForTheDay(first.rideId))
  await eventually(() => listsAsShown(page, first.name))

  expect((await client.send('DELETE', `/sandbox/devices/${phone}`)).status).toBe(204)
  await second.becomeShort()
  await client.nextMessage(email, (mail) => isAlert(mail) && mail.text.includes(second.name))
  await page.reload()
  await section(page).getByText('No device gets your alerts now, so they come by email.').waitFor()
  expect(await section(page).getByText('Sandbox phone', { exact: true }).count()).toBe(0)
  expect(problems).toEqual([])
  await page.context().close()
})

test('the service worker of a real browser shows a push that was encrypted for it, tells so, opens its ride after a question where changes are not saved, and silences it', async () => {
  const { rides, manageLink, isSilentForTheDay } = await startVisit('worker')
  const [first] = rides
  const problems: string[] = []
  const page = await openPage(browser, { ...PHONE, permissions: ['notifications'] }, problems)
  await subscribeAtSandbox(page)
  await page.goto(manageLink)
  const device = await deviceAddedBy(page, () => press(page, 'Turn on push on this device'))
  await section(page).getByText('This device gets your alerts.').waitFor()
  await press(page, 'Send a test')
  await pushAbout(device, 'Test alert')

  await first.becomeShort()
  const push = await pushAbout(device, first.name)
  const { payload } = z.object({ payload: z.string() }).parse(push.metadata)
  const { tag } = z.object({ tag: z.string() }).parse(JSON.parse(payload))
  const worker = await findServiceWorker(page)
  for (let sending = 1; sending <= 2; sending++) {
    const told = page.context().waitForEvent('response', (answer) => answer.url().endsWith('/pushes/shown'))
    await worker.deliver(payload)
    expect((await told).status()).toBe(204)
  }
  expect(await worker.notifications()).toEqual([{ title: push.subject, body: push.text, tag }])

  await leaveUnsaved(page)
  const asks = page.waitForEvent('dialog')
  await worker.click(tag)
  const question = await asks
  expect(question.type()).toBe('beforeunload')
  await question.accept()
  await page.waitForURL(/live-wait-times\?park=.+&ride=/)
  await page.getByText('From your alert').waitFor()
  expect(await worker.notifications()).toEqual([])

  await worker.deliver(payload)
  await eventually(async () => (await worker.notifications()).length === 1)
  await worker.click(tag, 'done')
  await eventually(() => isSilentForTheDay(first.rideId))

  await worker.deliver('{"v":2}')
  const [plain] = await eventually(async () => {
    const shown = await worker.notifications()
    return shown.length > 0 && shown
  })
  expect(plain).toMatchObject({ title: 'Walkon', body: 'You have a new alert. Tap to see it.' })

  await page.goto(`${baseUrl}/manage-alerts`)
  await press(page, 'Turn off here')
  await section(page).getByText('Off on this device.').waitFor()
  await section(page).getByRole('listitem').waitFor({ state: 'detached' })
  expect(problems).toEqual([])
  await page.context().close()
})

test('a link to a ride leads the open window of the installed app there, and opens no second one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'walkon-app-'))
  const context = await launchProfile(folder)
  const [tab] = context.pages()
  if (!tab) throw new Error('The browser has no tab')
  await tab.goto(`${baseUrl}/faq`)
  const session = await context.newCDPSession(tab)
  const app = { manifestId: `${baseUrl}/` }
  const isShown = (path: string) =>
    eventually(async () => context.pages().some((page) => page.url().includes(path)))
  await session.send('PWA.install', app)
  await session.send('PWA.changeAppUserSettings', { ...app, displayMode: 'standalone' })
  await session.send('PWA.launch', app)
  await isShown('/app')
  const windows = context.pages().length

  await session.send('PWA.launch', { ...app, url: `${baseUrl}/live-wait-times` })
  await isShown('/live-wait-times')
  expect(context.pages()).toHaveLength(windows)
  await context.close()
  await rm(folder, { recursive: true })
})
