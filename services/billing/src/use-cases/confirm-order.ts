import type { ConfirmedActivation } from '@walkon/contracts/http/billing'
import { AppError } from '@walkon/service/errors'
import { findConfirmation } from '../db/confirmations.ts'
import { lockOrder } from '../db/orders.ts'
import type { ActivationDeps } from './place-order.ts'
import { fulfilOrder, type Fulfilment } from './fulfil-order.ts'
import { hashLinkToken } from './hash-link-token.ts'

/**
 * Fulfils the order of a mailed link. The link of a fulfilled order always gets the same answer, so that a second tab, a
 * double click or a lost answer is no error. Throws `confirmation-token-invalid`, `confirmation-token-expired`, `dates-over`
 * and what `fulfilOrder` throws; the order then stays as it is, so that the link is refused alike the next time.
 */
export async function confirmOrder(
  { db, settings, now: clock }: Pick<ActivationDeps, 'db' | 'settings' | 'now'>,
  token: string,
): Promise<ConfirmedActivation> {
  const now = clock()
  const confirmation = await findConfirmation(db, hashLinkToken(token))
  if (!confirmation) throw unknownLink()
  const { orderId, expiresAt } = confirmation

  const fulfilment = await db.transaction(async (tx): Promise<Fulfilment> => {
    const order = await lockOrder(tx, orderId)
    // The order was erased between the two queries, and its link with it.
    if (!order) throw unknownLink()
    if (order.status !== 'fulfilled' && expiresAt <= now) return { state: 'given-up' }
    return fulfilOrder(tx, orderId, { now, passHours: settings.PASS_HOURS })
  })

  if (fulfilment.state === 'dates-over')
    throw new AppError('dates-over', 'The days you chose are over at the park')
  if (fulfilment.state === 'given-up')
    throw new AppError('confirmation-token-expired', 'This link has expired. Please activate again.')
  const { park, dates } = fulfilment
  return { status: 'active', parkId: park.id, parkName: park.name, dates }
}

const unknownLink = () => new AppError('confirmation-token-invalid', 'This link is not one of ours')
