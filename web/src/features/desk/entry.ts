export const ENTRY_KINDS = ['sent', 'held', 'failed', 'money', 'change', 'staff'] as const
export type EntryKind = (typeof ENTRY_KINDS)[number]

export type Entry = {
  at: string
  kind: EntryKind
  what: string
  /** The ride, the park or the address that it is about. */
  thing: string
  /** An id to search for. */
  ref: string
  /** How long it took, in seconds, where that is known. */
  tookSeconds?: number
}
