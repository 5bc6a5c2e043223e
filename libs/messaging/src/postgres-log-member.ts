import type { Log } from '@walkon/service/log'
import { sleep } from '@walkon/service/sleep'
import { setTimeout as after } from 'node:timers/promises'
import { deliver } from './delivery.ts'
import type { LogRecord, Subscriber, Subscription } from './event-log.ts'
import { keyOf, type Place } from './postgres-log-places.ts'
import { readRecords } from './postgres-log-reads.ts'
import { openSession, type NextRead, type Session } from './postgres-log-session.ts'

/** Notifications are what wakes a member; this is for one that got lost. */
const IDLE_POLL_MS = 15_000

/** A member that is killed announces nothing, so a member that shares its group looks for it. */
const SHARED_POLL_MS = 250

const REJOIN_MS = 500

/** Far longer than a turn of the loop takes, a lost connection included. */
const LONGEST_SILENCE_MS = 60_000

export type MemberOptions = {
  url: string
  subscription: Subscription
  /** All partitions of the topics. */
  listPlaces(): Promise<Place[]>
  log: Log
}

/** A member of a group. All members of a group subscribe to the same topics. */
export function createMember(options: MemberOptions): Subscriber {
  const { subscription } = options
  const stopping = new AbortController()
  const joined = Promise.withResolvers<void>()
  let loop: Promise<void> | undefined
  let lastTurnAt = Date.now()
  const onTurn = () => {
    lastTurnAt = Date.now()
  }

  const onJoined = () => {
    subscription.onConsuming?.(null)
    joined.resolve()
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      onTurn()
      try {
        await takePart(options, stopping.signal, { onTurn, onJoined })
      } catch (error) {
        subscription.onConsuming?.(error instanceof Error ? error : new Error(String(error)))
        await sleep(REJOIN_MS, stopping.signal)
      }
    }
  }

  return {
    start: async () => {
      loop ??= run().catch((error: unknown) => subscription.onFatal(error))
      await Promise.race([joined.promise, loop])
    },
    stop: async () => {
      stopping.abort()
      await loop
    },
    isAlive: () => loop === undefined || Date.now() - lastTurnAt < LONGEST_SILENCE_MS,
  }
}

/** From joining to leaving, or to a lost connection, which throws. */
async function takePart(
  { url, subscription, listPlaces, log }: MemberOptions,
  stopping: AbortSignal,
  { onTurn, onJoined }: { onTurn: () => void; onJoined: () => void },
): Promise<void> {
  const { group, topics } = subscription
  const places = await listPlaces()
  const alarm = createAlarm(stopping)
  let isGroupChanged = true
  const session = await openSession({
    url,
    group,
    onRecords: (changed) => {
      if (changed.some((topic) => topics.includes(topic))) alarm.wake()
    },
    onMembersChanged: () => {
      isGroupChanged = true
      alarm.wake()
    },
  })
  session.lost.addEventListener('abort', alarm.wake)
  const owned = createOwnedPartitions({ session, subscription, stopping, wake: alarm.wake, log })
  try {
    while (!stopping.aborted) {
      onTurn()
      alarm.reset()
      session.lost.throwIfAborted()
      if (isGroupChanged) {
        isGroupChanged = false
        await owned.balance(places)
      }
      onJoined()
      await owned.fetch()
      if (!(await alarm.untilWoken(owned.isSettled() ? IDLE_POLL_MS : SHARED_POLL_MS))) isGroupChanged = true
    }
  } finally {
    await owned.giveUp()
    await session.close()
  }
}

/** A pause that ends early: once woken, the next wait is none until the alarm is reset. */
function createAlarm(stopping: AbortSignal) {
  let pause = new AbortController()
  let isWoken = false
  return {
    wake: (): void => {
      isWoken = true
      pause.abort()
    },
    reset: (): void => {
      isWoken = false
    },
    /** False if nothing woke it within the limit. */
    async untilWoken(limitMs: number): Promise<boolean> {
      if (isWoken) return true
      pause = new AbortController()
      return after(limitMs, false, { signal: AbortSignal.any([pause.signal, stopping]) }).catch(() => true)
    },
  }
}

type Owned = NextRead & {
  /** Read and not handed over: batches of the log end anywhere. */
  ahead: LogRecord[]
  giveUp: AbortController
  work: Promise<void> | null
  leaving: boolean
}

type OwnedOptions = {
  session: Session
  subscription: Subscription
  /** Work in hand is told to give up when it aborts. */
  stopping: AbortSignal
  /** Called when a partition is free for its next batch. */
  wake(): void
  log: Log
}

/** The partitions that a member owns for the time of one session, and the work on them. */
function createOwnedPartitions({ session, subscription, stopping, wake, log }: OwnedOptions) {
  const { maxBatch } = subscription
  const owned = new Map<string, Owned>()
  let isSettled = false

  /** Takes and gives partitions until the member owns its share. Settled when it is alone and has all of it. */
  async function balance(places: Place[]): Promise<void> {
    const members = await session.members()
    const share = places.filter((_, index) => members[index % members.length] === session.id)
    const shareKeys = new Set(share.map(keyOf))
    for (const [key, place] of owned) if (!shareKeys.has(key) && !place.leaving) void release(place)

    const missing = share.filter((place) => !owned.has(keyOf(place)))
    const acquired = missing.length > 0 ? await session.acquire(missing) : []
    for (const place of acquired) owned.set(keyOf(place), toOwned(place))
    isSettled = members.length === 1 && acquired.length === missing.length
  }

  async function release(place: Owned): Promise<void> {
    place.leaving = true
    place.giveUp.abort()
    await place.work
    owned.delete(keyOf(place))
    await session.release(place).catch((error: unknown) => session.abandon(error))
  }

  /** One query for all partitions that are not at work; their batches are handled side by side. */
  async function fetch(): Promise<void> {
    const idle = [...owned.values()].filter(isIdle)
    if (idle.length === 0) return
    const found = await readRecords(session.sql, idle.map(toNextRead), maxBatch)
    for (const place of idle) {
      place.ahead = [...place.ahead, ...(found.get(keyOf(place)) ?? [])]
      if (place.ahead.length === 0 || !isIdle(place)) continue
      place.work = handle(place, place.ahead.splice(0, maxBatch)).finally(() => {
        place.work = null
        wake()
      })
    }
  }

  async function handle(place: Owned, records: LogRecord[]): Promise<void> {
    const { topic, partition } = place
    const signal = AbortSignal.any([stopping, place.giveUp.signal])
    const isTaken = await deliver(subscription, { topic, partition, records }, signal, log)
    const last = records.at(-1)
    if (!isTaken || !last) return
    try {
      await session.commit(place, last.offset + 1n)
      place.nextOffset = last.offset + 1n
    } catch (error) {
      session.abandon(error)
    }
  }

  return {
    balance,
    fetch,
    isSettled: () => isSettled,
    /** Ends the work in hand; the session then gives the partitions back. */
    async giveUp(): Promise<void> {
      for (const { giveUp } of owned.values()) giveUp.abort()
      await Promise.all([...owned.values()].flatMap(({ work }) => work ?? []))
    },
  }
}

const toOwned = (place: NextRead): Owned => ({
  ...place,
  ahead: [],
  giveUp: new AbortController(),
  work: null,
  leaving: false,
})

const isIdle = ({ work, leaving }: Owned) => !work && !leaving

/** From after the records that are read already. */
const toNextRead = ({ topic, partition, nextOffset, ahead }: Owned): NextRead => {
  const newest = ahead.at(-1)
  return { topic, partition, nextOffset: newest ? newest.offset + 1n : nextOffset }
}
