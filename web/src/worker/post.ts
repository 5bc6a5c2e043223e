import type { PushReply, RenewedDevice, shownPush } from '@walkon/contracts/http/push'
import type { output } from 'zod/mini'

type Bodies = {
  '/pushes/shown': output<typeof shownPush>
  '/pushes/replies': PushReply
  '/devices/renewed': RenewedDevice
}

/** Two tries have to end while a click still lets the service worker open a page. */
const TRY_MS = 4_000
const PAUSE_MS = 500

/**
 * The gateway counts by the minute, and a browser may end a service worker not long after one. A worker that is ended while it
 * waits has lost only what an earlier try would have lost too. A click must not wait.
 */
const LONGEST_WAIT_MS: Record<keyof Bodies, number> = {
  '/pushes/shown': 60_000,
  '/pushes/replies': 0,
  '/devices/renewed': 60_000,
}
/** Everyone behind one address is told to wait until the same instant. */
const JITTER_MS = 10_000

type Answer = 'taken' | 'refused' | 'unclear' | { retryAfterMs: number }

/**
 * Tells notifier something, and whether it has taken it. A try without an answer, or with one that may change, is repeated once. One that
 * came too soon is repeated when the answer asks for it, unless a click waits. No cookie goes along: the body carries its own secret.
 */
export async function post<Path extends keyof Bodies>(path: Path, body: Bodies[Path]): Promise<boolean> {
  const first = await tryToPost(path, body)
  if (first === 'taken' || first === 'refused') return first === 'taken'
  await new Promise((resolve) => setTimeout(resolve, pauseMs(first, LONGEST_WAIT_MS[path])))
  return (await tryToPost(path, body)) === 'taken'
}

function pauseMs(answer: Answer, longestMs: number): number {
  if (typeof answer === 'string' || longestMs === 0) return PAUSE_MS
  return Math.min(answer.retryAfterMs, longestMs) + Math.random() * JITTER_MS
}

async function tryToPost(path: string, body: unknown): Promise<Answer> {
  try {
    const { ok, status, headers } = await fetch(`/api/notifications${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      credentials: 'omit',
      signal: AbortSignal.timeout(TRY_MS),
    })
    if (ok) return 'taken'
    const retryAfterSeconds = Number(headers.get('retry-after'))
    if (status === 429 && retryAfterSeconds > 0) return { retryAfterMs: retryAfterSeconds * 1_000 }
    return status >= 500 || status === 429 ? 'unclear' : 'refused'
  } catch {
    return 'unclear'
  }
}
