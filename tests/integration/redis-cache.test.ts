import { createLog } from '@walkon/service/log'
import { describeCache } from '@walkon/service/cache.contract'
import { connectRedis } from '@walkon/service/redis-cache'
import { createTcpProxy } from '@walkon/testing/tcp-proxy'
import { Redis } from 'ioredis'
import { randomUUID } from 'node:crypto'
import { afterAll, expect, inject, onTestFinished, test, vi } from 'vitest'

/** Longer than a test may take. */
const PAUSE_MS = 600_000

const log = createLog({ service: 'test', level: 'silent' })
const redis = new Redis(inject('redisUrl'))
const closings: (() => Promise<void>)[] = []
afterAll(async () => {
  await Promise.all(closings.map((close) => close()))
  redis.disconnect()
})

/** Every answer of a busy machine comes within this. */
const PATIENCE_MS = 15_000

async function connect(url = inject('redisUrl'), commandTimeoutMs = PATIENCE_MS) {
  const { cache, start, close } = connectRedis(url, log, { commandTimeoutMs })
  closings.push(close)
  await start()
  return cache
}

/** Checks the remaining time of a key, then deletes it as Redis does when it expires. */
async function letExpire(key: string, ttlSeconds: number): Promise<void> {
  const leftMs = await redis.pttl(key)
  expect(leftMs).toBeGreaterThan((ttlSeconds - 20) * 1000)
  expect(leftMs).toBeLessThanOrEqual(ttlSeconds * 1000)
  await redis.pexpire(key, 0)
}

describeCache('the cache in Redis', async () => ({ caches: [await connect(), await connect()], letExpire }))

async function throughProxy(commandTimeoutMs?: number) {
  const { hostname, port } = new URL(inject('redisUrl'))
  const proxy = await createTcpProxy({ host: hostname, port: Number(port) })
  onTestFinished(() => proxy.cut().catch(() => {}))
  return { proxy, cache: await connect(`redis://127.0.0.1:${proxy.port}`, commandTimeoutMs) }
}

test('a claim on an unreachable cache is refused without being queued, and is not made afterwards', async () => {
  const { proxy, cache } = await throughProxy()
  const key = randomUUID()
  await proxy.cut()
  await vi.waitFor(() => expect(cache.isReachable()).toBe(false))

  await expect(cache.claim([{ key, value: 'mine' }], 60)).rejects.toThrow('enableOfflineQueue')

  await proxy.restore()
  await vi.waitFor(() => expect(cache.isReachable()).toBe(true))
  expect(await cache.get(key)).toBeNull()
  expect(await cache.claim([{ key, value: 'mine' }], 60)).toEqual([null])
})

test('a claim on a cache that does not answer fails while there is no answer', async () => {
  const { cache } = await throughProxy(100)
  await vi.waitFor(() => expect(cache.isReachable()).toBe(true))
  const key = randomUUID()
  // Of writes alone: while all is paused, so is the end of the pause.
  await redis.call('CLIENT', 'PAUSE', String(PAUSE_MS), 'WRITE')
  onTestFinished(async () => void (await redis.call('CLIENT', 'UNPAUSE')))

  await expect(cache.claim([{ key, value: 'mine' }], 60)).rejects.toThrow('timed out')
})

test('a cache that hangs is away after one time-out: the next commands fail without waiting, and it is back by itself', async () => {
  const commandTimeoutMs = PATIENCE_MS / 10
  const { cache, proxy } = await throughProxy(commandTimeoutMs)
  const key = randomUUID()
  await cache.set(key, 'kept', 60)
  proxy.pause()

  await expect(cache.get(key)).rejects.toThrow('timed out')
  expect(cache.isReachable()).toBe(false)
  await expect(cache.increment(key, 60)).rejects.toThrow('does not answer')
  await expect(cache.claim([{ key, value: 'mine' }], 60)).rejects.toThrow('does not answer')

  proxy.resume()
  await vi.waitFor(() => expect(cache.isReachable()).toBe(true))
  expect(await cache.get(key)).toBe('kept')
})

test('a cache that lost its data works on as an empty one', async () => {
  const cache = await connect()
  const key = randomUUID()
  await cache.claim([{ key, value: 'mine' }], 60)

  await redis.flushall()

  expect(await cache.get(key)).toBeNull()
  expect(await cache.claim([{ key, value: 'theirs' }], 60)).toEqual([null])
  await cache.release([{ key, value: 'theirs' }])
  expect(await cache.get(key)).toBeNull()
})

test('a listener gets messages again when the cache is back', async () => {
  const { proxy, cache } = await throughProxy()
  const channel = randomUUID()
  const heard = vi.fn()
  await cache.subscribe(channel, heard)
  await proxy.cut()
  await proxy.restore()

  await vi.waitFor(async () => {
    await redis.publish(channel, 'back')
    expect(heard).toHaveBeenCalledWith('back')
  })
})
