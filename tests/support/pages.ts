import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { onTestFailed } from 'vitest'
import { openAnsweringPage } from './answering-page.ts'
import { createWalkonClient } from './walkon-client.ts'

/** `openAnsweringPage` of one test: if it fails, its error tells where the page was. */
export async function openPage(
  browser: Browser,
  options: BrowserContextOptions,
  problems: string[],
): Promise<Page> {
  const page = await openAnsweringPage(browser, options, problems)
  tellOfFailure(page)
  return page
}

/** The error of a test that fails while its page is open tells where the page was, and what it said. */
export function tellOfFailure(page: Page): void {
  onTestFailed(async ({ task }) => {
    const [error] = task.result?.errors ?? []
    if (!error || page.isClosed()) return
    const words = await page.locator('body').innerText({ timeout: 5_000 }).catch(String)
    const said = `${new URL(page.url()).pathname}: ${words.replace(/\s+/g, ' ').slice(0, 700)}`
    error.message += `\nThe page was at ${said}`
    if (error.stack) error.stack = error.stack.replace('\n    at ', `\nThe page was at ${said}\n    at `)
  })
}

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
