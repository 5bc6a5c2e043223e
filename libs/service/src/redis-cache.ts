import { Redis } from 'ioredis'
import type { Cache, Claim } from './cache.ts'
import type { Log } from './log.ts'

const heldBy = (reply: unknown) => (typeof reply === 'string' ? reply : null)

/** Deletes a key only while it still holds our value. */
const RELEASE = `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) else return 0 end`

/**
 * Commands are never queued while Redis is away: a claim that is carried out after its caller has given up
 * would hold a cooldown for an alert that was never made.
 */
const FAIL_FAST = {
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 1,
  retryStrategy: (attempt: number) => Math.min(attempt * 100, 2_000),
}

const COMMAND_TIMEOUT_MS = 500

/** One line when Redis is lost and one when it is back, however often it is tried meanwhile. */
function logAbsence(connection: Redis, log: Log): void {
  let isAway = false
  connection.on('error', (error: Error & { code?: string }) => {
    if (!isAway) log.warn({ reason: error.message || error.code }, 'redis is away')
    isAway = true
  })
  connection.on('ready', () => {
    if (isAway) log.info('redis is back')
    isAway = false
  })
}

export function connectRedis(
  url: string,
  log: Log,
  { commandTimeoutMs = COMMAND_TIMEOUT_MS } = {},
): { cache: Cache; start: () => Promise<void>; close: () => Promise<void> } {
  const commands = new Redis(url, { ...FAIL_FAST, commandTimeout: commandTimeoutMs, lazyConnect: true })
  // A connection that listens can do nothing else; it may wait for Redis and resubscribes by itself.
  const listening = new Redis(url, {
    lazyConnect: true,
    maxRetriesPerRequest: null,
    retryStrategy: FAIL_FAST.retryStrategy,
  })
  for (const connection of [commands, listening]) connection.on('error', () => {})
  logAbsence(commands, log)

  async function increment(key: string, ttlSeconds: number): Promise<number> {
    const replies = await commands.multi().incr(key).expire(key, ttlSeconds, 'NX').exec()
    const [error, count] = replies?.[0] ?? [new Error('Redis did not answer'), null]
    if (error) throw error
    return Number(count)
  }

  async function claim(claims: Claim[], ttlSeconds: number): Promise<(string | null)[]> {
    if (claims.length === 0) return []
    const pipeline = commands.pipeline()
    for (const { key, value } of claims) pipeline.set(key, value, 'EX', ttlSeconds, 'NX', 'GET')
    const replies = (await pipeline.exec()) ?? []
    return claims.map(({ value }, index) => {
      const [error, held] = replies[index] ?? [new Error('Redis did not answer'), null]
      if (error) throw error
      return held === value ? null : heldBy(held)
    })
  }

  async function release(claims: Claim[]): Promise<void> {
    if (claims.length === 0) return
    const pipeline = commands.pipeline()
    for (const { key, value } of claims) pipeline.eval(RELEASE, 1, key, value)
    await pipeline.exec()
  }

  return {
    cache: {
      get: (key) => commands.get(key),
      set: async (key, value, ttlSeconds) => void (await commands.set(key, value, 'EX', ttlSeconds)),
      delete: async (key) => void (await commands.del(key)),
      increment,
      claim,
      release,
      publish: async (channel, message) => void (await commands.publish(channel, message)),
      subscribe: createSubscribing(listening),
      isReachable: () => commands.status === 'ready',
    },
    // A Redis that is not there yet is no reason not to start: both connections keep trying.
    start: async () => {
      await Promise.allSettled([commands.connect(), listening.connect()])
    },
    close: async () => {
      commands.disconnect()
      listening.disconnect()
    },
  }
}

/** Many listeners of one channel share one subscription of the connection. */
function createSubscribing(connection: Redis): Cache['subscribe'] {
  const listeners = new Map<string, Set<(message: string) => void>>()
  connection.on('message', (channel, message) => {
    for (const listener of listeners.get(channel) ?? []) listener(message)
  })
  return async (channel, listener) => {
    const known = listeners.get(channel)
    if (known) known.add(listener)
    else {
      listeners.set(channel, new Set([listener]))
      await connection.subscribe(channel)
    }
    return async () => {
      const remaining = listeners.get(channel)
      remaining?.delete(listener)
      if (remaining?.size !== 0) return
      listeners.delete(channel)
      await connection.unsubscribe(channel)
    }
  }
}
