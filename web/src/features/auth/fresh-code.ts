import { ApiError } from '../../lib/api.ts'

export type FreshCode = ReturnType<typeof createFreshCode>

type Waiting = { resolve: () => void; reject: (failure: ApiError) => void }

/** Requests that wait until the visitor has shown a new code of the authenticator app; several at once wait for one code. */
export function createFreshCode() {
  const listeners = new Set<() => void>()
  let waiting: Waiting[] = []

  function replace(next: Waiting[]): Waiting[] {
    const before = waiting
    waiting = next
    for (const listener of listeners) listener()
    return before
  }

  return {
    /** Asks for a code. Rejects where the visitor closes the question. */
    ask: () => new Promise<void>((resolve, reject) => void replace([...waiting, { resolve, reject }])),
    isAsked: () => waiting.length > 0,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    onShown: () => {
      for (const { resolve } of replace([])) resolve()
    },
    onClosed: () => {
      const failure = new ApiError(403, 'fresh-factor-needed', 'No code was entered')
      for (const { reject } of replace([])) reject(failure)
    },
  }
}
