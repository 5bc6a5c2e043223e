import { Redis } from 'ioredis'
import type { Cache, CacheFault, Claim } from './cache.ts'
import type { Log } from './log.ts'
import { sleep } from './sleep.ts'

const heldBy = (reply: unknown) => (typeof reply === 'string' ? reply : null)

/** Deletes a key only while it still holds our value. */
const RELEASE = `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) else return 0 end`

/**
 * Commands are never queued while Redis is away. A claim carried out after its caller has given up would hold a cooldown for an alert that
 * was never made.
 */
const FAIL_FAST = {
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 1,
  retryStrategy: (attempt: number) => Math.min(attempt * 100, 2_000),
}

const COMMAND_TIMEOUT_MS = 500

/** While Redis has a fault it is tried again after so long. */
const TRY_AGAIN_MS = 500

/** The write that shows that Redis takes writes. */
const PROBE_KEY = 'write-probe'

/** Answers to a write that the server does not take: it is a replica, or has no disk or no memory. */
const REFUSES_WRITES = /^(READONLY|MISCONF|OOM|NOREPLICAS|MASTERDOWN)\b/

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
 * Runs commands, and refuses them at once while Redis hangs: each caller would wait for the command's time-out otherwise. Writes are
 * refused too while Redis takes none. The first failure begins that time, an accepted write ends it.
 */
function createFaultGuard(connection: Redis, told: ReturnType<typeof createAbsenceLog>) {
  const closing = new AbortController()
  let fault: CacheFault | null = null

  async function tryUntilWritten(first: CacheFault): Promise<void> {
    let found: CacheFault | null = first
    while (found !== null && !closing.signal.aborted) {
      await sleep(TRY_AGAIN_MS, closing.signal)
      found = await writeProbe(found)
      fault = found
    }
    if (!closing.signal.aborted) told.back()
  }

  /** A connection that is being made says nothing new. */
  const writeProbe = (known: CacheFault) =>
    connection.set(PROBE_KEY, '1', 'EX', 1).then(
      () => null,
      (error: unknown) => (isTimeout(error) ? 'does not answer' : known),
    )

  function note(found: CacheFault): void {
    const isNew = fault === null
    fault = found
    if (!isNew) return
    told.away(found)
    void tryUntilWritten(found)
  }

  async function read<Result>(command: () => Promise<Result>): Promise<Result> {
    if (fault === 'does not answer') throw new Error('Redis does not answer')
    try {
      return await command()
    } catch (error) {
      if (isTimeout(error)) note('does not answer')
      throw error
    }
  }

  async function write<Result>(command: () => Promise<Result>): Promise<Result> {
    if (fault === 'refuses writes') throw new Error('Redis refuses writes')
    return read(command)
  }
  return { read, write, note, fault: () => fault, close: () => closing.abort() }
}

/** ioredis has no class for it. */
const isTimeout = (error: unknown) => error instanceof Error && error.message === 'Command timed out'

export function connectRedis(
  url: string,
  log: Log,
  { commandTimeoutMs = COMMAND_TIMEOUT_MS } = {},
): { cache: Cache; start: () => Promise<void>; close: () => Promise<void> } {
  // After a failover a connection can be left on the demoted server: the next one leads to where the address does by then.
  const reconnectOnError = (error: Error) => {
    if (!REFUSES_WRITES.test(error.message)) return false
    guard.note('refuses writes')
    listening.disconnect(true)
    return true
  }
  const commands = new Redis(url, {
    ...FAIL_FAST,
    commandTimeout: commandTimeoutMs,
    lazyConnect: true,
    reconnectOnError,
  })
  // A connection that listens can do nothing else; it may wait for Redis and resubscribes by itself.
  const listening = new Redis(url, {
    lazyConnect: true,
    maxRetriesPerRequest: null,
    retryStrategy: FAIL_FAST.retryStrategy,
  })
  for (const connection of [commands, listening]) connection.on('error', () => {})
  const told = createAbsenceLog(log)
  commands.on('error', (error: Error & { code?: string }) => told.away(error.message || error.code))
  commands.on('ready', () => guard.fault() === null && told.back())
  const guard = createFaultGuard(commands, told)
  const { read, write } = guard

  return {
    cache: {
      get: (key) => read(() => commands.get(key)),
      set: (key, value, ttlSeconds) =>
        write(async () => void (await commands.set(key, value, 'EX', ttlSeconds))),
      delete: (key) => write(async () => void (await commands.del(key))),
      increment: (key, ttlSeconds) => write(() => increment(commands, key, ttlSeconds)),
      claim: (claims, ttlSeconds) => write(() => claim(commands, claims, ttlSeconds)),
      release: (claims) => write(() => release(commands, claims)),
      publish: (channel, message) => read(async () => void (await commands.publish(channel, message))),
      subscribe: createSubscribing(listening),
      fault: () => guard.fault() ?? (commands.status === 'ready' ? null : 'does not answer'),
    },
    // A Redis that is not there yet is no reason not to start: both connections keep trying.
    start: async () => {
      await Promise.allSettled([commands.connect(), listening.connect()])
    },
    close: async () => {
      guard.close()
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
