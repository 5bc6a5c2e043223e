import { SERVICE_TITLES } from '@walkon/contracts/service-titles'
import { adminAction, MAX_ADMIN_ACTIONS } from '@walkon/contracts/http/admin-actions'
import { staffList, type StaffMember } from '@walkon/contracts/http/identity'
import { pageOf } from '@walkon/contracts/http/page'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { request, type Caller } from '../../lib/api.ts'
import { toCsv } from '../../lib/csv.ts'
import {
  AUDITED_SERVICES,
  hasMore,
  readNewest,
  startTrails,
  trailPath,
  type AuditedService,
  type ReadTrail,
  type TrailEntry,
} from './trail.ts'

/** Empty fields narrow nothing. Days are those of this computer's clock. */
export type TrailFilter = {
  actorId: string
  action: string
  subjectId: string
  service: AuditedService | ''
  firstDay: string
  lastDay: string
}

export const NO_FILTER: TrailFilter = {
  actorId: '',
  action: '',
  subjectId: '',
  service: '',
  firstDay: '',
  lastDay: '',
}

const ENTRIES_AT_ONCE = 50

export const trailQuery = (caller: Caller, filter: TrailFilter) =>
  infiniteQueryOptions({
    queryKey: ['audit-trail', caller.key, filter],
    queryFn: ({ pageParam, signal }) =>
      readNewest(pageParam, ENTRIES_AT_ONCE, readTrailOf(caller, filter, ENTRIES_AT_ONCE, signal)),
    initialPageParam: startTrails(servicesOf(filter)),
    getNextPageParam: ({ trails }) => (hasMore(trails) ? trails : null),
    retry: false,
  })

/** The accounts that have a role now, by whom entries are named. */
export const staffQuery = (caller: Caller) =>
  queryOptions({
    queryKey: ['staff', caller.key],
    queryFn: ({ signal }) => request(staffList, '/identity/staff', { caller, signal }),
  })

/** All entries of a filter, as CSV. Throws where one service cannot be read: a file without its entries would look whole. */
export async function exportTrail(
  caller: Caller,
  filter: TrailFilter,
  staff: StaffMember[],
  onProgress: (count: number) => void,
): Promise<string> {
  const read = readTrailOf(caller, filter, MAX_ADMIN_ACTIONS)
  let count = 0
  async function readAll(service: AuditedService): Promise<TrailEntry[]> {
    const entries: TrailEntry[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: Awaited<ReturnType<ReadTrail>> = await read(service, cursor)
      entries.push(...page.items.map((entry) => ({ ...entry, service })))
      count += page.items.length
      onProgress(count)
      cursor = page.next
    }
    return entries
  }
  const entries = (await Promise.all(servicesOf(filter).map(readAll))).flat()
  const emails = new Map(staff.map(({ id, email }) => [id, email]))
  return toCsv([
    ['Time', 'Account', 'Account id', 'Act', 'Part', 'Done to', 'Reason', 'Look-up'],
    ...entries
      .toSorted((one, other) => Date.parse(other.actedAt) - Date.parse(one.actedAt))
      .map(({ actedAt, actorId, action, service, subjectId, reason, lookUpId }) => [
        actedAt,
        emails.get(actorId) ?? '',
        actorId,
        action,
        SERVICE_TITLES[service],
        subjectId ?? '',
        reason ?? '',
        lookUpId ?? '',
      ]),
  ])
}

const servicesOf = ({ service }: TrailFilter) => (service === '' ? AUDITED_SERVICES : [service])

function readTrailOf(caller: Caller, filter: TrailFilter, limit: number, signal?: AbortSignal): ReadTrail {
  const query = toQuery(filter)
  return (service, cursor) =>
    request(
      pageOf(adminAction),
      `${trailPath(service)}?${new URLSearchParams({ ...query, limit: String(limit), ...(cursor && { cursor }) })}`,
      { caller, ...(signal && { signal }) },
    )
}

/** Maps a typed `Retire promo code` to the recorded `retire-promo-code`. */
function toQuery({ actorId, action, subjectId, firstDay, lastDay }: TrailFilter): Record<string, string> {
  const named = {
    actorId,
    action: action.trim().toLowerCase().replaceAll(/\s+/g, '-'),
    subjectId: subjectId.trim(),
    from: firstDay && new Date(`${firstDay}T00:00:00`).toISOString(),
    until: lastDay && dayAfter(lastDay).toISOString(),
  }
  return Object.fromEntries(Object.entries(named).filter(([, value]) => value !== ''))
}

/** The midnight that ends a day, also one of 23 or 25 hours. */
function dayAfter(day: string): Date {
  const at = new Date(`${day}T00:00:00`)
  at.setDate(at.getDate() + 1)
  return at
}
