import { expect, test } from 'vitest'
import { reconnectSeconds } from './postgres.ts'

test('a database that comes back is found within two seconds, however long it was away', () => {
  const waits = Array.from({ length: 200 }, (_, tries) => reconnectSeconds(tries))

  expect(Math.max(...waits)).toBe(2)
  expect(waits[0]).toBeLessThan(0.5)
})
