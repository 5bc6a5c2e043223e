import type { Caller } from '../../lib/api.ts'

/** The visitor of an item. */
export type Visitor = {
  /** The stars chosen by a tap in the list, for a first rating; 0 without one. */
  chosenStars: number
  caller: Caller | null
  /** Leads to the log-in page and back, after these words. While the session is restored it waits, and acts for a visitor who has one. */
  onSignIn: (reason: string, act?: () => void) => void
  /** The name under their reviews, empty for “Anonymous”, and how to choose it. */
  signature: { name: string; choose: (name: string) => Promise<unknown> } | null
}
