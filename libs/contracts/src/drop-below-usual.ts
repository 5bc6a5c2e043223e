/** The ride worth a first look: its wait lies furthest below its usual one. One rule wherever short rides are shown. */

export type Posted = {
  /** Null is no reading. */
  waitMinutes: number | null
  /** Null while too little was observed. */
  usualMinutes: number | null
  /** The higher, the more wanted. */
  popularity?: number | undefined
}

/** Minutes below the usual wait of this hour; 0 where one of the two is unknown, negative above it. */
export const dropBelowUsual = ({ waitMinutes, usualMinutes }: Posted): number =>
  waitMinutes === null || usualMinutes === null ? 0 : usualMinutes - waitMinutes

/** The largest drop first; of equal ones the most wanted. */
export const byDrop = (one: Posted, other: Posted): number =>
  dropBelowUsual(other) - dropBelowUsual(one) || (other.popularity ?? 0) - (one.popularity ?? 0)

/** A wait that is no shorter than usual says nothing new; one whose usual wait is unknown does. */
export const isAsAlways = ({ waitMinutes, usualMinutes }: Posted): boolean =>
  waitMinutes !== null && usualMinutes !== null && waitMinutes >= usualMinutes

/** A usual wait behind "usual" or "usually": "35", and "walk on" in place of 0. */
export const usualWords = (usualMinutes: number): string =>
  usualMinutes === 0 ? 'walk on' : String(usualMinutes)
