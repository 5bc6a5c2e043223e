import { readTabValue, writeTabValue } from './tab-store.ts'

const KEY = 'walkon-tab-key'

/** The secret of this tab, made at the first order: it shows later that this is the tab that ordered. */
export function ensureTabKey(): string {
  const kept = readTabValue(KEY)
  if (kept !== null) return kept
  const made = [...crypto.getRandomValues(new Uint8Array(24))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
  writeTabValue(KEY, made)
  return made
}

/** Null in a tab that has ordered nothing. */
export const findTabKey = (): string | null => readTabValue(KEY)
