import { GATE_KEY_HEADER, type GateKey } from '@walkon/contracts/http/gates'
import { ApiError, request, type RequestOptions, type Shape } from './api.ts'

/** The key to features that come soon. The browser keeps it, and nothing of the password, until it ends (decisions, section 7). */

const NAME = 'walkon.gate-key'

/** The key in a browser that forbids storage: it lasts as long as the page. */
let inMemory: string | null = null
const listeners = new Set<() => void>()

/** The key, unless it has ended. */
export function keptGateKey(): string | null {
  try {
    const { key, expiresAt } = JSON.parse(readKept() ?? 'null') as GateKey
    return Date.parse(expiresAt) > Date.now() ? key : null
  } catch {
    return null
  }
}

export function keepGateKey(key: GateKey): void {
  inMemory = JSON.stringify(key)
  try {
    localStorage.setItem(NAME, inMemory)
  } catch {
    // It is kept in memory.
  }
  tellAll()
}

function forgetGateKey(): void {
  inMemory = null
  try {
    localStorage.removeItem(NAME)
  } catch {
    // Nothing was kept there.
  }
  tellAll()
}

/** Tells of a key that comes or goes, in another tab too. Returns how to stop. */
export function onGateKey(listen: () => void): () => void {
  listeners.add(listen)
  addEventListener('storage', listen)
  return () => {
    listeners.delete(listen)
    removeEventListener('storage', listen)
  }
}

/** A request to a feature behind its gate. A key that opens it no longer is forgotten, so that the overlay is back. */
export async function gatedRequest<T>(
  shape: Shape<T>,
  path: string,
  options: RequestOptions = {},
): Promise<T> {
  const key = keptGateKey()
  try {
    return await request(shape, path, { ...options, ...(key && { headers: { [GATE_KEY_HEADER]: key } }) })
  } catch (error) {
    if (error instanceof ApiError && error.code === 'gate-closed') forgetGateKey()
    throw error
  }
}

function readKept(): string | null {
  try {
    return localStorage.getItem(NAME)
  } catch {
    return inMemory
  }
}

function tellAll(): void {
  for (const listen of listeners) listen()
}
