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
 * Tells notifier something, and whether it has taken it. A try that got no answer, or one that may be another the next time, is repeated once.
 * No cookie goes along: what is posted carries its own secret.
 */
export async function post<Path extends keyof Bodies>(path: Path, body: Bodies[Path]): Promise<boolean> {
  const first = await tryToPost(path, body)
  if (first !== 'unclear') return first === 'taken'
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  return (await tryToPost(path, body)) === 'taken'
}

async function tryToPost(path: string, body: unknown): Promise<'taken' | 'refused' | 'unclear'> {
  try {
    const { ok, status } = await fetch(`/api/notifications${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      credentials: 'omit',
      signal: AbortSignal.timeout(TRY_MS),
    })
    if (ok) return 'taken'
    return status >= 500 || status === 429 ? 'unclear' : 'refused'
  } catch {
    return 'unclear'
  }
}
