import { vi } from 'vitest'

/** Vitest's `vi.waitFor` waits for one second and has no setting. A busy machine can need that for a single query. */
const PATIENCE_MS = 15_000

const waitFor = vi.waitFor.bind(vi)

vi.waitFor = (callback, options) =>
  waitFor(callback, typeof options === 'number' ? options : { timeout: PATIENCE_MS, ...options })
