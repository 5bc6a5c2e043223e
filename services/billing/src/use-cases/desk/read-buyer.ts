import type { DataExport } from '@walkon/contracts/http/data-export'
import { hashAddress } from '@walkon/service/address-hash'
import type { Database } from '@walkon/service/database'
import { listDataOf } from '../../db/data-export.ts'
import { listPaymentsOf } from '../../db/accounts/found-buyers.ts'
import { readOrdersVersion, versionOfPayment } from './seen-versions.ts'

/** A visitor for the support desk, with the versions that its decisions name. They are read first: a change after that makes them old, never the lists. */
export async function readBuyer(
  db: Database,
  visitor: { email: string; userId: string },
): Promise<DataExport> {
  const version = await readOrdersVersion(db, hashAddress(visitor.email))
  const payments = await listPaymentsOf(db, visitor.email)
  return {
    ...(await listDataOf(db, visitor)),
    payments: payments.map((payment) => ({ ...payment, version: versionOfPayment(payment) })),
    ordersSeen: [{ version }],
  }
}
