import type { Change } from './visitor.ts'

/** Returns the state at an instant: the one before the first change after it, or the present one. */
export function stateAt(changes: Change[], at: Date, present: Record<string, unknown> | null) {
  const later = changes
    .filter(({ changedAt }) => Date.parse(changedAt) > at.getTime())
    .toSorted((one, other) => Date.parse(one.changedAt) - Date.parse(other.changedAt))
  return later[0] ? later[0].before : present
}
