import { publishedBy } from '@walkon/contracts/event'
import { notificationRequested } from '@walkon/contracts/events/notifications'
import { emit } from '@walkon/messaging/emit'
import type { Transaction } from '@walkon/service/database'
import { deriveId } from '@walkon/service/derived-id'
import { listGoneRides, type GoneRides } from '../db/gone-rides.ts'
import { toGoneRidesLetter } from '../domain/gone-rides-letter.ts'

/** A visit may be days away. */
const USEFUL_HOURS = 48

/**
 * Asks for one mail to each visitor who chose some of these rides, which the feed has stopped listing. The same rides are told once, also
 * if they come back and go again. Who left the alert mails gets none.
 */
export async function tellOfGoneRides(tx: Transaction, rideIds: string[]): Promise<void> {
  if (rideIds.length === 0) return
  const expiresAt = new Date(Date.now() + USEFUL_HOURS * 3_600_000).toISOString()
  const gone = await listGoneRides(tx, rideIds)
  await emit(
    tx,
    publishedBy('alert-evaluator', notificationRequested),
    gone.map((each) => ({ id: toId(each), data: toRequest(each, expiresAt) })),
  )
}

const toId = ({ subscriptionId, rides }: GoneRides) =>
  deriveId(subscriptionId, `gone ${rides.map(({ rideId }) => rideId).join(' ')}`)

const toRequest = ({ email, rides, ...gone }: GoneRides, expiresAt: string) => ({
  notificationId: toId({ email, rides, ...gone }),
  recipient: { channel: 'email' as const, address: email },
  notification: toGoneRidesLetter({ ...gone, rideNames: rides.map(({ name }) => name) }),
  list: 'ride-alerts' as const,
  expiresAt,
})
