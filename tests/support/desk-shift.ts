import { expect } from 'vitest'
import { z } from 'zod'
import { launchBrowser, DESK } from './browser.ts'
import { createDeskHands } from './desk-page.ts'
import { createDeskVisitors } from './desk-visitors.ts'
import { openAnsweringPage } from './answering-page.ts'
import { createStaff, logInAsStaff, type Staff } from './staff.ts'
import type { WalkonClient } from './walkon-client.ts'

const entries = z.object({ items: z.array(z.object({ action: z.string(), reason: z.nullable(z.string()) })) })

/** A shift at the support desk: a member of support and an admin, each logged in in a browser of their own, and visitors with questions. */
export async function beginShift(client: WalkonClient, baseUrl: string, dataDir: string) {
  const browser = await launchBrowser()
  const problems: string[] = []
  const park = await client.parkNamed(/Magic Kingdom/)
  const support = await createStaff(client, dataDir, baseUrl, 'support')
  const admin = await createStaff(client, dataDir, baseUrl, 'admin')

  async function openDesk(staff: Staff) {
    const page = await openAnsweringPage(browser, DESK, problems)
    await page.goto(`${baseUrl}/admin/desk`)
    await logInAsStaff(page, staff)
    await page.getByRole('heading', { level: 1, name: 'Support desk' }).waitFor()
    return createDeskHands(page)
  }

  return {
    park,
    desk: await openDesk(support),
    office: await openDesk(admin),
    admin,
    visitors: createDeskVisitors(client, park),
    /** The reason in the newest entry of such an act. */
    async reasonOf(service: string, action: string, { userId }: Staff = support) {
      const path = `/api/${service}/admin-actions?actorId=${userId}&action=${action}`
      const { body } = await client.send('GET', path, undefined, { authorization: admin.authorization })
      return entries.parse(body).items[0]?.reason
    },
    async end(): Promise<void> {
      await browser.close()
      await client.releasePins()
      // Answers that the tests cause.
      expect(problems.filter((problem) => !/status of (401|403|409)/.test(problem))).toEqual([])
    },
  }
}
