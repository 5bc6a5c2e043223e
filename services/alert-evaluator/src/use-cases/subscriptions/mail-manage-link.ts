import { auditOnce } from '@walkon/runtime/admin-actions'
import { requestLetter } from '@walkon/runtime/request-letter'
import type { Database } from '@walkon/service/database'
import { notFound } from '@walkon/service/errors'
import { listSubscriptionsOfAddresses } from '../../db/preferences/preferences.ts'
import { MANAGE_LINK_LETTER } from '../../domain/manage-link-letter.ts'

/**
 * Staff mail the owner of alerts the link to them, once for each `requestId`. Throws `subscription-not-found` for an address without any:
 * its link would open an empty page.
 */
export async function mailManageLink(
  { db, now: clock }: { db: Database; now: () => Date },
  actorId: string,
  { email, requestId, reason }: { email: string; requestId: string; reason: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    const now = clock()
    const [subjectId] = await listSubscriptionsOfAddresses(tx, [email])
    if (!subjectId) throw notFound('subscription')
    const act = { actorId, action: 'mail-manage-link', subjectId, reason, now }
    if (!(await auditOnce(tx, { ...act, requestId }))) return
    const letter = { ...MANAGE_LINK_LETTER, subscriptionId: subjectId }
    await requestLetter(tx, 'alert-evaluator', { to: { email }, letter, about: requestId }, now)
  })
}
