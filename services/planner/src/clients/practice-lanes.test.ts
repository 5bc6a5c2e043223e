import { expect, test } from 'vitest'
import { createPracticeLanes } from './practice-lanes.ts'

test('the practice provider confirms about nine of ten bookings, and leaves the others pending', async () => {
  const { book } = createPracticeLanes({ seed: 'lanes', takesMs: 0 })
  const states = await Promise.all(Array.from({ length: 1_000 }, (_, id) => book({ id: `booking-${id}` })))
  const confirmed = states.filter((state) => state === 'confirmed').length

  expect(new Set(states)).toEqual(new Set(['confirmed', 'pending']))
  expect(confirmed).toBeGreaterThan(860)
  expect(confirmed).toBeLessThan(940)
})
