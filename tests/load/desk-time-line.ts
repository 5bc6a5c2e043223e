import { freePort } from '@walkon/postgres/server'
import type { Page } from 'playwright-core'
import { DESK, launchBrowser } from '../support/browser.ts'
import { createDataFolder, removeDataFolder } from '../support/data-folder.ts'
import { createDeskHands } from '../support/desk-page.ts'
import { npmStart } from '../support/npm-start.ts'
import { openAnsweringPage } from '../support/answering-page.ts'
import { createStaff, logInAsStaff, type Staff } from '../support/staff.ts'
import { activateAlerts, aVisitor, createWalkonClient, type WalkonClient } from '../support/walkon-client.ts'
import { insertTimeLine } from './long-time-line.ts'
import { median, millisecondsOf, scaled } from './measures.ts'
import { atMost, figure, mustBe, type BenchResult } from './result.ts'

const ROWS = 10_000
const ROUNDS = 5
const FRAMES = 60
const MB = 1024 * 1024

/** A visitor with a time line of 10,000 rows at the support desk: until the services have answered, and what a browser takes to show it. */
export async function benchDeskTimeLine(scale: number): Promise<BenchResult[]> {
  const dataDir = await createDataFolder('desk-time-line')
  // The import of a past would be measured with it.
  const product = await npmStart({ dataDir, port: await freePort(), env: { PAST_DAYS: '0' } })
  const browser = await launchBrowser()
  try {
    const client = createWalkonClient(product.url)
    const email = aVisitor('long')
    await activateAlerts(client, email, await client.parkNamed(/Magic Kingdom/))
    const rows = await insertTimeLine(dataDir, email, scaled(ROWS, scale, 500))
    const support = await createStaff(client, dataDir, product.url, 'support')
    const page = await openAnsweringPage(browser, DESK, [])
    await page.goto(`${product.url}/admin/desk`)
    await logInAsStaff(page, support)
    return [...(await measureReads(client, support, email)), ...(await measurePage(page, email, rows))]
  } finally {
    await browser.close()
    await product.stop()
    await removeDataFolder(dataDir)
  }
}

/** The median of some reads by the gateway, for the two services that have the rows. */
async function measureReads(client: WalkonClient, { authorization }: Staff, email: string) {
  const results: BenchResult[] = []
  for (const service of ['alerts', 'notifications']) {
    const read = async () => {
      const asked = { email, userId: null, showsNumbers: false }
      const { status } = await client.send('POST', `/api/${service}/visitors/read`, asked, { authorization })
      if (status !== 200) throw new Error(`${service} answered ${status}`)
    }
    const rounds: number[] = []
    for (let round = 0; round < ROUNDS; round++) rounds.push(await millisecondsOf(read))
    results.push(atMost(`a long time line, read from ${service}`, median(rounds), 'ms', 500))
  }
  return results
}

async function measurePage(page: Page, email: string, rows: number): Promise<BenchResult[]> {
  const desk = createDeskHands(page)
  const entries = page.getByRole('list', { name: 'Entries' }).getByRole('listitem')
  const firstRowsMs = await millisecondsOf(async () => {
    await desk.find(email)
    await entries.first().waitFor()
  })
  const label = (await page.getByRole('button', { name: /^All \d+$/ }).textContent()) ?? ''
  const narrowMs = await millisecondsOf(async () => {
    await page.getByRole('button', { name: /^Failed \d+$/ }).click()
    await page.getByRole('button', { name: /^Failed \d+$/, pressed: true }).waitFor()
  })
  await page.getByRole('button', { name: /^All \d+$/ }).click()
  const moreMs = await millisecondsOf(async () => {
    await page.getByRole('button', { name: /^Show \d+ more$/ }).click()
    await entries.nth(60).waitFor()
  })
  const slowestFrameMs = await page.evaluate<number, number>(scrollThrough, FRAMES)
  return [
    // Order and pass, and what the evaluator matched meanwhile, stand beside the rows.
    mustBe(
      'a long time line, rows that the page knows',
      Math.min(rows, Number(label.replace(/\D/g, ''))),
      '',
      rows,
    ),
    atMost('a long time line, until its first rows are shown', firstRowsMs, 'ms', 2_000),
    atMost('a long time line, until it is narrowed', narrowMs, 'ms', 200),
    atMost('a long time line, until forty more rows are shown', moreMs, 'ms', 500),
    atMost('a long time line, slowest frame of scrolling', slowestFrameMs, 'ms', 50),
    figure('a long time line, heap of the page', (await heapBytes(page)) / MB, 'MB'),
  ]
}

/** Scrolls from top to bottom in so many frames. Returns the longest of them, in milliseconds. */
async function scrollThrough(frames: number): Promise<number> {
  const height = document.documentElement.scrollHeight
  let slowest = 0
  let before = 0
  for (let index = 0; index < frames; index++) {
    window.scrollTo(0, (height * index) / frames)
    const now = await new Promise<number>((done) => requestAnimationFrame(done))
    if (before > 0) slowest = Math.max(slowest, now - before)
    before = now
  }
  return slowest
}

/** After a collection. */
async function heapBytes(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  await session.send('Performance.enable')
  const { metrics } = await session.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN
}
