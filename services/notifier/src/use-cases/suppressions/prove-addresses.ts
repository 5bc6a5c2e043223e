import { hashAddress } from '@walkon/service/address-hash'
import type { Transaction } from '@walkon/service/database'
import { insertChecks } from '../../db/suppressions/address-checks.ts'
import { listBounced } from '../../db/suppressions/suppressions.ts'

export type Proof = { email: string; provenAt: Date }

/** Checks bounced addresses again whose owners opened the link of a mail: the bounce is no reason any more. */
export async function proveAddresses(tx: Transaction, proofs: Proof[]): Promise<void> {
  const bounced = await listBounced(
    tx,
    proofs.map(({ email }) => hashAddress(email)),
  )
  await insertChecks(
    tx,
    proofs
      .filter(({ email }) => bounced.has(hashAddress(email)))
      .map(({ email: address, provenAt }) => ({ address, cause: 'confirmed', provenAt })),
  )
}
