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
  await vi.waitFor(() => expect(cache.fault()).toBe('does not answer'))

  await expect(cache.claim([{ key, value: 'mine' }], 60)).rejects.toThrow('enableOfflineQueue')

  await proxy.restore()
  await vi.waitFor(() => expect(cache.fault()).toBeNull())
  expect(await cache.get(key)).toBeNull()
  expect(await cache.claim([{ key, value: 'mine' }], 60)).toEqual([null])
})

test('a claim on a cache that does not answer fails while there is no answer', async () => {
  const { cache } = await throughProxy(100)
  await vi.waitFor(() => expect(cache.fault()).toBeNull())
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
  expect(cache.fault()).toBe('does not answer')
  await expect(cache.increment(key, 60)).rejects.toThrow('does not answer')
  await expect(cache.claim([{ key, value: 'mine' }], 60)).rejects.toThrow('does not answer')

  proxy.resume()
  await vi.waitFor(() => expect(cache.fault()).toBeNull())
  expect(await cache.get(key)).toBe('kept')
})

/** Redis's own refusal, of a command or of the transaction that it is in. */
const REFUSED = /READONLY|EXECABORT/

/** A copy of a server that is not there: what a failover leaves where the primary was. */
async function demote(): Promise<void> {
  await redis.call('REPLICAOF', '127.0.0.1', '1')
  onTestFinished(async () => void (await redis.call('REPLICAOF', 'NO', 'ONE')))
}

test('a cache that refuses writes is away for them and still read, and is back as soon as it takes one', async () => {
  const cache = await connect()
  const key = randomUUID()
  await cache.set(key, 'kept', 60)
  await demote()

  await expect(cache.increment(randomUUID(), 60)).rejects.toThrow(REFUSED)
  expect(cache.fault()).toBe('refuses writes')
  await expect(cache.claim([{ key: randomUUID(), value: 'mine' }], 60)).rejects.toThrow('refuses writes')
  await vi.waitFor(async () => expect(await cache.get(key)).toBe('kept'))

  await redis.call('REPLICAOF', 'NO', 'ONE')
  await vi.waitFor(() => expect(cache.fault()).toBeNull(), { timeout: PATIENCE_MS })
  expect(await cache.claim([{ key: randomUUID(), value: 'mine' }], 60)).toEqual([null])
})

test('a connection that a failover left on the demoted cache is given up for one to where the address leads', async () => {
  const { cache } = await throughProxy()
  await vi.waitFor(() => expect(cache.fault()).toBeNull())
  const before = await listClients()
  await demote()

  await expect(cache.claim([{ key: randomUUID(), value: 'mine' }], 60)).rejects.toThrow(REFUSED)

  await vi.waitFor(async () => {
    const now = await listClients()
    expect([...before].some((id) => !now.has(id))).toBe(true)
  })
})

const listClients = async () =>
  new Set(
    String(await redis.call('CLIENT', 'LIST'))
      .matchAll(/^id=(\d+)/gm)
      .map(([, id]) => id),
  )

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
