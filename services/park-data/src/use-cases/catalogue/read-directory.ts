import type { Database } from '@walkon/service/database'
import { isCatalogueWhole, listParks, type ParkEntry } from '../../db/directory.ts'
import { byPopularity } from '../../domain/popular-destinations.ts'

export type DestinationEntry = { id: string; name: string; slug: string | null; parks: ParkEntry[] }

/** Parks and their hours: read by every request, changed a few times a day. */
export type Directory = {
  /** Popular ones first; those without parks left out. */
  listDestinations(): Promise<DestinationEntry[]>
  /** False until the feed was read completely once; answers before that must not be cached. */
  isWhole(): Promise<boolean>
  /** Also finds retired parks. */
  findPark(parkId: string): Promise<ParkEntry | null>
  /** Call it when this process has changed the catalogue. */
  forget(): void
}

type Snapshot = {
  readAt: number
  parks: Map<string, ParkEntry>
  destinations: DestinationEntry[]
  isWhole: boolean
}

const KEPT_MS = 60_000

/** A request for an unknown park reads the directory again, because the park may be new; at most this often. */
const SOONEST_AGAIN_MS = 2_000

export function createDirectory({ db, now }: { db: Database; now: () => Date }): Directory {
  let snapshot: Snapshot | null = null
  let reading: Promise<Snapshot> | null = null
  let isForgotten = false

  async function read(): Promise<Snapshot> {
    isForgotten = false
    const at = now()
    const isWhole = await isCatalogueWhole(db)
    const parks = await listParks(db, at)
    snapshot = {
      readAt: at.getTime(),
      parks: new Map(parks.map((park) => [park.id, park])),
      destinations: group(parks),
      isWhole,
    }
    return snapshot
  }

  /** One read at a time. While the database is unreachable, the last directory is used. */
  async function current(oldestMs: number): Promise<Snapshot> {
    const isFresh = snapshot && !isForgotten && now().getTime() - snapshot.readAt < oldestMs
    if (isFresh && snapshot) return snapshot
    reading ??= read().finally(() => {
      reading = null
    })
    const { promise, known } = { promise: reading, known: snapshot }
    return known ? promise.catch(() => known) : promise
  }

  return {
    listDestinations: async () => (await current(KEPT_MS)).destinations,
    isWhole: async () => (await current(KEPT_MS)).isWhole,
    findPark: async (parkId) => {
      const known = (await current(KEPT_MS)).parks.get(parkId)
      return known ?? (await current(SOONEST_AGAIN_MS)).parks.get(parkId) ?? null
    },
    forget: () => {
      isForgotten = true
    },
  }
}

function group(parks: ParkEntry[]): DestinationEntry[] {
  const byId = new Map<string, DestinationEntry>()
  for (const park of parks) {
    if (park.retired) continue
    const { destinationId: id, destinationName: name, destinationSlug: slug } = park
    const destination = byId.get(id) ?? { id, name, slug, parks: [] }
    destination.parks.push(park)
    byId.set(id, destination)
  }
  return [...byId.values()].toSorted(byPopularity)
}
