import { cleanup, configure, prettyDOM } from '@testing-library/react'
import * as React from 'react'
import { afterEach, beforeEach, vi } from 'vitest'
import { DEVICE_KEYS } from '../lib/device-keys.ts'
import { missing } from '../lib/offers.ts'
import { fetchFromHandlers, server } from './server.ts'

vi.mock('../lib/later.ts', () => import('./later.ts'))

// A page that is late on a busy machine is not wrong; the time-out of the test is the one that ends it.
configure({ asyncUtilTimeout: 45_000, getElementError: toLazyError })

globalThis.fetch = fetchFromHandlers
keepNoOwnerStacks()

beforeEach(() => {
  // A browser without streams, unless a test brings its own: the page then asks.
  vi.stubGlobal('EventSource', undefined)
  // Each test has an auth client of its own, which the library takes for a mistake.
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})
afterEach(() => {
  cleanup()
  server.resetHandlers()
  missing.clear()
  const unlisted = [...Object.keys(sessionStorage), ...Object.keys(localStorage)].filter(isUnlisted)
  sessionStorage.clear()
  localStorage.clear()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
  if (unlisted.length > 0) throw new Error(`Not in lib/device-keys.ts: ${unlisted.join(', ')}`)
})

/** React's development build captures a stack for each element that a page draws: a fifth of the CPU of a page's test. */
function keepNoOwnerStacks(): void {
  const internals: unknown = Reflect.get(
    React,
    '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE',
  )
  if (!(internals instanceof Object) || !('recentlyCreatedOwnerStacks' in internals))
    throw new Error('This React counts its stacks of owners elsewhere')
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    get: () => Infinity,
    set: () => {},
  })
}

/** A query that waits makes an error at each look: the page is printed only into the one that is read. */
function toLazyError(message: string | null, container: Element): Error {
  const error = new Error()
  error.name = 'TestingLibraryElementError'
  return Object.defineProperty(error, 'message', {
    configurable: true,
    get: () => `${message}\n\n${prettyDOM(container) || ''}`,
  })
}

/** True for a key outside the list: something must end each key on a device. */
const isUnlisted = (key: string): boolean =>
  !(key in DEVICE_KEYS) &&
  !Object.keys(DEVICE_KEYS).some((each) => each.endsWith('.') && key.startsWith(each))
