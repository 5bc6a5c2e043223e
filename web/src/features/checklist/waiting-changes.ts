import type { ChecklistChange } from '@walkon/contracts/checklist-rule'
import { MAX_CHANGE_AGE_DAYS } from '@walkon/contracts/http/checklist'

/**
 * Changes that the service does not have yet, in the order they were made. They outlive a reload and a phone that puts the tab away, and
 * all tabs of the account share them. If a browser forbids storage, they last as long as the page.
 */
export type WaitingChange = ChecklistChange & { id: string; parkId: string }

const DAY_MS = 86_400_000
const memory = new Map<string, string>()
const listeners = new Set<() => void>()

const nameOf = (userKey: string) => `walkon.checklist.${userKey}`

/** The same text until something changes: what a store of React compares. */
export function readWaiting(userKey: string): string {
  const name = nameOf(userKey)
  try {
    return localStorage.getItem(name) ?? '[]'
  } catch {
    return memory.get(name) ?? '[]'
  }
}

/** Without those that the service would take no more. */
export function parseWaiting(text: string): WaitingChange[] {
  try {
    const oldest = Date.now() - MAX_CHANGE_AGE_DAYS * DAY_MS
    return (JSON.parse(text) as WaitingChange[]).filter(({ madeAt }) => madeAt > oldest)
  } catch {
    return []
  }
}

export function addWaiting(userKey: string, change: WaitingChange): void {
  save(userKey, [...parseWaiting(readWaiting(userKey)), change])
}

export function dropWaiting(userKey: string, ids: string[]): void {
  save(
    userKey,
    parseWaiting(readWaiting(userKey)).filter(({ id }) => !ids.includes(id)),
  )
}

/** Tells of changes that come and go, in another tab too. Returns how to stop. */
export function onWaiting(listen: () => void): () => void {
  listeners.add(listen)
  addEventListener('storage', listen)
  return () => {
    listeners.delete(listen)
    removeEventListener('storage', listen)
  }
}

function save(userKey: string, changes: WaitingChange[]): void {
  const [name, text] = [nameOf(userKey), JSON.stringify(changes)]
  memory.set(name, text)
  try {
    if (changes.length === 0) localStorage.removeItem(name)
    else localStorage.setItem(name, text)
  } catch {
    // They are kept in memory.
  }
  for (const listen of listeners) listen()
}
