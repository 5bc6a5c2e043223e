import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { hear } from '../test/service-worker.ts'
import { post } from './post.ts'

/** The service worker's posts if the gateway has had too much from its network. */

const TOKEN = { token: 'of-this-delivery' }

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** Until the first try has its answer. */
const pause = () => vi.waitFor(() => expect(vi.getTimerCount()).toBe(1))

test('a receipt that is sent too soon is sent again when the answer asks for it, and up to ten seconds later by chance', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  const heard = hear('/pushes/shown', [{ tooSoonForSeconds: 30 }, 204])
  const isTaken = post('/pushes/shown', TOKEN)
  await pause()
  await vi.advanceTimersByTimeAsync(34_000)
  expect(heard).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1_000)

  expect(await isTaken).toBe(true)
  expect(heard).toEqual([TOKEN, TOKEN])
})

test('a receipt waits no longer than a browser may let its service worker live', async () => {
  const heard = hear('/pushes/shown', [{ tooSoonForSeconds: 3_600 }, 204])
  const isTaken = post('/pushes/shown', TOKEN)
  await pause()
  await vi.advanceTimersByTimeAsync(70_000)

  expect(await isTaken).toBe(true)
  expect(heard).toHaveLength(2)
})

test('a reply that is sent too soon is sent again while its click may still open a page', async () => {
  const heard = hear('/pushes/replies', [{ tooSoonForSeconds: 30 }])
  const isTaken = post('/pushes/replies', { ...TOKEN, reply: { kind: 'done' } })
  await pause()
  await vi.advanceTimersByTimeAsync(500)

  expect(await isTaken).toBe(false)
  expect(heard).toHaveLength(2)
})
