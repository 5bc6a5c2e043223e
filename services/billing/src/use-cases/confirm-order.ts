import type { ConfirmedActivation } from '@walkon/contracts/http/billing'
import type { SealedTokens } from '@walkon/service/sealed-tokens'
import { findConfirmation } from '../db/confirmations.ts'
import { datesOver, expiredLink, unknownLink } from './refuse-link.ts'
import { lockOrder } from '../db/orders.ts'
import type { ActivationDeps } from './place-order.ts'
import { fulfilOrder } from './fulfil-order.ts'
import { hashLinkToken } from './hash-link-token.ts'

export type ConfirmationDeps = Pick<ActivationDeps, 'db' | 'settings' | 'now'> & {
  manageTokens: SealedTokens
}

/** So long after an order was fulfilled its link still opens the alerts; a link that is found later opens nothing. */
const OPENS_ALERTS_MS = 3_600_000

/** How long the page that a link opened may change the alerts. The manage links of mails last longer. */
const MANAGE_TOKEN_SECONDS = 24 * 3_600

/**
 * Fulfils the order of a mailed link. The link of a fulfilled order always gets the same answer, so that a second tab, a
 * double click or a lost answer is no error. Throws `confirmation-token-invalid`, `confirmation-token-expired`, `dates-over`
 * and what `fulfilOrder` throws; the order then stays as it is, so that the link is refused in the same way the next time.
 */
export async function confirmOrder(
  { db, settings, manageTokens, now: clock }: ConfirmationDeps,
  token: string,
): Promise<ConfirmedActivation> {
  const now = clock()
  const confirmation = await findConfirmation(db, hashLinkToken(token))
  if (!confirmation) throw unknownLink()
  const { orderId, addressHash, expiresAt } = confirmation

  const { order, fulfilment } = await db.transaction(async (tx) => {
    const locked = await lockOrder(tx, orderId)
    // The order was erased between the two queries, and its link with it.
    if (!locked) throw unknownLink()
    // The account has another address since, and the link went to the old one.
    if (locked.addressHash !== addressHash) throw expiredLink()
    const isTooLate = locked.status !== 'fulfilled' && expiresAt <= now
    const made = isTooLate
      ? GIVEN_UP
      : await fulfilOrder(tx, orderId, { now, passHours: settings.PASS_HOURS, isConfirmedByMail: true })
    return { order: locked, fulfilment: made }
  })

  if (fulfilment.state === 'dates-over') throw datesOver()
  if (fulfilment.state === 'given-up') throw expiredLink()
  const { park, dates } = fulfilment
  const fulfilledAt = order.fulfilledAt ?? now
  const manageToken =
    now.getTime() - fulfilledAt.getTime() < OPENS_ALERTS_MS
      ? await manageTokens.seal(order.email, { expiresInSeconds: MANAGE_TOKEN_SECONDS, now })
      : null
  return { status: 'active', parkId: park.id, parkName: park.name, dates, manageToken }
}

const GIVEN_UP = { state: 'given-up' } as const
