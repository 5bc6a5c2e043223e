import { toLine } from '@walkon/contracts/plain-text'
import { isOpenName } from '@walkon/contracts/public-name'
import type { UserMetadata } from './user.ts'

const METADATA_BYTES = 8 * 1024
const NAMES = { full_name: 100, display_name: 40 } as const

export type MergedMetadata = { metadata: UserMetadata } | { problem: string }

/** Merges as GoTrue does: a field of the change replaces the field of that name, null removes it. */
export function mergeMetadata(current: UserMetadata, change: UserMetadata): MergedMetadata {
  const tidied = tidyNames(change)
  if ('problem' in tidied) return tidied
  const metadata = Object.fromEntries(
    Object.entries({ ...current, ...tidied.metadata }).filter(([, value]) => value !== null),
  )
  const bytes = new TextEncoder().encode(JSON.stringify(metadata)).length
  return bytes > METADATA_BYTES ? { problem: 'This is too much to keep about a user' } : { metadata }
}

/** The name of a user that others see; null if the user has chosen none. */
export function displayNameOf({ display_name: name }: UserMetadata): string | null {
  return typeof name === 'string' ? name : null
}

/** Names are shown to others, so they are one line of a limited length. An empty name is removed. */
function tidyNames(metadata: UserMetadata): MergedMetadata {
  const tidied = { ...metadata }
  for (const [name, most] of Object.entries(NAMES)) {
    const value = tidied[name]
    if (value === undefined || value === null) continue
    const text = typeof value === 'string' ? toLine(value) : null
    if (text === null || Array.from(text).length > most)
      return { problem: `${name} must be text of at most ${most} characters` }
    tidied[name] = text === '' ? null : text
  }
  const shown = displayNameOf(tidied)
  if (shown !== null && !isOpenName(shown))
    return { problem: 'A display name holds no address or link, and none of our titles' }
  return { metadata: tidied }
}
