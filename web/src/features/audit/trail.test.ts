import type { AdminAction } from '@walkon/contracts/http/admin-actions'
import { expect, test } from 'vitest'
import { hasMore, readNewest, startTrails, trailPath, type AuditedService } from './trail.ts'

const at = (minute: number): AdminAction => ({
  id: `00000000-0000-4000-8000-${String(minute).padStart(12, '0')}`,
  actorId: '1b3c9c0e-5a51-4c39-9f5c-0d6a3c1f7e42',
  action: 'open-gate',
  subjectId: null,
  reason: null,
  actedAt: new Date(Date.UTC(2026, 3, 14, 12, minute)).toISOString(),
})

/** Pages of two entries of each service's trail. */
function serving(trails: Partial<Record<AuditedService, number[]>>) {
  const read = (service: AuditedService, cursor: string) => {
    const minutes = trails[service]
    if (!minutes) return Promise.reject(new Error(`${service} is away`))
    const first = Number(cursor || 0)
    const next = first + 2 < minutes.length ? String(first + 2) : null
    return Promise.resolve({ items: minutes.slice(first, first + 2).map(at), next })
  }
  return { read, trails: startTrails(Object.keys(trails) as AuditedService[]) }
}
const minutesOf = (entries: AdminAction[]) => entries.map(({ actedAt }) => new Date(actedAt).getUTCMinutes())

test('the pages of all services are one list in the order of time, without a gap or a repetition', async () => {
  const { read, trails } = serving({ identity: [9, 8, 7, 2], billing: [10, 6, 1], rankings: [] })

  const first = await readNewest(trails, 4, read)
  expect(minutesOf(first.entries)).toEqual([10, 9, 8, 7])
  expect(hasMore(first.trails)).toBe(true)

  const second = await readNewest(first.trails, 4, read)
  expect(minutesOf(second.entries)).toEqual([6, 2, 1])
  expect(second.entries.map(({ service }) => service)).toEqual(['billing', 'identity', 'billing'])
  expect(hasMore(second.trails)).toBe(false)
})

test('a service that cannot be read is marked, and the others go on', async () => {
  const { read } = serving({ identity: [3, 1] })

  const { entries, trails } = await readNewest(startTrails(['identity', 'billing']), 9, read)

  expect(minutesOf(entries)).toEqual([3, 1])
  expect(trails.filter(({ failed }) => failed).map(({ service }) => service)).toEqual(['billing'])
})

test('where no service can be read the failure is thrown', async () => {
  const { read } = serving({})
  await expect(readNewest(startTrails(['identity', 'billing']), 9, read)).rejects.toThrow('identity is away')
})

test('a trail is read at the address of its service', () => {
  expect(trailPath('alert-evaluator')).toBe('/alerts/admin-actions')
})
