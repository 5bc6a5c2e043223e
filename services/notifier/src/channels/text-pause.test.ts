import { createMemoryCache } from '@walkon/service/memory-cache'
import { expect, test } from 'vitest'
import { createTextPause } from './text-pause.ts'

const clock = { ms: 0 }
const now = () => new Date(clock.ms)

test('a pause that one process begins holds for all, until its time is over', async () => {
  const shared = createMemoryCache(() => clock.ms)
  const [one, other] = [createTextPause(shared, 30, now), createTextPause(shared, 30, now)]
  expect([await one.isOn(), await other.isOn()]).toEqual([false, false])

  await one.start()
  expect([await one.isOn(), await other.isOn()]).toEqual([true, true])

  clock.ms = 30_000
  expect([await one.isOn(), await other.isOn()]).toEqual([false, false])
})

test('while the shared cache is away a process keeps to its own pause', async () => {
  const away = { ...createMemoryCache(), get: fail, set: fail }
  const pause = createTextPause(away, 30, now)
  expect(await pause.isOn()).toBe(false)
  await pause.start()
  expect(await pause.isOn()).toBe(true)
})

test('a shared cache that fails is not asked again for each text', async () => {
  let asked = 0
  const hanging = { ...createMemoryCache(), get: () => (asked++, fail()) }
  const pause = createTextPause(hanging, 30, now)
  for (let text = 0; text < 50; text++) await pause.isOn()
  expect(asked).toBe(1)
})

async function fail(): Promise<never> {
  throw new Error('The cache is away')
}
