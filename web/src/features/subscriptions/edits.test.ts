import type { SubscriptionView, WatchView } from '@walkon/contracts/http/alerts'
import { expect, test } from 'vitest'
import { changesOf, editOf, limitOfAll, newChoiceOf, withEdit, withWatch } from './edits.ts'

const COASTER = 'b0000000-0000-4000-8000-000000000001'
const park = { id: 'a0000000-0000-4000-8000-000000000001', name: 'North Park', timezone: 'America/New_York' }

const saved = (watch: Partial<WatchView> = {}): SubscriptionView =>
  withWatch(newChoiceOf(park, [{ rideId: COASTER, name: 'Comet Coaster' }]), COASTER, {
    active: true,
    ...watch,
  })
const fitted = (thresholdMinutes: number) => saved({ thresholdMinutes, limit: 'fit', isFitted: true })
const choiceOf = (before: SubscriptionView, after: SubscriptionView) => changesOf(before, after).watches?.[0]

test('a limit that fits the ride is saved without minutes', () => {
  const edited = withWatch(saved(), COASTER, { limit: 'fit' })
  expect(choiceOf(saved(), edited)).toEqual({ rideId: COASTER, active: true, limit: 'fit', onReopen: false })
})

test('minutes end a limit that fits the ride, also the minutes that it shows', () => {
  const edited = withWatch(fitted(45), COASTER, { thresholdMinutes: 45 })
  expect(choiceOf(fitted(45), edited)).toMatchObject({ thresholdMinutes: 45 })
  expect(choiceOf(fitted(45), edited)).not.toHaveProperty('limit')
})

test('a fitted limit that follows the hour is no edit of the visitor', () => {
  expect(changesOf(fitted(45), fitted(50))).toEqual({})
})

test('an edit of the limit is kept over a new answer', () => {
  const edited = withWatch(fitted(45), COASTER, { thresholdMinutes: 45 })
  const kept = withEdit(fitted(50), editOf([fitted(45)], edited))
  expect(kept.watches[0]).toMatchObject({ thresholdMinutes: 45 })
  expect(kept.watches[0]).not.toHaveProperty('limit')
})

test('a limit that fits a ride is not the limit of all', () => {
  expect(limitOfAll(saved())).toBe(15)
  expect(limitOfAll(fitted(15))).toBeNull()
})
