import { expect, test } from 'vitest'
import { applyChange, type ChecklistChange, type ChecklistEntry } from './checklist-rule.ts'

const PARK = ['a', 'b']

/** The rides on the list after these changes, ticked ones with the instant of the tick. */
const listAfter = (...changes: ChecklistChange[]) =>
  changes
    .reduce<ChecklistEntry[]>((entries, change) => applyChange(entries, change, PARK), [])
    .filter(({ isListed }) => isListed)
    .map(({ rideId, isCompleted, tickChangedAt }) =>
      isCompleted ? `${rideId} done at ${tickChangedAt}` : rideId,
    )
    .toSorted()

const change = (kind: 'add' | 'complete' | 'reopen' | 'remove', madeAt: number, rideId = 'a') => ({
  kind,
  rideId,
  madeAt,
})

test('a tick says when, and an untick takes it back', () => {
  expect(listAfter(change('add', 1), change('complete', 2))).toEqual(['a done at 2'])
  expect(listAfter(change('add', 1), change('complete', 2), change('reopen', 3))).toEqual(['a'])
})

test('changes in any order, and any of them twice, lead to the same list', () => {
  const changes = [
    change('add', 1),
    change('complete', 2),
    { kind: 'reset' as const, madeAt: 3 },
    { kind: 'add-all' as const, madeAt: 4 },
    change('complete', 5),
    change('complete', 6, 'b'),
    change('remove', 7),
    change('reopen', 8, 'b'),
  ]
  for (let length = 1; length <= changes.length; length += 1) {
    const made = changes.slice(0, length)
    const inTurn = listAfter(...made)
    expect(listAfter(...made.toReversed())).toEqual(inTurn)
    for (const late of made) expect(listAfter(...made, late)).toEqual(inTurn)
    for (const late of made) expect(listAfter(...made.filter((one) => one !== late), late)).toEqual(inTurn)
  }
})

test('a stale device brings no removed ride back', () => {
  expect(listAfter(change('remove', 5), change('complete', 3), change('add', 4))).toEqual([])
})

test('a tick without signal is kept where another device has added the same ride since', () => {
  expect(listAfter({ kind: 'add-all', madeAt: 9 }, change('add', 1), change('complete', 5))).toEqual([
    'a done at 5',
    'b',
  ])
})

test('adding all rides leaves those on the list as they are, ticks too', () => {
  expect(listAfter(change('complete', 2), { kind: 'add-all', madeAt: 3 })).toEqual(['a done at 2', 'b'])
})

test('a ride that is removed and added again is not ticked', () => {
  expect(listAfter(change('complete', 2), change('remove', 3), change('add', 4))).toEqual(['a'])
})

test('a reset empties the list, and leaves what was added after it was made', () => {
  expect(listAfter(change('add', 1), change('add', 9, 'b'), { kind: 'reset', madeAt: 5 })).toEqual(['b'])
})
