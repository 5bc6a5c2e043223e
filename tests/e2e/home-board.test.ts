import type { LiveRide, LiveStreamMessage } from '@walkon/contracts/http/parks'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { launchBrowser } from '../support/browser.ts'

/** The home page while its board comes and changes. */

const baseUrl = inject('baseUrl')
let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

const PARK = '75ea578a-adc8-4116-a54d-dccb60765ef9'
const A_DAY: LiveRide['today'] = [
  [240, 60],
  [480, 75],
  [700, 10],
]
const walkOn: LiveRide = {
  rideId: '352feb94-e52e-45eb-9c92-e4b44c6b1a9d',
  name: 'Under the Sea - Journey of The Little Mermaid',
  status: 'OPERATING',
  waitMinutes: 0,
  // Yesterday: “unchanged since opening”, the longest words for an age.
  changedAt: new Date(Date.now() - 86_400_000).toISOString(),
  previousWaitMinutes: null,
  usualMinutes: 20,
  today: A_DAY,
  popularity: 20,
}
const drawn: LiveRide = { ...walkOn, name: 'TRON Lightcycle / Run', waitMinutes: 10, usualMinutes: 70 }
const inWords: LiveRide = { ...drawn, name: 'Seven Dwarfs Mine Train', today: [[700, 10]] }
const unknown: LiveRide = {
  ...inWords,
  name: 'Expedition Everest - Legend of the Forbidden Mountain',
  usualMinutes: null,
}

/** The longest words of a moment that is over: "at 12:00 pm, for 124 min". */
const gone: LiveRide = {
  ...drawn,
  waitMinutes: 65,
  today: [
    [240, 60],
    [480, 10],
    [604, 65],
  ],
}

test.for([320, 390, 768, 1024, 1280])(
  'at %d px the sign is of one height, whatever ride leads and whatever is known of its day',
  async (width) => {
    const page = await openInItsOwnFont(width)
    const place = await signHeight(page, null)
    const heights = []
    for (const lead of [drawn, inWords, unknown, walkOn, gone]) heights.push(await signHeight(page, lead))

    expect(heights).toEqual(heights.map(() => place))
    await page.context().close()
  },
)

/** A font that comes late is left out until the next page, and the words of another can be wider: here it is waited for. */
async function openInItsOwnFont(width: number): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height: 900 }, serviceWorkers: 'block' })
  await context.route(/\.css$/, async (route) => {
    const response = await route.fetch()
    const css = await response.text()
    expect(css).toContain('font-display:optional')
    await route.fulfill({ response, body: css.replaceAll('font-display:optional', 'font-display:block') })
  })
  return context.newPage()
}

/** Without a ride, of the place that is kept for the sign. */
async function signHeight(page: Page, lead: LiveRide | null): Promise<number> {
  await page.unrouteAll()
  if (lead) await serveBoard(page, lead)
  else await page.route('**/live/stream', () => undefined)
  await page.goto(`${baseUrl}/?park=${PARK}`)
  const sign = page.locator('.lead')
  if (lead) await page.getByRole('heading', { name: lead.name }).waitFor()
  // `document.fonts.ready` is true as long as no face has begun to load.
  // Fonts of devices that this machine lacks can't be loaded.
  await page.evaluate('Promise.allSettled([...document.fonts].map((face) => face.load()))')
  const height = (await sign.boundingBox())?.height ?? 0
  return Math.round(height * 10) / 10
}

async function serveBoard(page: Page, ride: LiveRide): Promise<void> {
  const board: LiveStreamMessage = {
    parkId: PARK,
    readAt: new Date().toISOString(),
    isStale: false,
    rides: [ride],
  }
  const body = `event: board\ndata: ${JSON.stringify(board)}\n\n`
  await page.route('**/live/stream', (route) => route.fulfill({ contentType: 'text/event-stream', body }))
  await page.route('**/live', (route) => route.fulfill({ json: [ride] }))
}
