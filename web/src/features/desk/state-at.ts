import type { Change } from './visitor.ts'

/** What was in force at an instant: what stood before the first change after it, or what is in force now. */
export function stateAt(changes: Change[], at: Date, present: Record<string, unknown> | null) {
  const later = changes
    .filter(({ changedAt }) => Date.parse(changedAt) > at.getTime())
    .toSorted((one, other) => Date.parse(one.changedAt) - Date.parse(other.changedAt))
  return later[0] ? later[0].before : present
}
