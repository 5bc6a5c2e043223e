import type { Browser, BrowserContextOptions, Page, Response } from 'playwright-core'
import { onTestFailed } from 'vitest'
import { createWalkonClient } from './walkon-client.ts'

/** A page of a busy machine is late, not wrong. */
const PATIENCE_MS = 90_000

/** A page of the app that is hydrated: the note of `web/src/lib/waking-form.tsx` is gone. A page of a service answers at once. */
const ANSWERING = 'body:not(:has(.waking-note)):not(:has(#root:empty))'

/**
 * A page that collects its problems: script errors, and violations of the content security policy. Its `goto` and `reload`, and those of
 * the pages that it opens, resolve when the page answers: what is pressed on prerendered HTML before is lost.
 */
export async function openPage(
  browser: Browser,
  options: BrowserContextOptions,
  problems: string[],
): Promise<Page> {
  const context = await browser.newContext(options)
  context.setDefaultTimeout(PATIENCE_MS)
  context.on('page', loadUntilItAnswers)
  const page = await context.newPage()
  tellOfFailure(page)
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`${message.text()} (${message.location().url})`)
  })
  return page
}

/** The error of a test that fails while its page is open tells where the page was, and what it said. */
function tellOfFailure(page: Page): void {
  onTestFailed(async ({ task }) => {
    const [error] = task.result?.errors ?? []
    if (!error || page.isClosed()) return
    const words = await page.locator('body').innerText({ timeout: 5_000 }).catch(String)
    const said = `${new URL(page.url()).pathname}: ${words.replace(/\s+/g, ' ').slice(0, 700)}`
    error.message += `\nThe page was at ${said}`
    if (error.stack) error.stack = error.stack.replace('\n    at ', `\nThe page was at ${said}\n    at `)
  })
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

/**
 * Opens the newest mail to an address that fits, once the inbox has it. Its arrival is polled in the sandbox's ledger: each look at the
 * inbox loads a page.
 */
export async function openMail(inbox: Page, baseUrl: string, email: string, subject: RegExp): Promise<void> {
  await createWalkonClient(baseUrl).nextMessage(email, (mail) => subject.test(mail.subject ?? ''))
  await inbox.goto(`${baseUrl}/sandbox/inbox?to=${encodeURIComponent(email)}`)
  const messages = inbox.getByRole('navigation', { name: 'Messages' }).getByRole('link')
  await messages.filter({ hasText: subject }).first().click()
  await inbox.locator('iframe').waitFor()
}

/** Follows a link of the mail that is open, to the page it opens. A click while the frame still loads opens none. */
export async function followMailLink(inbox: Page, name: RegExp): Promise<Page> {
  for (let click = 1; ; click++) {
    const opens = inbox.context().waitForEvent('page', { timeout: 5_000 })
    await inbox.frameLocator('iframe').getByRole('link', { name }).first().click()
    const page = await opens.catch((error: unknown) => {
      if (click === 5) throw error
      return null
    })
    if (page) return page
  }
}

/** Opens a row of a page of settings, whose form is hidden before. */
export const openRow = (page: Page, name: string): Promise<void> =>
  page
    .locator('summary')
    .filter({ has: page.getByRole('heading', { name, exact: true }) })
    .click()
