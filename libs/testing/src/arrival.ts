import { PATIENCE_MS } from './patience.ts'

/**
 * Waits for a promise that may never resolve. Rejects after the patience of a test and names the missing thing, which the time-out of the
 * test would not.
 */
export async function arrivalOf<Value>(what: string, promise: Promise<Value>): Promise<Value> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`There was no ${what}`)), PATIENCE_MS)
  try {
    return await Promise.race([promise, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
