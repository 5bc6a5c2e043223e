import type { EmailWay } from '@walkon/contracts/http/ways'
import type { MailList } from '@walkon/contracts/values'
import { hashAddress } from '@walkon/service/address-hash'
import type { Database } from '@walkon/service/database'
import { insertChecks } from '../db/address-checks.ts'
import { deleteSuppressions, listSuppressions } from '../db/suppressions.ts'
import { streamOfList } from '../domain/delivery-source.ts'
import { standingAgainst } from '../domain/suppression.ts'
import { toEmailState } from '../domain/way.ts'

/**
 * Takes the wish to leave a list back, here and at Postmark. A bounce is taken back too where the link of a mail shows it, `provenAt`, and
 * is newer; a complaint never. Returns what stood against the mails of the list.
 */
export async function resumeList(
  db: Database,
  { list, email }: { list: MailList; email: string },
  { provenAt }: { provenAt?: Date } = {},
): Promise<EmailWay['state']> {
  const addressHash = hashAddress(email)
  return db.transaction(async (tx) => {
    const standing = standingAgainst(list, await listSuppressions(tx, 'email', addressHash))
    if (standing.length > 0) {
      const left = { reason: 'unsubscribed', scope: streamOfList(list) } as const
      await deleteSuppressions(tx, 'email', addressHash, { kinds: [left] })
      await insertChecks(tx, [{ address: email, cause: 'resumed', list, ...(provenAt && { provenAt }) }])
    }
    return toEmailState(standing)
  })
}
