import { passRegistered } from '@walkon/contracts/events/alerts'
import { emit } from '@walkon/messaging/emit'
import type { Transaction } from '@walkon/service/database'

/** Answers billing, which publishes a pass again until it hears of it. Each copy is answered, because the answer to an earlier one may be lost. */
export const registerPasses = (tx: Transaction, passes: { passId: string }[]): Promise<void> =>
  emit(
    tx,
    passRegistered,
    passes.map(({ passId }) => ({ data: { passId } })),
  )
