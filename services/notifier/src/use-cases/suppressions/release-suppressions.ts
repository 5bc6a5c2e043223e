import { audit } from '@walkon/runtime/admin-actions'
import { hashAddress } from '@walkon/service/address-hash'
import type { Database } from '@walkon/service/database'
import { AppError } from '@walkon/service/errors'
import { insertChecks } from '../../db/suppressions/address-checks.ts'
import { listNamedNumbers } from '../../db/texts/confirmed-numbers.ts'
import { findNewestDelivery } from '../../db/accounts/found-recipients.ts'
import { deleteSuppressions, listSuppressions } from '../../db/suppressions/suppressions.ts'
import { publishNumbers } from '../texts/publish-numbers.ts'

type Act = { actorId: string; reason: string; now: Date }

/** Releases an address for support, here and at Postmark, which keeps complaints. Returns the check's id. */
export async function releaseAddress(
  db: Database,
  email: string,
  { actorId, reason, now }: Act,
): Promise<string> {
  return db.transaction(async (tx) => {
    const [id] = await insertChecks(tx, [{ address: email, cause: 'support', adminId: actorId }])
    if (!id) throw new Error('No check was made')
    await audit(tx, { actorId, action: 'release-suppressions', subjectId: id, reason, now })
    return id
  })
}

/**
 * Support takes back that a number cannot be reached. A STOP is its owner's: throws `number-stopped`, because only a START of the number
 * takes it back, here and at Twilio.
 */
export async function releaseNumber(
  db: Database,
  number: string,
  { actorId, reason, now }: Act,
): Promise<void> {
  const addressHash = hashAddress(number)
  await db.transaction(async (tx) => {
    const standing = await listSuppressions(tx, 'sms', addressHash)
    if (standing.some((kind) => kind.reason === 'unsubscribed'))
      throw new AppError('number-stopped', 'The number has answered STOP; only START from it takes that back')
    await deleteSuppressions(tx, 'sms', addressHash, { kinds: standing })
    const subjectId = await findNewestDelivery(tx, { channel: 'sms', addressHash })
    await audit(tx, { actorId, action: 'release-number', ...(subjectId && { subjectId }), reason, now })
    await publishNumbers(tx, await listNamedNumbers(tx, [addressHash]))
  })
}
