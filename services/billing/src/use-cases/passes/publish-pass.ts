import { passActivated, type passRestored } from '@walkon/contracts/events/billing'
import type { Recipient } from '@walkon/contracts/values'
import type { Transaction } from '@walkon/service/database'
import type { OrderRow } from '../../db/checkout/orders.ts'
import type { ParkRow } from '../../db/parks/parks.ts'
import { PUBLISHED } from '../../db/published.ts'
import type { PassWindow } from '../../domain/pass-windows.ts'
import { publishAccounted } from '../publish-accounted.ts'

type PublishedPass = {
  passId: string
  order: OrderRow
  park: ParkRow
  windows: PassWindow[]
  /** When the link of a mail confirmed the order that the pass is of. */
  confirmedByMailAt?: Date | null
}

/**
 * Publishes the pass, which is new or given back. alert-evaluator then turns the alerts on, and requests the mail about a new free one, and
 * answers with PassRegistered.
 */
export async function publishPass(
  tx: Transaction,
  definition: typeof passActivated | typeof passRestored,
  { passId, order, park, windows, confirmedByMailAt }: PublishedPass,
): Promise<void> {
  const data = {
    passId,
    email: order.email,
    ...toRecipient(order),
    parkId: park.id,
    parkName: park.name,
    windows: windows.map(({ date, startsAt, endsAt }) => ({
      date,
      startsAt: startsAt.toISOString(),
      endsAt: endsAt.toISOString(),
    })),
    paid: order.totalCents > 0,
    ...(definition === passActivated && order.watches && { watches: order.watches }),
    ...(confirmedByMailAt && { confirmedByMailAt: confirmedByMailAt.toISOString() }),
  }
  await publishAccounted(tx, definition, PUBLISHED.passes, [{ id: passId, data }])
}

type Addressed = { recipient: Recipient; consent?: { version: string; givenAt: string } }

/**
 * Text messages go to the number, with what its buyer agreed to; notifier asks the number's owner before it texts. The support desk agrees to
 * nothing for a visitor: what the number's owner answered before stands.
 */
function toRecipient({ email, source, phone, consentVersion, createdAt }: OrderRow): Addressed {
  if (phone !== null && source === 'support') return { recipient: { channel: 'sms', address: phone } }
  if (phone === null || consentVersion === null) return { recipient: { channel: 'email', address: email } }
  return {
    recipient: { channel: 'sms', address: phone },
    consent: { version: consentVersion, givenAt: createdAt.toISOString() },
  }
}
