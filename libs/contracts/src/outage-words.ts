import type { Outage } from './http/how-we-do.ts'

/** Words for an outage, on the page `/how-we-do` and in its Atom feed. */

export const outageTitle = ({ endsAt }: Outage): string =>
  endsAt === null ? 'No new waits right now' : 'The waits stood still'

/** How long it lasted, or lasts already. */
export const outageMinutes = ({ startsAt, endsAt }: Outage, now: Date): number =>
  Math.floor(((endsAt ? Date.parse(endsAt) : now.getTime()) - Date.parse(startsAt)) / 60_000)

/** "Magic Kingdom", "Magic Kingdom and EPCOT", "Magic Kingdom and 5 more parks". */
export function outageParks([first, second, ...others]: Outage['parks']): string {
  if (!first || !second) return first?.name ?? 'No park'
  return others.length === 0
    ? `${first.name} and ${second.name}`
    : `${first.name} and ${others.length + 1} more parks`
}
