import { setTimeout as after } from 'node:timers/promises'

/** One read of each service by a stranger. */
const PATHS = [
  '/auth/v1/settings',
  '/api/parks/destinations',
  '/api/alerts/settings',
  '/api/billing/prices',
  '/api/notifications/push/key',
  '/api/rankings/parks',
  '/api/planner/gates',
  '/',
]
const EVERY_MS = 100

/** Asks one address after the other, ten a second, and counts what is answered 5xx or not at all. */
export function countRequests(url: string) {
  const stopping = new AbortController()
  let sent = 0
  let failed: string[] = []
  const underWay = new Set<Promise<void>>()

  async function ask(path: string): Promise<void> {
    sent += 1
    const answer = await fetch(`${url}${path}`, { signal: AbortSignal.timeout(15_000) }).catch(
      (error: unknown) => String((error as Error).cause ?? error),
    )
    if (typeof answer === 'string') failed.push(`${path} ${answer}`)
    else {
      await answer.body?.cancel()
      if (answer.status >= 400) failed.push(`${path} ${answer.status}`)
    }
  }

  async function askAgainAndAgain(): Promise<void> {
    for (let next = 0; !stopping.signal.aborted; next++) {
      const asked: Promise<void> = ask(PATHS[next % PATHS.length] ?? '/').finally(() =>
        underWay.delete(asked),
      )
      underWay.add(asked)
      await after(EVERY_MS)
    }
  }
  const loop = askAgainAndAgain()

  return {
    /** What was sent and what failed since the last look. */
    take() {
      const taken = { sent, failed }
      sent = 0
      failed = []
      return taken
    },
    async stop(): Promise<void> {
      stopping.abort()
      await loop
      await Promise.all(underWay)
    },
  }
}
