import type { suppressAct } from '@walkon/contracts/http/desk'
import { audit } from '@walkon/runtime/admin-actions'
import type { Staff } from '@walkon/runtime/desk-rights'
import { hashAddress } from '@walkon/service/address-hash'
import type { Database } from '@walkon/service/database'
import { AppError } from '@walkon/service/errors'
import type { z } from 'zod'
import { findNewestDelivery } from '../../db/accounts/found-recipients.ts'
import type { Suppression } from '../../db/suppressions/suppressions.ts'
import { LIST_SCOPES } from '../../domain/suppression-scope.ts'
import { demandRightOverRecipient } from './demand-right.ts'
import type { DeliveryMetrics } from '../../metrics/deliveries.ts'
import { suppressFresh } from './suppress-address.ts'

type SuppressAct = z.output<typeof suppressAct>

/**
 * Stops messages to an address or a number for support, at once. A number is stopped as by STOP, which only its owner takes back. An
 * address leaves each list as by the link of a mail. One that is not the visitor's gets no letter either, until its owner opens a link of
 * ours or support releases it. Letters that guard an account are never stopped. Throws `own-account`, `staff-account`, `account-guarded`.
 * An act that changes nothing leaves no entry.
 */
export async function suppressByHand(
  { db, now, metrics }: { db: Database; now: () => Date; metrics: Pick<DeliveryMetrics, 'count'> },
  staff: Staff,
  act: SuppressAct,
): Promise<void> {
  const transitions = await db.transaction(async (tx) => {
    const userId = await demandRightOverRecipient(tx, staff, act)
    if (act.channel === 'email' && act.what === 'everything' && userId !== null)
      throw new AppError('account-guarded', 'Letters that guard an account are not stopped')
    const ended = await suppressFresh(tx, toSuppressions(act))
    if (ended.fresh.length > 0) {
      const action = act.channel === 'sms' ? 'suppress-number' : `suppress-${act.what}`
      const { channel, address, reason } = act
      const subjectId = await findNewestDelivery(tx, { channel, addressHash: hashAddress(address) })
      await audit(tx, { actorId: staff.actorId, action, ...(subjectId && { subjectId }), reason, now: now() })
    }
    return ended.transitions
  })
  metrics.count(transitions)
}

function toSuppressions(act: SuppressAct): Suppression[] {
  const { channel, address } = act
  const to = { channel, addressHash: hashAddress(address) }
  if (act.channel === 'sms') return [{ ...to, reason: 'unsubscribed', scope: 'all' }]
  const lists = LIST_SCOPES.map((scope): Suppression => ({ ...to, reason: 'unsubscribed', scope }))
  return act.what === 'lists' ? lists : [...lists, { ...to, reason: 'invalid', scope: 'all' }]
}
