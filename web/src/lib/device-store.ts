/** Values that a browser keeps until they are removed. If it forbids storage, nothing is kept. */

export function readDeviceValue(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

export function writeDeviceValue(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // The page works without it.
  }
}

/** Null if it is no JSON: another version of the app may have written it. */
export function readDeviceJson(key: string): unknown {
  try {
    return JSON.parse(readDeviceValue(key) ?? 'null')
  } catch {
    return null
  }
}
