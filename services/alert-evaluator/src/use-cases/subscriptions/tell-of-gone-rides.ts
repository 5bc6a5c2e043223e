import { requestLetters, type LetterRequest } from '@walkon/runtime/request-letter'
import type { Transaction } from '@walkon/service/database'
import { listGoneRides, type GoneRides } from '../../db/subscriptions/gone-rides.ts'
import { toGoneRidesLetter } from '../../domain/gone-rides-letter.ts'

/**
 * Asks for one mail to each visitor who chose some of these rides, which the feed has stopped listing. The same rides are told once, also
 * if they come back and go again. Visitors who left the alert mails get none.
 */
export async function tellOfGoneRides(tx: Transaction, rideIds: string[], now: Date): Promise<void> {
  if (rideIds.length === 0) return
  const gone = await listGoneRides(tx, rideIds)
  await requestLetters(tx, 'alert-evaluator', gone.map(toRequest), now)
}

const toRequest = ({ email, rides, ...gone }: GoneRides): LetterRequest => ({
  to: { email },
  letter: toGoneRidesLetter({ ...gone, rideNames: rides.map(({ name }) => name) }),
  about: gone.subscriptionId,
  occasion: `gone ${rides.map(({ rideId }) => rideId).join(' ')}`,
  list: 'ride-alerts',
})
