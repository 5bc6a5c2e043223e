import type * as alerts from '@walkon/contracts/values'
import type * as billing from '@walkon/contracts/http/billing'
import type * as parks from '@walkon/contracts/http/parks'

/**
 * The contracts' constants that the browser needs. Loading them from there would load zod with them (26 kB), so they
 * stand here again, each held to the contract's value by its type.
 */
export const READ_AT_HEADER: typeof parks.READ_AT_HEADER = 'x-walkon-read-at'
export const STALE_HEADER: typeof parks.STALE_HEADER = 'x-walkon-stale'
export const MAX_DAYS_AHEAD: typeof billing.MAX_DAYS_AHEAD = 365
export const MAX_DATES_PER_ORDER: typeof billing.MAX_DATES_PER_ORDER = 30
export const MIN_THRESHOLD_MINUTES: typeof alerts.MIN_THRESHOLD_MINUTES = 5
export const MAX_THRESHOLD_MINUTES: typeof alerts.MAX_THRESHOLD_MINUTES = 120
