import type { Page } from 'playwright-core'

export type OrderChannel = 'email' | 'sms'

/** The order form of the home page with today chosen, as a visitor fills it in. */
export async function fillOrder(
  page: Page,
  baseUrl: string,
  email: string,
  channel: OrderChannel,
): Promise<void> {
  await page.goto(baseUrl)
  await goToForm(page)
  if (channel === 'sms') {
    await page.getByRole('radio', { name: 'SMS' }).check({ force: true })
    await page.getByLabel('Phone').fill('+1 407 555 0142')
  }
  await page.getByRole('checkbox', { name: /, today$/ }).check({ force: true })
  await emailField(page).fill(email)
}

/** On a phone the form is below the first screen. The channels are drawn once the page is hydrated. */
export async function goToForm(page: Page): Promise<void> {
  await page.locator('#alerts').evaluate((form) => form.scrollIntoView())
  await page.getByRole('radio', { name: 'SMS' }).waitFor({ state: 'attached' })
}

/** Not the choice of the channel, which has the same name. */
export const emailField = (page: Page) => page.getByRole('textbox', { name: 'Email', exact: true })

export const DAY_PRICES = { email: '$1', sms: '$5' } as const

/** From the form to the payment page. Returns the session that is paid there. */
export async function continueToPayment(page: Page, channel: OrderChannel): Promise<string> {
  await page.getByRole('button', { name: `Continue to payment · ${DAY_PRICES[channel]}` }).click()
  await page.getByRole('button', { name: `Pay ${DAY_PRICES[channel]}.00` }).waitFor()
  return new URL(page.url()).pathname.split('/').at(-1) ?? ''
}

export async function applyCode(page: Page, code: string): Promise<void> {
  await page.getByRole('textbox', { name: /^Promo code/ }).fill(code)
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.getByText('Code applied. Your alerts are free.').waitFor()
}
