import type { SuppressionReport } from '@walkon/contracts/http/ways'
import { audit } from '@walkon/runtime/admin-actions'
import { hashAddress } from '@walkon/service/address-hash'
import type { Database } from '@walkon/service/database'
import { insertChecks, listChecks } from '../db/address-checks.ts'
import { listSuppressions } from '../db/suppressions.ts'

/** What stands against an address, and what became of the questions about it. */
export async function reportSuppressions(db: Database, email: string): Promise<SuppressionReport> {
  const addressHash = hashAddress(email)
  const [standing, checks] = await Promise.all([
    listSuppressions(db, 'email', addressHash),
    listChecks(db, addressHash),
  ])
  return {
    suppressions: standing.map(({ createdAt, ...kind }) => ({
      channel: 'email',
      ...kind,
      since: createdAt.toISOString(),
    })),
    checks: checks.map(({ requestedAt, settledAt, ...check }) => ({
      ...check,
      requestedAt: requestedAt.toISOString(),
      settledAt: settledAt?.toISOString() ?? null,
    })),
  }
}

/** Support takes back what stands against an address, here and at Postmark, which keeps complaints. Returns the check's id. */
export async function releaseSuppressions(
  db: Database,
  email: string,
  { adminId, now }: { adminId: string; now: Date },
): Promise<string> {
  return db.transaction(async (tx) => {
    const [id] = await insertChecks(tx, [{ address: email, cause: 'support', adminId }])
    if (!id) throw new Error('No check was made')
    await audit(tx, { actorId: adminId, action: 'release-suppressions', subjectId: id, now })
    return id
  })
}
