import { deriveId } from '@walkon/service/derived-id'

/** A button that is pressed twice in this time, or in two tabs, was meant once. */
const SAME_PRESS_MS = 30_000

/**
 * The source of a message that a visitor asked for by a button: the same for a second press, which then queues nothing. `hash` is hex, of
 * where it goes. Two presses around the end of a half minute are two.
 */
export const toPressId = (what: string, hash: string, now: Date): string =>
  deriveId(hash, `${what} ${Math.floor(now.getTime() / SAME_PRESS_MS)}`)
