import { hashAddress } from '@walkon/service/address-hash'
import type { Database } from '@walkon/service/database'
import { AppError } from '@walkon/service/errors'
import { lockWaitingNumbers } from '../../db/texts/consents.ts'
import { insertDeliveries } from '../../db/deliveries/deliveries.ts'
import { askEach, toAskError, type AskDeps } from './ask-numbers.ts'

export type AskAgainDeps = AskDeps & { db: Database }

/**
 * Asks the numbers of a visitor's orders and plan that have not answered once more, within what a number may be asked in a day. One that was
 * asked within the last minute is not asked twice. Throws an `AppError`, the reason of the first, where every number is refused.
 */
export async function askAgain({ db, ...deps }: AskAgainDeps, email: string): Promise<void> {
  await db.transaction(async (tx) => {
    const waiting = await lockWaitingNumbers(tx, hashAddress(email))
    if (waiting.length === 0) throw new AppError('no-number-waiting', 'No number waits for its YES')
    const due = waiting.filter(({ wasJustAsked }) => !wasJustAsked)
    const { questions, notAsked } = await askEach(tx, due, deps)
    const [first] = notAsked
    if (first && notAsked.length === waiting.length) throw toAskError(first)
    await insertDeliveries(tx, questions)
  })
}
