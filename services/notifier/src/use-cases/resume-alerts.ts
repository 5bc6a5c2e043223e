import { hashAddress } from '@walkon/service/address-hash'
import type { Database } from '@walkon/service/database'
import { insertChecks } from '../db/address-checks.ts'
import { deleteSuppressions, listSuppressions } from '../db/suppressions.ts'
import { toEmailState } from '../domain/way.ts'
import type { EmailWay } from '@walkon/contracts/http/ways'

const LEFT = { reason: 'unsubscribed', scope: 'alerts' } as const

/**
 * Takes the wish to leave back, here and at Postmark. A bounce is taken back too where the link of a mail shows it, `provenAt`, and
 * is newer; a complaint never. Returns what stood against the address.
 */
export async function resumeAlerts(
  db: Database,
  email: string,
  { provenAt }: { provenAt?: Date } = {},
): Promise<EmailWay['state']> {
  const addressHash = hashAddress(email)
  return db.transaction(async (tx) => {
    const standing = await listSuppressions(tx, 'email', addressHash)
    if (standing.length > 0) {
      await deleteSuppressions(tx, 'email', addressHash, { kinds: [LEFT] })
      await insertChecks(tx, [{ address: email, cause: 'resumed', ...(provenAt && { provenAt }) }])
    }
    return toEmailState(standing)
  })
}
