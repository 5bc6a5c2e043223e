import { numberConfirmationsChanged } from '@walkon/contracts/events/notifications'
import { on, type Handler } from '@walkon/messaging/inbox'
import { saveConfirmedNumber } from '../db/numbers.ts'

/** Which accounts a number is confirmed for. */
export const onNumberConfirmationsChanged = (): Handler =>
  on(numberConfirmationsChanged, async (events, tx) => {
    for (const { data } of events) await saveConfirmedNumber(tx, data)
  })
