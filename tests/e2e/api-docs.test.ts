import AxeBuilder from '@axe-core/playwright'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { launchBrowser } from '../support/browser.ts'

/** The pages for the authors of clients, in a browser: what they show is made by scripts, under the content security policy. */

const baseUrl = inject('baseUrl')
let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

const PAGES = [
  { path: '/api/docs', shows: 'alert-evaluator.json' },
  { path: '/api/docs/billing', shows: 'Read the prices' },
  { path: '/api/docs/gateway', shows: '/api/config' },
  { path: '/api/docs/events', shows: 'WaitTimeObserved' },
]

async function open(path: string, width: number): Promise<{ page: Page; complaints: string[] }> {
  const context = await browser.newContext({ viewport: { width, height: 844 }, reducedMotion: 'reduce' })
  onTestFinished(() => context.close())
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.goto(`${baseUrl}${path}`)
  return { page, complaints }
}

test.for(PAGES)(
  '$path shows its content, breaks no content security policy and has no accessibility problem',
  async ({ path, shows }) => {
    const { page, complaints } = await open(path, 1_280)
    await page.getByText(shows).first().waitFor()

    // What Swagger UI draws is its own: only what we draw is checked there.
    const { violations } = await new AxeBuilder({ page }).exclude('#viewer').analyze()
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)).toEqual(
      [],
    )
    expect(complaints).toEqual([])
  },
)

test('an operation of a service opens with its answers', async () => {
  const { page, complaints } = await open('/api/docs/billing', 1_280)

  await page.getByText('Read the prices').click()

  await page.getByText('The prices in cents').first().waitFor()
  expect(complaints).toEqual([])
})

test('on a phone the overview shows each service with its address and its document, and nothing is cut off', async () => {
  const { page } = await open('/api/docs', 390)

  const cut = await page
    .locator('.content a, .content code')
    .evaluateAll((shown) =>
      shown
        .filter((element) => element.getBoundingClientRect().right > innerWidth)
        .map(({ textContent }) => textContent),
    )
  expect(cut).toEqual([])
  expect(await page.locator('.services li').count()).toBeGreaterThan(5)
})
