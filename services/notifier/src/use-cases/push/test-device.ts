import { hashAddress } from '@walkon/service/address-hash'
import type { Allowance, AttemptLimit } from '@walkon/service/attempt-limit'
import type { Database } from '@walkon/service/database'
import { notFound, tooManyRequests } from '@walkon/service/errors'
import { randomUUID } from 'node:crypto'
import { insertDeliveries } from '../../db/deliveries/deliveries.ts'
import { hasDevice } from '../../db/push/devices.ts'
import { lockForInserts } from '../../db/accounts/erasures.ts'
import { NO_REQUEST } from '../letters/own-letters.ts'
import { toPressId } from '../alerts/press-id.ts'

const TESTS: Allowance = { limit: 5, windowSeconds: 3_600 }
/** A test is of no use later. */
const USEFUL_MS = 5 * 60_000

export type TestDeps = { db: Database; limits: AttemptLimit; now: () => Date }

/** Queues a notification for one device of a visitor, one for two presses at once. Throws `device-not-found` and `too-many-requests`. */
export async function testDevice({ db, limits, now }: TestDeps, email: string, id: string): Promise<void> {
  const emailHash = hashAddress(email)
  if (!(await hasDevice(db, emailHash, id))) throw notFound('device')
  const waitSeconds = await limits.spend(`device-test:${emailHash}`, TESTS)
  if (waitSeconds !== null) throw tooManyRequests('device-test', waitSeconds)
  const at = now()
  await db.transaction(async (tx) => {
    await lockForInserts(tx)
    await insertDeliveries(tx, [
      {
        ...NO_REQUEST,
        id: randomUUID(),
        source: 'test',
        sourceId: toPressId(`test of ${id}`, emailHash, at),
        email,
        channel: 'push',
        address: id,
        // The owner's, not the device's: an erasure finds requests for an address by it.
        addressHash: emailHash,
        content: { kind: 'test-alert' },
        expiresAt: new Date(at.getTime() + USEFUL_MS).toISOString(),
        requestedAt: at.toISOString(),
        linkHash: null,
      },
    ])
  })
}
