import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { eventually } from './walkon-client.ts'

/** A page of a busy machine is late, not wrong. */
const PATIENCE_MS = 90_000

/** A page that collects its problems: script errors, and violations of the content security policy. */
export async function openPage(
  browser: Browser,
  options: BrowserContextOptions,
  problems: string[],
): Promise<Page> {
  const context = await browser.newContext(options)
  context.setDefaultTimeout(PATIENCE_MS)
  const page = await context.newPage()
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text())
  })
  return page
}

/** Looks for the newest mail to an address that fits, and opens it, as soon as the inbox has it. */
export async function openMail(inbox: Page, baseUrl: string, email: string, subject: RegExp): Promise<void> {
  await eventually(async () => {
    await inbox.goto(`${baseUrl}/sandbox/inbox?to=${encodeURIComponent(email)}`)
    const line = inbox
      .getByRole('navigation', { name: 'Messages' })
      .getByRole('link')
      .filter({ hasText: subject })
      .first()
    if ((await line.count()) === 0) return false
    await line.click()
    await inbox.locator('iframe').waitFor()
    return true
  })
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
