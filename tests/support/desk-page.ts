import type { Locator, Page } from 'playwright-core'
import { eventually } from './walkon-client.ts'

/** What support does at `/admin/desk`: find, read the answers, put right. */
export function createDeskHands(page: Page) {
  let person = ''
  const answers = page.getByRole('list', { name: 'Answers' })

  async function find(sought: string): Promise<void> {
    const field = page.getByRole('textbox', { name: /^Find a visitor/ })
    await field.fill(sought)
    await field.press('Enter')
  }

  /** Confirms the dialog that is open, with its reason, by the button that names the visitor. */
  async function confirm(act: string, fill?: (dialog: Locator) => Promise<unknown>): Promise<void> {
    const dialog = page.getByRole('dialog', { name: `${act}?` })
    await dialog.waitFor()
    await fill?.(dialog)
    await dialog.getByLabel('Reason').fill('The visitor called')
    await dialog.getByRole('button', { name: person }).click()
    await dialog.waitFor({ state: 'detached' })
  }

  return {
    page,
    find,
    /** Finds a visitor by what support knows of them, and waits for their page. */
    async open(email: string, by = email): Promise<void> {
      await find(by)
      person = email
      await page.getByRole('complementary', { name: `About ${email}` }).waitFor()
      await answers
        .or(page.getByText('Time line', { exact: true }))
        .first()
        .waitFor()
    },
    reads: (words: RegExp) => answers.getByRole('listitem').filter({ hasText: words }).first().waitFor(),
    /** Finds the visitor again, until an answer is gone: services hear of an act by events. */
    async isGone(words: RegExp): Promise<void> {
      await eventually(async () => {
        await page.reload()
        await page.getByRole('heading', { level: 3, name: 'Time line' }).waitFor()
        return (await answers.getByRole('listitem').filter({ hasText: words }).count()) === 0
      })
    },
    /** By the button beside the answer. */
    async putRight(act: string, fill?: (dialog: Locator) => Promise<unknown>): Promise<void> {
      await page.getByRole('button', { name: `Put right: ${act}` }).click()
      await confirm(act, fill)
    },
    /** By the button beside the name. */
    async act(name: string, fill?: (dialog: Locator) => Promise<unknown>): Promise<void> {
      await page.getByRole('button', { name, exact: true }).click()
      await confirm(name, fill)
    },
    showNumbers: () => page.getByRole('button', { name: 'Show numbers' }).click(),
  }
}
