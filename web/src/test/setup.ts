import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { fetchFromHandlers, server } from './server.ts'

vi.mock('../lib/later.ts', () => import('./later.ts'))

// A page that is late on a busy machine is not wrong; the time-out of the test is the one that ends it.
configure({ asyncUtilTimeout: 45_000 })

globalThis.fetch = fetchFromHandlers

beforeEach(() => {
  // A browser without streams, unless a test brings its own: the page then asks.
  vi.stubGlobal('EventSource', undefined)
  // Each test has an auth client of its own, which the library takes for a mistake.
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})
afterEach(() => {
  cleanup()
  server.resetHandlers()
  sessionStorage.clear()
  localStorage.clear()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
})
