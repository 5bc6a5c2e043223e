import type { GuaranteeView } from '@walkon/contracts/http/guarantees'
import type { Queryable } from '@walkon/service/database'
import { AppError } from '@walkon/service/errors'
import { findGuarantee, type GuaranteeRow } from '../../db/guarantee/guarantees.ts'

/** Why an ended pass was refunded or not, for support. Throws `guarantee-not-found`. */
export async function readGuarantee(db: Queryable, passId: string): Promise<GuaranteeView> {
  const row = await findGuarantee(db, passId)
  if (!row) throw new AppError('guarantee-not-found', 'No paid pass with this id has ended')
  return toView(row)
}

function toView(row: GuaranteeRow): GuaranteeView {
  const { passId, paidCents, ridesAlerted, ridesCounted, ridesOpen, decision, reason } = row
  return {
    passId,
    endedAt: row.endedAt.toISOString(),
    paidCents,
    ridesAlerted,
    ridesCounted,
    ridesOpen,
    settleUntil: row.settleUntil.toISOString(),
    decidedAt: row.decidedAt?.toISOString() ?? null,
    decision,
    reason,
    refund:
      decision !== 'refund'
        ? null
        : {
            state: row.owedState ?? 'due',
            refundId: row.refundId,
            amountCents: row.refundCents,
            reason: row.refundReason,
            announcedAt: row.refundAnnouncedAt?.toISOString() ?? null,
          },
  }
}
