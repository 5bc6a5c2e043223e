import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Browser, BrowserContextOptions, Page, Response } from 'playwright-core'

/** What a page loads without being touched, compressed as any server can, in kB of 1,000 bytes. */
type Weight = { scripts: number; styles: number; fonts: number; html: number }

export type Loads = {
  weight: Weight
  /** How much of the page moved by itself while it came alive: the sum of Chromium's layout shifts, the worst of the loads. */
  shift: number
}

/**
 * The answers of the services come in another order each time, and with it the page moves or does not. A line that fits on one
 * phone is two on another: so many pixels narrower and wider than the given look.
 */
const OTHER_WIDTHS = [-30, 22]

/** Loads a page some times without touching it. Its weight is that of the given look. */
export async function loadUntouched(
  browser: Browser,
  url: string,
  look: BrowserContextOptions,
): Promise<Loads> {
  const { width, height } = look.viewport ?? { width: 390, height: 844 }
  const { weight, shift } = await loadOnce(browser, url, look)
  const shifts = [shift]
  for (const wider of OTHER_WIDTHS) {
    const viewport = { width: width + wider, height }
    shifts.push((await loadOnce(browser, url, { ...look, viewport })).shift)
  }
  return { weight, shift: Math.max(...shifts) }
}

async function loadOnce(browser: Browser, url: string, look: BrowserContextOptions): Promise<Loads> {
  // What a service worker fetches once the page is there is no part of the load.
  const context = await browser.newContext({ ...look, serviceWorkers: 'block' })
  const page = await context.newPage()
  await page.addInitScript(`
    globalThis.layoutShift = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) globalThis.layoutShift += entry.value
    }).observe({ type: 'layout-shift', buffered: true })`)
  const weigh = weighResponses(page)
  await page.goto(url)
  await page.waitForTimeout(SETTLED_AFTER_MS)
  const shift = await page.evaluate<number>('globalThis.layoutShift')
  // Closing the page ends what is still streaming.
  await context.close()
  return { weight: await weigh(), shift }
}

/** Counts from now on. Returns what gives the sums when the page is closed. */
function weighResponses(page: Page): () => Promise<Weight> {
  const bytes: Record<string, number> = {}
  const counted: Promise<void>[] = []
  page.on('response', (response) => counted.push(count(response)))

  async function count(response: Response): Promise<void> {
    // An event stream has no end, a redirect no body.
    const body = await response.body().catch(() => null)
    if (!body) return
    const type = response.request().resourceType()
    const size = type === 'font' ? body.length : gzipSync(body, { level: 9 }).length
    bytes[type] = (bytes[type] ?? 0) + size
  }

  const of = (type: string) => (bytes[type] ?? 0) / 1000
  return async () => {
    await Promise.all(counted)
    return { scripts: of('script'), styles: of('stylesheet'), fonts: of('font'), html: of('document') }
  }
}

/** Long enough for the answers of all services on a busy machine: what comes after it is not counted. */
const SETTLED_AFTER_MS = 1_500

const WEAK_SIGNAL = {
  offline: false,
  latency: 400,
  downloadThroughput: 400_000 / 8,
  uploadThroughput: 400_000 / 8,
}
const FRAME_EVERY_MS = 500
const FRAMES = 20

export type FirstPaint = { paintMs: number; largestPaintMs: number }

/**
 * The first seconds at 400 kbit/s and 400 ms, as pictures in a folder and as the times of first and largest paint. A picture is named by
 * when it was complete: Chromium gives none before the first paint.
 */
export async function film(
  browser: Browser,
  url: string,
  look: BrowserContextOptions,
  folder: string,
): Promise<FirstPaint> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  // What a service worker fetches once the page is there is no part of the load.
  const context = await browser.newContext({ ...look, serviceWorkers: 'block' })
  const page = await context.newPage()
  await page.addInitScript(`
    globalThis.largestPaint = 0
    new PerformanceObserver((list) => { globalThis.largestPaint = list.getEntries().at(-1).startTime })
      .observe({ type: 'largest-contentful-paint', buffered: true })`)
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', WEAK_SIGNAL)
  const startedAt = performance.now()
  const opened = page.goto(url, { timeout: 60_000 })
  for (let frame = 1; frame <= FRAMES; frame += 1) {
    await page.waitForTimeout(Math.max(0, startedAt + frame * FRAME_EVERY_MS - performance.now()))
    const picture = await page.screenshot()
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(2).padStart(5, '0')
    writeFileSync(join(folder, `${seconds}s.png`), picture)
  }
  await opened
  const paintMs = await page.evaluate<number>(
    `performance.getEntriesByName('first-contentful-paint')[0].startTime`,
  )
  const largestPaintMs = await page.evaluate<number>('globalThis.largestPaint')
  await context.close()
  return { paintMs, largestPaintMs }
}
