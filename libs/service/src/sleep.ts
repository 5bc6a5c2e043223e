import { setTimeout as after } from 'node:timers/promises'

/** Resolves after so many milliseconds, or as soon as the signal aborts. */
export const sleep = (ms: number, signal: AbortSignal): Promise<void> =>
  after(ms, undefined, { signal }).catch(() => {})
