import { subscriptionErased } from '@walkon/contracts/events/alerts'
import { userDeleted } from '@walkon/contracts/events/identity'
import { hashAddress } from '@walkon/service/address-hash'
import { heard, type Heard } from '@walkon/testing/service'
import { findTraces } from '@walkon/testing/traces'
import { randomUUID } from 'node:crypto'
import { publishedAt } from './dated-events.ts'
import { createTestNotifier } from './notifier.ts'
import { PATIENT } from './settings.ts'

/** The owner of the deleted account. */
export const ADA = 'ada@example.com'
export const OUTSIDER = 'oscar@example.com'

/** The notifier, and what erases: the deletion of an account or of a subscription. */
export async function createErasingNotifier(env: Record<string, string> = {}) {
  const { hear, ...notifier } = await createTestNotifier({ env: { ...PATIENT, ...env } })
  const deletion = new Date(Date.now() - 30_000)
  return {
    ...notifier,
    before: new Date(deletion.getTime() - 30_000),
    deletion,
    after: new Date(deletion.getTime() + 20_000),
    hear: (...events: Heard[]) => hear(events),

    deleted: (...emails: string[]): Heard =>
      publishedAt(
        deletion,
        heard(userDeleted, {
          userId: randomUUID(),
          addressHashes: emails.map(hashAddress),
          deletedAt: deletion.toISOString(),
        }),
      ),
    erased: (subscriptionId: string): Heard => heard(subscriptionErased, { subscriptionId }),

    /** How many rows of which tables name the address. */
    traces: (email: string) => findTraces(notifier.db, email, hashAddress(email)),
    /** Lists the addresses of deliveries, the oldest first. */
    addresses: async () => (await notifier.listDeliveries()).map(({ address }) => address),
  }
}
