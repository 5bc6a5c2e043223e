import { requestLetters, type LetterRequest } from '@walkon/runtime/request-letter'
import type { Transaction } from '@walkon/service/database'
import { listEndsToTell, type PassEnd } from '../../db/passes/pass-ends.ts'
import { mayTellOfEnd, toEndLetter, toIssueLetter } from '../../domain/end-letter.ts'

/** A mail that offers the next day is of no use a day after. */
const USEFUL = { hours: 24 }

/**
 * Asks for the mail that alerts have expired, or that a dispute has stopped them. One mail a pass, for those that were the last of their
 * park. The pages say the same (`list-ends.ts`). Billing writes of money that goes back. Visitors who left the alert mails get none.
 */
export async function tellOfEnds(tx: Transaction, passIds: string[], now: Date): Promise<void> {
  if (passIds.length === 0) return
  const ends = await listEndsToTell(tx, passIds)
  await requestLetters(tx, 'alert-evaluator', ends.filter(mayTellOfEnd).map(toRequest), now)
}

const isDisputed = ({ revokedFor }: PassEnd) => revokedFor === 'disputed'

const toRequest = (end: PassEnd): LetterRequest => ({
  to: { email: end.email },
  letter: (isDisputed(end) ? toIssueLetter : toEndLetter)({ ...end, endedAt: new Date(end.endedAt) }),
  about: end.passId,
  occasion: isDisputed(end) ? 'subscription-issue' : 'alerts-expired',
  list: 'ride-alerts',
  useful: USEFUL,
})
