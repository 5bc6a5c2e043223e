import type { EmailWay } from '@walkon/contracts/http/ways'
import type { MailList } from '@walkon/contracts/values'
import { hashAddress } from '@walkon/service/address-hash'
import type { Database, Transaction } from '@walkon/service/database'
import { insertChecks } from '../../db/suppressions/address-checks.ts'
import { saveConfirmed } from '../../db/newsletter/newsletter.ts'
import { deleteSuppressions, listSuppressions } from '../../db/suppressions/suppressions.ts'
import { streamOfList } from '../../domain/delivery-source.ts'
import { standingAgainst } from '../../domain/suppression-scope.ts'
import { toEmailState } from '../../domain/way.ts'

type Left = { list: MailList; email: string }
type Proof = { provenAt?: Date; userId?: string | null }

/** Resumes as `resumeIn`, in a transaction of its own. */
export const resumeList = (db: Database, left: Left, proof: Proof = {}) =>
  db.transaction((tx) => resumeIn(tx, left, proof))

/**
 * Takes the wish to leave a list back, here and at Postmark; who comes back to the newsletter is its subscriber again. A bounce is taken back
 * too where the link of a mail shows it, `provenAt`, and is newer; a complaint never. Returns what stood against the mails of the list, and
 * the entry of the newsletter. `isStopped`: an entry by hand at Postmark stops every mail, and a person must lift it there.
 */
export async function resumeIn(
  tx: Transaction,
  { list, email }: Left,
  { provenAt, userId = null }: Proof = {},
): Promise<{ stood: EmailWay['state']; isStopped: boolean; entryId: string | null }> {
  const addressHash = hashAddress(email)
  const standing = standingAgainst(list, await listSuppressions(tx, 'email', addressHash))
  if (standing.length > 0) {
    const left = { reason: 'unsubscribed', scope: streamOfList(list) } as const
    await deleteSuppressions(tx, 'email', addressHash, { kinds: [left] })
    await insertChecks(tx, [{ address: email, cause: 'resumed', list, ...(provenAt && { provenAt }) }])
  }
  const entryId = list === 'newsletter' ? await saveConfirmed(tx, { email, userId }) : null
  const isStopped = standing.some(({ reason, scope }) => reason === 'unsubscribed' && scope === 'all')
  return { stood: toEmailState(standing), isStopped, entryId }
}
