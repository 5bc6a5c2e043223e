import type { Leaving } from '../features/auth/auth.ts'
import { sendAllWaiting } from '../features/checklist/send-waiting.ts'
import { endPush, hasPush } from '../features/push/this-browser.ts'
import type { Caller } from '../lib/api.ts'

/** Returns the things that logging out would end: ticks are sent first, and those that cannot be are counted. */
export async function beforeLeaving(caller: Caller): Promise<Leaving> {
  const [unsentTicks, isPushed] = await Promise.all([sendAllWaiting(caller), hasPush()])
  return { unsentTicks, hasPush: isPushed }
}

/** While the session still is. */
export const onLeaving = (caller: Caller): Promise<void> => endPush(caller)
