import { quietTimesChanged } from '@walkon/contracts/events/alerts'
import { emit } from '@walkon/messaging/emit'
import { hashAddress } from '@walkon/service/address-hash'
import type { Transaction } from '@walkon/service/database'
import { findPreferences } from '../../db/preferences/preferences.ts'

/** Publishes when these addresses want no alerts, as it stands now: for services that write to the same visitors. No address travels. */
export async function publishQuietTimes(tx: Transaction, emails: string[], changedAt: Date): Promise<void> {
  for (const email of new Set(emails)) {
    const preferences = await findPreferences(tx, email)
    await emit(tx, quietTimesChanged, [
      {
        data: {
          addressHash: hashAddress(email),
          quietHours: preferences?.quietHours ?? null,
          pausedAt: preferences?.pausedAt?.toISOString() ?? null,
          changedAt: changedAt.toISOString(),
        },
      },
    ])
  }
}
