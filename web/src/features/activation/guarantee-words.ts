import { NEWS_ALONE } from '@walkon/contracts/guarantee-words'
import type { NewWatch } from '@walkon/contracts/new-watches'

const FEWEST = 3

/** Returns the guarantee's worth for these rides; none named are all of the park. */
export function guaranteeWords(watches: NewWatch[] | undefined): string {
  const count = watches?.length ?? FEWEST
  return count < FEWEST
    ? `Alerts for fewer than ${FEWEST} rides, and your money comes back by itself: with ${count === 1 ? 'the one ride' : `the ${count} rides`} you chose, it will.`
    : `Alerts for fewer than ${FEWEST} rides, and your money comes back by itself. ${NEWS_ALONE}`
}
