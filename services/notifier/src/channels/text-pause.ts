import type { Cache } from '@walkon/service/cache'
import { createMemoryCache } from '@walkon/service/memory-cache'
import { createSpareCache } from '@walkon/service/spare-cache'

/** While Twilio refuses our configuration no process sends a text. */
export type TextPause = {
  isOn(): Promise<boolean>
  /** Begins the pause, or begins it again. Never rejects. */
  start(): Promise<void>
}

const KEY = 'text-pause'

/**
 * Keeps the pause in the shared cache, because one process hears of the refusal and all send. While the cache is away each process knows
 * its own.
 */
export function createTextPause(cache: Cache, seconds: number, now: () => Date): TextPause {
  const own = createMemoryCache(() => now().getTime())
  const shared = createSpareCache(cache, now)
  return {
    isOn: async () => (await own.get(KEY)) !== null || (await shared((all) => all.get(KEY))) !== null,
    async start() {
      await own.set(KEY, 'on', seconds)
      await shared((all) => all.set(KEY, 'on', Math.ceil(seconds)))
    },
  }
}
