import type { TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { createAccount, enrollApp, grantRole, PASSWORD } from './accounts.ts'
import { aVisitor, type WalkonClient } from './walkon-client.ts'

export type Staff = { email: string; userId: string; app: TOTP; authorization: string }

/** An account with a role and a second factor. Granting starts a process: a file makes each of its staff once. */
export async function createStaff(
  client: WalkonClient,
  dataDir: string,
  baseUrl: string,
  role: 'admin' | 'support',
): Promise<Staff> {
  const email = aVisitor(role)
  const { auth, userId } = await createAccount(client, baseUrl, email, 'Kim Desk')
  await grantRole(dataDir, role, email)
  await auth.refreshSession()
  return { email, userId, ...(await enrollApp(auth)) }
}

/** From the form of a page for a role to that page, by both factors. */
export async function logInAsStaff(page: Page, { email, app }: Staff): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  // The code of the half minute that comes, because that of this one was used.
  await page.getByLabel('Code').fill(app.generate({ timestamp: Date.now() + 30_000 }))
  await page.getByRole('button', { name: 'Continue' }).click()
}
