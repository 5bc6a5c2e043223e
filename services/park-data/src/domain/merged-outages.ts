import type { Outage } from '@walkon/contracts/http/how-we-do'

type ParkOutage = {
  parkId: string
  name: string
  timezone: string
  startsAt: Date
  endsAt: Date | null
}

type Merged = { startsAt: Date; endsAt: Date | null; parks: Map<string, Outage['parks'][number]> }

/** Outages of parks that overlap are one, the newest first: the feed stands still for many parks at once. */
export function mergeOutages(outages: ParkOutage[]): Outage[] {
  const merged: Merged[] = []
  for (const { parkId, name, timezone, startsAt, endsAt } of outages.toSorted(byStart)) {
    const last = merged.at(-1)
    const park = { parkId, name, timezone }
    if (last && (last.endsAt === null || startsAt <= last.endsAt)) {
      last.endsAt = last.endsAt && endsAt && (last.endsAt > endsAt ? last.endsAt : endsAt)
      last.parks.set(parkId, park)
    } else merged.push({ startsAt, endsAt, parks: new Map([[parkId, park]]) })
  }
  return merged.toReversed().map(({ startsAt, endsAt, parks }) => ({
    startsAt: startsAt.toISOString(),
    endsAt: endsAt?.toISOString() ?? null,
    parks: [...parks.values()].toSorted((one, other) => one.name.localeCompare(other.name)),
  }))
}

const byStart = (one: ParkOutage, other: ParkOutage) => one.startsAt.getTime() - other.startsAt.getTime()
