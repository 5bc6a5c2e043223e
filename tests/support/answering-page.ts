import type { Browser, BrowserContextOptions, Page, Response } from 'playwright-core'

/** A page of a busy machine is late, not wrong. */
const PATIENCE_MS = 90_000

/** A page of the app that is hydrated: the note of `web/src/lib/waking-form.tsx` is gone. A page of a service answers at once. */
const ANSWERING = 'body:not(:has(.waking-note)):not(:has(#root:empty))'

/**
 * A page that collects its problems: script errors, and violations of the content security policy. Its `goto` and `reload`, and those of
 * the pages that it opens, resolve when the page answers: what is pressed on prerendered HTML before is lost.
 */
export async function openAnsweringPage(
  browser: Browser,
  options: BrowserContextOptions,
  problems: string[],
): Promise<Page> {
  const context = await browser.newContext(options)
  context.setDefaultTimeout(PATIENCE_MS)
  context.on('page', loadUntilItAnswers)
  const page = await context.newPage()
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`${message.text()} (${message.location().url})`)
  })
  return page
}

function loadUntilItAnswers(page: Page): void {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)]
  const answering = async (loading: Promise<Response | null>) => {
    const response = await loading
    await page.locator(ANSWERING).waitFor({ state: 'attached' })
    return response
  }
  page.goto = (...args) => answering(goto(...args))
  page.reload = (...args) => answering(reload(...args))
}

/** Its buttons answer from then on. */
export const theHydrationOf = (page: Page): Promise<void> =>
  page.locator(ANSWERING).waitFor({ state: 'attached', timeout: PATIENCE_MS })
