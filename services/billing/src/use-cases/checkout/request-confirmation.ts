import type { Letter } from '@walkon/contracts/letter'
import { requestLetter } from '@walkon/runtime/request-letter'
import type { Transaction } from '@walkon/service/database'
import { hashToken, makeToken } from '@walkon/service/link-tokens'
import { insertConfirmation } from '../../db/checkout/confirmations.ts'
import { saveExpiry, type OrderRow } from '../../db/checkout/orders.ts'
import type { ParkRow } from '../../db/parks/parks.ts'
import { toConfirmationLetter, toPaidConfirmationLetter } from '../../domain/confirmation-letter.ts'

type Link = {
  order: OrderRow
  park: ParkRow
  now: Date
  /** The request by which the support desk has the link mailed again: each is mailed once. */
  copyFor?: string
}

/** Requests the mail with the link that confirms an order, and moves the expiry of the order to that of the link. */
export async function requestConfirmation(
  tx: Transaction,
  { order, park, now, hours, copyFor }: Link & { hours: number },
): Promise<void> {
  const expiresAt = new Date(now.getTime() + hours * 3_600_000)
  const token = await insertLink(tx, order, { now, expiresAt })
  await saveExpiry(tx, order.id, expiresAt)
  const letter = toConfirmationLetter({ park, ...order, token, expiresAt })
  await mailLink(tx, { order, letter, now, expiresAt, copyFor })
}

/** The same for an order that is paid and waits until `expiresAt`. */
export async function requestPaidConfirmation(
  tx: Transaction,
  { order, park, now, expiresAt, amountCents, copyFor }: Link & { expiresAt: Date; amountCents: number },
): Promise<void> {
  const token = await insertLink(tx, order, { now, expiresAt })
  const letter = toPaidConfirmationLetter({
    park,
    ...order,
    token,
    expiresAt,
    amountCents,
    orderId: order.id,
  })
  await mailLink(tx, { order, letter, now, expiresAt, copyFor })
}

async function insertLink(
  tx: Transaction,
  { id: orderId, addressHash }: OrderRow,
  { now, expiresAt }: { now: Date; expiresAt: Date },
): Promise<string> {
  const token = makeToken()
  await insertConfirmation(tx, { tokenHash: hashToken(token), orderId, addressHash, sentAt: now, expiresAt })
  return token
}

async function mailLink(
  tx: Transaction,
  {
    order,
    letter,
    now,
    expiresAt,
    copyFor,
  }: { order: OrderRow; letter: Letter; now: Date; expiresAt: Date; copyFor: string | undefined },
): Promise<void> {
  const link = { to: { email: order.email }, letter, useful: { until: expiresAt } }
  await requestLetter(tx, 'billing', copyFor === undefined ? link : { ...link, about: copyFor }, now)
}
