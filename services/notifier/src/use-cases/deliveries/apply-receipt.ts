import type { Channel } from '@walkon/contracts/values'
import { hashAddress } from '@walkon/service/address-hash'
import type { Transaction } from '@walkon/service/database'
import { randomUUID } from 'node:crypto'
import { insertChecks } from '../../db/suppressions/address-checks.ts'
import type { AddressClaim, Receipt } from '../../domain/receipt.ts'
import { listErasedAddresses, lockForInserts } from '../../db/accounts/erasures.ts'
import { recordReceipt, recordSteps } from '../../db/deliveries/outcomes.ts'
import type { Transition } from '../../db/deliveries/transitions.ts'
import type { SuppressionReason } from '../../domain/suppression-scope.ts'
import { settle } from './settle-deliveries.ts'
import { suppressAddresses } from '../suppressions/suppress-address.ts'

/** Records a provider's statement about a message or an address. The same receipt again changes nothing. */
export async function applyReceipt(tx: Transaction, receipt: Receipt): Promise<Transition[]> {
  switch (receipt.kind) {
    case 'accepted':
      return accept(tx, receipt)
    case 'delivered':
      return record(tx, receipt, null)
    case 'bounced':
      return [
        ...(await record(tx, receipt, receipt.reason)),
        ...(receipt.suppress ? await stop(tx, receipt, receipt.suppress) : []),
      ]
    default:
      return receipt satisfies never
  }
}

/** A receipt; or a claim about an address, which is looked up first. */
export async function applyMailEvent(tx: Transaction, event: Receipt | AddressClaim): Promise<Transition[]> {
  if (event.kind !== 'claimed') return applyReceipt(tx, event)
  await insertChecks(tx, [{ address: event.address, cause: 'told', claim: event.claim }])
  return []
}

/** False if the receipt names an erased address; shuts out erasures until the transaction has ended. */
export async function mayKeepReceipt(tx: Transaction, addressHashes: string[]): Promise<boolean> {
  await lockForInserts(tx)
  return (await listErasedAddresses(tx, addressHashes)).length === 0
}

type MessageReceipt = Extract<Receipt, { kind: 'delivered' | 'bounced' }>

async function record(
  tx: Transaction,
  { kind, deliveryId, providerId }: MessageReceipt,
  reason: string | null,
): Promise<Transition[]> {
  if (!deliveryId) return []
  return settle(tx, await recordReceipt(tx, deliveryId, { state: kind, reason, providerId }))
}

/** Accepts a message that the provider has, no matter which process made the call. */
async function accept(
  tx: Transaction,
  { deliveryId, providerId }: Extract<Receipt, { kind: 'accepted' }>,
): Promise<Transition[]> {
  if (!deliveryId) return []
  const step = { state: 'accepted', providerId } as const
  return settle(tx, await recordSteps(tx, randomUUID(), [{ id: deliveryId, step }]))
}

type Stopped = { channel: Channel; address: string }

const stop = (tx: Transaction, { channel, address }: Stopped, reason: SuppressionReason) =>
  suppressAddresses(tx, [{ channel, addressHash: hashAddress(address), reason, scope: 'all' }])
