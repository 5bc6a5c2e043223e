/** The guarantee's rule in figures (decisions, section 4). The first load of the web app has guarantee-words.ts alone. */

/**
 * A paid pass with which fewer different rides were delivered as alerts that count is refunded. Why a visitor had fewer, such as two chosen
 * rides or stopped alerts, makes no difference.
 */
export const GUARANTEED_RIDES = 3

/** A visitor's mark for a ride, above which it is news that it falls: the limit, within these minutes. */
export const LOWEST_MARK = 5
export const HIGHEST_MARK = 15

export const markOf = (limitMinutes: number): number =>
  Math.max(LOWEST_MARK, Math.min(HIGHEST_MARK, limitMinutes))
