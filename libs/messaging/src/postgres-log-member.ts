import type { Log } from '@walkon/service/log'
import { setTimeout as after } from 'node:timers/promises'
import type { Sql } from 'postgres'
import { deliver } from './delivery.ts'
import type { LogRecord, Subscriber, Subscription } from './event-log.ts'
import { openSession, type Place, type Session } from './postgres-log-session.ts'

/** Notifications are what wakes a member; this is for one that got lost. */
const IDLE_POLL_MS = 5_000

/** Nobody announces that another member was killed, so a member that is not alone looks for it. */
const SHARED_POLL_MS = 250

const REJOIN_MS = 500

/** Far longer than a turn of the loop takes, a lost connection included. */
const LONGEST_SILENCE_MS = 60_000

type Owned = Place & {
  nextOffset: bigint
  giveUp: AbortController
  work: Promise<void> | null
  leaving: boolean
}

export type MemberOptions = {
  url: string
  subscription: Subscription
  /** All partitions of the topics. */
  listPlaces(): Promise<Place[]>
  log: Log
}

/** A member of a group. All members of a group subscribe to the same topics. */
export function createMember({ url, subscription, listPlaces, log }: MemberOptions): Subscriber {
  const { group, topics, maxBatch } = subscription
  const stopping = new AbortController()
  const owned = new Map<string, Owned>()
  const joined = Promise.withResolvers<void>()
  let loop: Promise<void> | undefined
  let pause = new AbortController()
  let isWoken = false
  let isGroupChanged = true
  let isSettled = false
  let lastTurnAt = Date.now()

  function wake(): void {
    isWoken = true
    pause.abort()
  }

  async function untilWoken(limitMs: number): Promise<boolean> {
    if (isWoken) return true
    pause = new AbortController()
    return after(limitMs, false, { signal: AbortSignal.any([pause.signal, stopping.signal]) }).catch(
      () => true,
    )
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      lastTurnAt = Date.now()
      try {
        await takePart()
      } catch (error) {
        log.warn({ err: error, group }, 'the event log is away; joining again')
        await after(REJOIN_MS, undefined, { signal: stopping.signal }).catch(() => {})
      }
    }
  }

  /** From joining to leaving, or to a lost connection, which throws. */
  async function takePart(): Promise<void> {
    const places = await listPlaces()
    const session = await openSession({
      url,
      group,
      onRecords: (changed) => {
        if (changed.some((topic) => topics.includes(topic))) wake()
      },
      onMembersChanged: () => {
        isGroupChanged = true
        wake()
      },
    })
    session.lost.addEventListener('abort', wake)
    isGroupChanged = true
    try {
      while (!stopping.signal.aborted) {
        lastTurnAt = Date.now()
        isWoken = false
        session.lost.throwIfAborted()
        if (isGroupChanged) await balance(session, places)
        joined.resolve()
        await fetch(session)
        if (!(await untilWoken(isSettled ? IDLE_POLL_MS : SHARED_POLL_MS))) isGroupChanged = true
      }
    } finally {
      for (const { giveUp } of owned.values()) giveUp.abort()
      await Promise.all([...owned.values()].flatMap(({ work }) => work ?? []))
      owned.clear()
      await session.close()
    }
  }

  /** Takes and gives partitions until the member owns its share. Settled when it is alone and has all of it. */
  async function balance(session: Session, places: Place[]): Promise<void> {
    isGroupChanged = false
    const members = await session.members()
    const share = places.filter((_, index) => members[index % members.length] === session.id)
    const shareKeys = new Set(share.map(keyOf))
    for (const [key, place] of owned) if (!shareKeys.has(key) && !place.leaving) void release(session, place)

    const missing = share.filter((place) => !owned.has(keyOf(place)))
    const acquired = missing.length > 0 ? await session.acquire(missing) : []
    for (const place of acquired) {
      owned.set(keyOf(place), { ...place, giveUp: new AbortController(), work: null, leaving: false })
    }
    isSettled = members.length === 1 && acquired.length === missing.length
  }

  async function release(session: Session, place: Owned): Promise<void> {
    place.leaving = true
    place.giveUp.abort()
    await place.work
    owned.delete(keyOf(place))
    await session.release(place).catch((error: unknown) => session.abandon(error))
  }

  /** One query for all partitions that are not at work; their batches are handled side by side. */
  async function fetch(session: Session): Promise<void> {
    const idle = [...owned.values()].filter(({ work, leaving }) => !work && !leaving)
    if (idle.length === 0) return
    for (const [key, records] of await readRecords(session.sql, idle, maxBatch)) {
      const place = owned.get(key)
      if (!place || place.leaving || place.work) continue
      place.work = handle(session, place, records).finally(() => {
        place.work = null
        wake()
      })
    }
  }

  async function handle(session: Session, place: Owned, records: LogRecord[]): Promise<void> {
    const { topic, partition, giveUp } = place
    const isTaken = await deliver(subscription, { topic, partition, records }, giveUp.signal, log)
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
    start: async () => {
      loop ??= run().catch((error: unknown) => subscription.onFatal(error))
      await Promise.race([joined.promise, loop])
    },
    stop: async () => {
      stopping.abort()
      for (const { giveUp } of owned.values()) giveUp.abort()
      await loop
    },
    isAlive: () => loop === undefined || Date.now() - lastTurnAt < LONGEST_SILENCE_MS,
  }
}

const keyOf = ({ topic, partition }: Place) => `${topic}/${partition}`

type RecordRow = Place & {
  offset: string
  key: string | null
  value: Buffer | null
  headers: Record<string, string>
}

async function readRecords(sql: Sql, places: Owned[], limit: number): Promise<Map<string, LogRecord[]>> {
  const from = places.map(({ topic, partition, nextOffset }) => ({
    topic,
    partition,
    next_offset: String(nextOffset),
  }))
  const rows = await sql<RecordRow[]>`
    select r.topic, r.partition, r."offset", r.key, r.value, r.headers
    from jsonb_to_recordset(${JSON.stringify(from)}::text::jsonb) as at(topic text, partition int, next_offset bigint)
    cross join lateral (
      select * from event_log.records r
      where r.topic = at.topic and r.partition = at.partition and r."offset" >= at.next_offset
      order by r."offset" limit ${limit}
    ) r
    order by r.topic, r.partition, r."offset"`
  return Map.groupBy(
    rows.map((row) => ({ ...row, offset: BigInt(row.offset) })),
    keyOf,
  )
}
