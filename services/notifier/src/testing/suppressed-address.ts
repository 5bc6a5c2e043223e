import { hashAddress } from '@walkon/service/address-hash'
import { sql } from 'drizzle-orm'
import { listSuppressions } from '../db/suppressions/suppressions.ts'
import { createTestNotifier } from './notifier.ts'
import type { ListedAddress } from './postmark-lists.ts'
import { startPostmarkServer } from './postmark-server.ts'
import { PATIENT } from './settings.ts'

export const EMAIL = 'visitor@example.com'
export const addressHash = hashAddress(EMAIL)

/** The notifier beside Postmark's lists, and one address that may stand on them. */
export async function createSuppressedAddress() {
  const postmark = await startPostmarkServer()
  const notifier = await createTestNotifier({ env: { ...PATIENT, POSTMARK_API_URL: postmark.url } })
  const { db, suppress } = notifier
  const bouncedAt = new Date(Date.now() - 10 * 60_000)

  /** The address is on a list of Postmark since `bouncedAt`, and here. */
  async function stands(reason: ListedAddress['reason'], scope: 'alerts' | 'all' = 'alerts') {
    const ours = (
      { HardBounce: 'bounced', SpamComplaint: 'complained', ManualSuppression: 'unsubscribed' } as const
    )[reason]
    const stream = scope === 'alerts' ? 'alerts' : 'outbound'
    postmark.lists.streams[stream]?.set(EMAIL, { reason, since: bouncedAt.toISOString() })
    await suppress({ channel: 'email', addressHash, reason: ours, scope })
    await db.execute(sql`update suppressions set created_at = ${bouncedAt.toISOString()}::timestamptz`)
  }

  return {
    ...notifier,
    postmark,
    bouncedAt,
    stands,
    reasons: async () => (await listSuppressions(db, 'email', addressHash)).map(({ reason }) => reason),
    listed: () => Object.values(postmark.lists.streams).some((list) => list.has(EMAIL)),
    clear: async () => {
      await notifier.clear()
      postmark.reset()
    },
    close: async () => {
      await notifier.close()
      await postmark.close()
    },
  }
}
