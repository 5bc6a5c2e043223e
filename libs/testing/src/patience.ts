import { inject, vi } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** How long `vi.waitFor` waits where tests are expected to fail. */
    patienceMs?: number
  }
}

/** Vitest's `vi.waitFor` waits for one second and has no setting. A busy machine can need that for a single query, and half a minute for another process. */
export const PATIENCE_MS = inject('patienceMs') ?? 45_000

const waitFor = vi.waitFor.bind(vi)

vi.waitFor = (callback, options) =>
  waitFor(callback, typeof options === 'number' ? options : { timeout: PATIENCE_MS, ...options })
