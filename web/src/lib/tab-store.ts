/** Values that last as long as the tab. A browser may forbid storage; then they last as long as the page. */

const memory = new Map<string, string>()

export function readTabValue(key: string): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return memory.get(key) ?? null
  }
}

export function writeTabValue(key: string, value: string): void {
  try {
    sessionStorage.setItem(key, value)
  } catch {
    memory.set(key, value)
  }
}

export function removeTabValue(key: string): void {
  memory.delete(key)
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Nothing was kept there.
  }
}
