import { hashAddress } from '@walkon/service/address-hash'
import type { Database } from '@walkon/service/database'
import { AppError, tooManyRequests } from '@walkon/service/errors'
import type { TextLinks } from '../channels/text-links.ts'
import { lockWaitingNumbers, saveAsked } from '../db/consents.ts'
import { insertDeliveries, type NewDelivery } from '../db/deliveries.ts'
import { toQuestion } from './ask-numbers.ts'
import type { TextLimit } from './limit-texts.ts'

export type AskAgainDeps = { db: Database; texts: TextLimit; links: TextLinks }

/**
 * Asks the numbers of a visitor's orders that have not answered once more, within what a number may be asked in a day. One that was
 * asked within the last minute is not asked twice. Throws an `AppError` where none can be asked.
 */
export async function askAgain({ db, texts, links }: AskAgainDeps, email: string): Promise<void> {
  await db.transaction(async (tx) => {
    const waiting = await lockWaitingNumbers(tx, hashAddress(email))
    if (waiting.length === 0) throw new AppError('no-number-waiting', 'No number waits for its YES')
    const questions: NewDelivery[] = []
    for (const consent of waiting.filter(({ wasJustAsked }) => !wasJustAsked)) {
      const waitSeconds = await texts.spendQuestion(consent.number)
      if (waitSeconds !== null) throw tooManyRequests(waitSeconds)
      const refusal = await texts.spend(consent.number)
      if (refusal) throw new AppError('text-not-sent', `No text is sent now: ${refusal}`)
      await saveAsked(tx, consent)
      questions.push(toQuestion(consent, false, links))
    }
    await insertDeliveries(tx, questions)
  })
}
