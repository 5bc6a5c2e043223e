import type { AdminAction } from '@walkon/contracts/http/admin-actions'
import type { Page } from '@walkon/contracts/http/page'
import { SERVICE_NAMES, SERVICES, type ServiceName } from '@walkon/contracts/services'

/** The trails of all services as one, the newest entry first. No service reads another's: the browser merges their pages. */

export type AuditedService = ServiceName

export const AUDITED_SERVICES: AuditedService[] = SERVICE_NAMES

/** The path of a service's trail below `/api`. */
export const trailPath = (service: AuditedService): string =>
  `${SERVICES[service].address.slice('/api'.length)}/admin-actions`

export type TrailEntry = AdminAction & { service: AuditedService }

/** The entries read of one service's trail and not shown yet. `cursor` is '' before the first page, null after the last. */
export type Trail = { service: AuditedService; waiting: TrailEntry[]; cursor: string | null; failed: boolean }

export type ReadTrail = (service: AuditedService, cursor: string) => Promise<Page<AdminAction>>

export const startTrails = (services: AuditedService[]): Trail[] =>
  services.map((service) => ({ service, waiting: [], cursor: '', failed: false }))

/**
 * The next `count` entries of all trails in one order of time, and the trails after them. A trail that cannot be read is marked as failed
 * and the others go on. Throws the first failure where none can be read.
 */
export async function readNewest(trails: Trail[], count: number, read: ReadTrail) {
  let rest = trails
  const entries: TrailEntry[] = []
  while (entries.length < count) {
    rest = await readOn(rest, read)
    const newest = newestOf(rest)
    if (!newest) break
    entries.push(newest)
    rest = rest.map((trail) =>
      trail.service === newest.service ? { ...trail, waiting: trail.waiting.slice(1) } : trail,
    )
  }
  return { entries, trails: rest }
}

/** True if there may be older entries than those that were given. */
export const hasMore = (trails: Trail[]): boolean =>
  trails.some(({ waiting, cursor }) => waiting.length > 0 || cursor !== null)

/** Reads on in each trail that has nothing waiting, so that the newest entry of all is the first of one of them. */
async function readOn(trails: Trail[], read: ReadTrail): Promise<Trail[]> {
  const empty = trails.filter(({ waiting, cursor }) => waiting.length === 0 && cursor !== null)
  if (empty.length === 0) return trails
  const pages = new Map<AuditedService, PromiseSettledResult<Page<AdminAction>>>()
  await Promise.all(
    empty.map(async ({ service, cursor }) => {
      const [page] = await Promise.allSettled([read(service, cursor ?? '')])
      pages.set(service, page)
    }),
  )
  const next = trails.map((trail): Trail => {
    const page = pages.get(trail.service)
    if (!page) return trail
    if (page.status === 'rejected') return { ...trail, cursor: null, failed: true }
    const waiting = page.value.items.map((entry) => ({ ...entry, service: trail.service }))
    return { ...trail, waiting, cursor: page.value.next }
  })
  const failure = [...pages.values()].find((page) => page.status === 'rejected')
  if (failure && next.every(({ failed }) => failed)) throw failure.reason
  return next
}

const newestOf = (trails: Trail[]): TrailEntry | undefined =>
  trails
    .flatMap(({ waiting }) => waiting.slice(0, 1))
    .toSorted((one, other) => Date.parse(other.actedAt) - Date.parse(one.actedAt))[0]
