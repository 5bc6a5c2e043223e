import type { Letter } from '@walkon/contracts/letter'
import { listHolders } from '@walkon/runtime/role-holders'
import { hashAddress } from '@walkon/service/address-hash'
import type { Database } from '@walkon/service/database'
import { randomUUIDv7 } from 'node:crypto'
import { listAccounts } from '../../db/accounts/accounts.ts'
import { insertDeliveries } from '../../db/deliveries/deliveries.ts'
import { lockForInserts } from '../../db/accounts/erasures.ts'
import { findPushable } from './find-pushable.ts'
import { NO_REQUEST } from '../letters/own-letters.ts'

const USEFUL_HOURS = 48

/** Pushes a letter to each device of each admin, once for each `noticeId`. Returns to how many devices. */
export async function pushToAdmins(
  db: Database,
  { noticeId, letter, now }: { noticeId: string; letter: Letter; now: Date },
): Promise<number> {
  return db.transaction(async (tx) => {
    await lockForInserts(tx)
    const accounts = await listAccounts(tx, await listHolders(tx, 'admin'))
    const emails = accounts.map(({ email }) => email)
    const pushable = await findPushable(tx, emails, { isOn: true, fallbackSeconds: 0 })
    const deliveries = accounts.flatMap(({ userId, email }) =>
      pushable(email).devices.map((address) => ({
        ...NO_REQUEST,
        id: randomUUIDv7(),
        source: 'notification' as const,
        sourceId: noticeId,
        userId,
        email,
        channel: 'push' as const,
        address,
        addressHash: hashAddress(address),
        content: letter,
        expiresAt: new Date(now.getTime() + USEFUL_HOURS * 3_600_000).toISOString(),
        requestedAt: now.toISOString(),
        linkHash: null,
      })),
    )
    await insertDeliveries(tx, deliveries)
    return deliveries.length
  })
}
