import type { Cache } from './cache.ts'
import { createSpareCache } from './spare-cache.ts'

/** How often something may be tried in a fixed window of time. */
export type Allowance = { limit: number; windowSeconds: number }

export type AttemptLimit = {
  /**
   * Counts one more try. Returns null, or the seconds until the next one is allowed. Counted before the work, so that
   * many at once are as many. `key` must hold nothing personal: hash an address first.
   */
  spend(key: string, allowance: Allowance): Promise<number | null>
  /** Returns the result of `spend` without counting: for work that costs a try only if it fails. */
  check(key: string, allowance: Allowance): Promise<number | null>
  /** How many more tries the current window allows. */
  left(key: string, allowance: Allowance): Promise<number>
  /** Forgets the tries of the current window. */
  restore(key: string, allowance: Allowance): Promise<void>
}

/** While the shared cache is away each process counts for itself, rather than not at all. */
export function createAttemptLimit(cache: Cache, now: () => Date): AttemptLimit {
  const counting = createSpareCache(cache, now)
  const windowOf = ({ windowSeconds }: Allowance) => Math.floor(now().getTime() / 1000 / windowSeconds)
  const name = (key: string, allowance: Allowance) => `tries:${key}:${windowOf(allowance)}`

  function waitSeconds(tries: number, allowance: Allowance): number | null {
    if (tries <= allowance.limit) return null
    const end = (windowOf(allowance) + 1) * allowance.windowSeconds
    return Math.max(1, Math.ceil(end - now().getTime() / 1000))
  }

  const triesOf = async (key: string, allowance: Allowance) =>
    Number(await counting((counts) => counts.get(name(key, allowance))))

  return {
    async spend(key, allowance) {
      const tries = await counting((counts) =>
        counts.increment(name(key, allowance), allowance.windowSeconds),
      )
      return waitSeconds(tries, allowance)
    },
    check: async (key, allowance) => waitSeconds((await triesOf(key, allowance)) + 1, allowance),
    left: async (key, allowance) => Math.max(0, allowance.limit - (await triesOf(key, allowance))),
    restore: (key, allowance) => counting((counts) => counts.delete(name(key, allowance))),
  }
}
