import { breakdownWords } from '@walkon/contracts/breakdown-words'
import type { LiveRide } from '@walkon/contracts/http/parks'
import type { Present } from './age.ts'
import { ageWords } from './ride-row.tsx'

/** The age of a wait or of a status, and when a ride that is down is usually back: "since 2:10 pm, usually back within 35 min". */
export const stateWords = (ride: LiveRide, present: Present): string =>
  [ageWords(ride, present), breakdownWords(ride, present.now)].filter(Boolean).join(', ')
