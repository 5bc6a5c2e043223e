import { expect, test } from 'vitest'
import { hasWalkUpList, observePlaces, type PlaceRow } from './observe-places.ts'

const NOON = new Date('2026-07-14T16:00:00Z')
const afterHours = (hours: number) => new Date(NOON.getTime() + hours * 3_600_000)
const TABLES = [{ partySize: 2, waitMinutes: 20 }]

const diner = (more: Partial<PlaceRow> = {}): PlaceRow => ({
  placeId: 'diner',
  kind: 'restaurant',
  name: 'Pier Diner',
  parkId: 'park',
  status: 'OPERATING',
  waitMinutes: null,
  tables: TABLES,
  times: [],
  changedAt: NOON,
  ...more,
})

const read = (...rows: PlaceRow[]) => observePlaces(new Map(), rows, NOON).next

test('an unchanged place is not saved again within hours', () => {
  const known = read(diner())
  expect(observePlaces(known, [diner()], afterHours(5)).toSave).toEqual([])
  expect(observePlaces(known, [diner()], afterHours(7)).toSave).toMatchObject([{ seenAt: afterHours(7) }])
})

test('a restaurant whose row is missing has no tables', () => {
  const { next, toSave } = observePlaces(read(diner()), [], afterHours(1))
  expect(next.get('diner')).toMatchObject({ tables: [], status: 'UNKNOWN', seenAt: NOON })
  expect(toSave).toHaveLength(1)
  expect(observePlaces(next, [], afterHours(2)).toSave).toEqual([])
})

test('a restaurant has a walk-up list for seven days after its last tables', () => {
  const known = read(diner())
  const empty = observePlaces(known, [diner({ tables: [] })], afterHours(1)).next.get('diner')
  const at = (hours: number) =>
    hasWalkUpList({ tablesSeenAt: empty?.tablesSeenAt ?? null }, afterHours(hours))
  expect(at(7 * 24 - 1)).toBe(true)
  expect(at(7 * 24)).toBe(false)
})

test('a restaurant that never had tables has no walk-up list', () => {
  expect(
    hasWalkUpList({ tablesSeenAt: read(diner({ tables: [] })).get('diner')?.tablesSeenAt ?? null }, NOON),
  ).toBe(false)
})

test.each(['CLOSED', 'REFURBISHMENT'] as const)(
  'a restaurant that says %s has no tables, and is named as shut',
  (status) => {
    const { next, shutIds } = observePlaces(read(diner()), [diner({ status })], afterHours(1))
    expect(next.get('diner')).toMatchObject({ tables: [], status })
    expect(shutIds).toEqual(['diner'])
    expect(observePlaces(new Map(), [diner()], NOON).shutIds).toEqual([])
  },
)
