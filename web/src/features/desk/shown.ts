import type { FoundVisitor } from '@walkon/contracts/http/desk'

export const DESK_PATH = '/admin/desk'

/** A look-up. Its id tells two look-ups of one line apart: each is an entry of the audit trail. */
export type Search = { text: string; id: string }

/**
 * The content of the desk, kept in the state of the history entry. Back, forward and a reload show it again, and no address of ours names
 * a visitor.
 */
export type Shown = { visitor: FoundVisitor } | { search: Search } | null

export const toSearch = (text: string): Shown => ({ search: { text, id: crypto.randomUUID() } })

/** Reads the state of a history entry, which other code can have written. */
export function toShown(state: unknown): Shown {
  if (!isRecord(state)) return null
  const { visitor, search } = state
  if (isRecord(visitor) && typeof visitor['email'] === 'string') {
    const { email, userId } = visitor
    return { visitor: { email, userId: typeof userId === 'string' ? userId : null } }
  }
  if (!isRecord(search)) return null
  const { text, id } = search
  return typeof text === 'string' && typeof id === 'string' ? { search: { text, id } } : null
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
