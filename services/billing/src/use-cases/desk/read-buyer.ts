import type { DataExport } from '@walkon/contracts/http/data-export'
import type { Staff } from '@walkon/runtime/desk-rights'
import type { Deps } from '@walkon/runtime/service'
import { hashAddress } from '@walkon/service/address-hash'
import type { Settings } from '../../config.ts'
import { listDataOf } from '../../db/data-export.ts'
import { listPaymentsOf } from '../../db/accounts/found-buyers.ts'
import { leftForDesk, leftForMember } from '../../domain/desk-refund.ts'
import { readDaysLeftFor } from '../passes/give-pass.ts'
import { readMemberLimits } from './count-desk-act.ts'
import { readOrdersVersion, versionOfPayment } from './seen-versions.ts'

/**
 * A visitor for the support desk, with the versions that its decisions name, and how much of each payment the desk may pay back
 * (`leftCents`), the member who reads (`memberCents`), and that member of all payments today (`refundsLeft`; null without a limit). `giftsLeft` are the days that the member may give the visitor now.
 * Versions are read first: a change after that makes them old, never the lists.
 */
export async function readBuyer(
  { db, now, settings }: Pick<Deps<Settings>, 'db' | 'now' | 'settings'>,
  staff: Staff,
  visitor: { email: string; userId: string },
): Promise<DataExport> {
  const addressHash = hashAddress(visitor.email)
  const version = await readOrdersVersion(db, addressHash)
  const limits = await readMemberLimits(db, staff, settings, now())
  const daysLeft = await readDaysLeftFor(db, addressHash, settings, now())
  const payments = await listPaymentsOf(db, visitor.email)
  return {
    ...(await listDataOf(db, visitor)),
    payments: payments.map((payment) => ({
      ...payment,
      version: versionOfPayment(payment),
      leftCents: leftForDesk(payment),
      memberCents: leftForMember(payment, limits),
    })),
    ordersSeen: [{ version }],
    refundsLeft: [{ dayCents: limits?.dayCents ?? null }],
    giftsLeft: [{ days: limits && Math.min(limits.days, daysLeft) }],
  }
}
