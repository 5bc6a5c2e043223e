import { Redis } from 'ioredis'
import { setTimeout as after } from 'node:timers/promises'
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

/** While Redis hangs it is pinged again after so long. */
const PING_AGAIN_MS = 500

/** One line when Redis is lost and one when it is back, however often it is tried meanwhile. */
function createAbsenceLog(log: Log) {
  let isAway = false
  return {
    away: (reason: string | undefined) => {
      if (!isAway) log.warn({ reason }, 'redis is away')
      isAway = true
    },
    back: () => {
      if (isAway) log.info('redis is back')
      isAway = false
    },
  }
}

/**
 * Runs commands, and refuses them at once while Redis hangs: each caller would wait for the command's time-out otherwise. The
 * first time-out begins that time, an answered ping ends it.
 */
function createHangGuard(connection: Redis, told: ReturnType<typeof createAbsenceLog>) {
  const closing = new AbortController()
  let isHanging = false

  async function pingUntilAnswered(): Promise<void> {
    while (isHanging && !closing.signal.aborted) {
      isHanging = await connection.ping().then(
        () => false,
        () => true,
      )
      if (isHanging) await after(PING_AGAIN_MS, undefined, { signal: closing.signal }).catch(() => {})
    }
    if (!closing.signal.aborted) told.back()
  }

  async function run<Result>(command: () => Promise<Result>): Promise<Result> {
    if (isHanging) throw new Error('Redis does not answer')
    try {
      return await command()
    } catch (error) {
      if (!isHanging && isTimeout(error)) {
        isHanging = true
        told.away('does not answer')
        void pingUntilAnswered()
      }
      throw error
    }
  }
  return { run, isHanging: () => isHanging, close: () => closing.abort() }
}

/** ioredis has no class for it. */
const isTimeout = (error: unknown) => error instanceof Error && error.message === 'Command timed out'

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
  const told = createAbsenceLog(log)
  commands.on('error', (error: Error & { code?: string }) => told.away(error.message || error.code))
  commands.on('ready', told.back)
  const hangGuard = createHangGuard(commands, told)
  const { run } = hangGuard

  return {
    cache: {
      get: (key) => run(() => commands.get(key)),
      set: (key, value, ttlSeconds) =>
        run(async () => void (await commands.set(key, value, 'EX', ttlSeconds))),
      delete: (key) => run(async () => void (await commands.del(key))),
      increment: (key, ttlSeconds) => run(() => increment(commands, key, ttlSeconds)),
      claim: (claims, ttlSeconds) => run(() => claim(commands, claims, ttlSeconds)),
      release: (claims) => run(() => release(commands, claims)),
      publish: (channel, message) => run(async () => void (await commands.publish(channel, message))),
      subscribe: createSubscribing(listening),
      isReachable: () => commands.status === 'ready' && !hangGuard.isHanging(),
    },
    // A Redis that is not there yet is no reason not to start: both connections keep trying.
    start: async () => {
      await Promise.allSettled([commands.connect(), listening.connect()])
    },
    close: async () => {
      hangGuard.close()
      commands.disconnect()
      listening.disconnect()
    },
  }
}

async function increment(commands: Redis, key: string, ttlSeconds: number): Promise<number> {
  const replies = await commands.multi().incr(key).expire(key, ttlSeconds, 'NX').exec()
  const [error, count] = replies?.[0] ?? [new Error('Redis did not answer'), null]
  if (error) throw error
  return Number(count)
}

async function claim(commands: Redis, claims: Claim[], ttlSeconds: number): Promise<(string | null)[]> {
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

async function release(commands: Redis, claims: Claim[]): Promise<void> {
  if (claims.length === 0) return
  const pipeline = commands.pipeline()
  for (const { key, value } of claims) pipeline.eval(RELEASE, 1, key, value)
  await pipeline.exec()
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
