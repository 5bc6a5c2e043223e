import { assistDayRegistered } from '@walkon/contracts/events/planner'
import { emit } from '@walkon/messaging/emit'
import type { Transaction } from '@walkon/service/database'

/** Answers billing, which publishes a day again until it hears of it. Each copy is answered, because the answer to an earlier one may be lost. */
export const registerAssistDays = (tx: Transaction, days: { assistDayId: string }[]): Promise<void> =>
  emit(
    tx,
    assistDayRegistered,
    days.map(({ assistDayId }) => ({ data: { assistDayId } })),
  )
