import { randomInt } from 'node:crypto'
import postgres, { type Sql } from 'postgres'
import type { Place } from './postgres-log-places.ts'
import { MEMBERS_CHANNEL, RECORDS_CHANNEL } from './postgres-log-schema.ts'

/** A place and the offset from which its group reads on. */
export type NextRead = Place & { nextOffset: bigint }

export type SessionOptions = {
  url: string
  group: string
  onRecords(topics: string[]): void
  onMembersChanged(): void
}

/**
 * A member's membership in its group, and what it owns: locks of one database connection. They end with it. A killed member is gone at
 * once, and its partitions are free, without a lease to wait out. Commits go over the same connection, so that a member cannot commit a
 * partition that it has lost.
 */
export type Session = Awaited<ReturnType<typeof openSession>>

export async function openSession(options: SessionOptions) {
  const { group } = options
  const lost = new AbortController()
  const sql = connect(options, lost)
  const announce = () => sql`select pg_notify(${MEMBERS_CHANNEL}, ${group})`

  /** The client would open another connection by itself, one without our locks. */
  const stillOurs = () => lost.signal.throwIfAborted()

  try {
    await sql.unsafe(`listen "${RECORDS_CHANNEL}"; listen "${MEMBERS_CHANNEL}"`)
    const [backend] = await sql<[{ pid: number }]>`select pg_backend_pid() as pid`
    const pid = backend?.pid ?? 0
    const id = await becomeMember(sql, group)
    await announce()

    return {
      sql,
      id,
      /** Aborts when the locks are gone. */
      lost: lost.signal,
      /** After this the member joins again: what it believes to own may not be true any more. */
      abandon: (reason: unknown) => lost.abort(reason),

      /**
       * The ids of the living members, in the order on which all of them agree. A session that a failover left on the demoted server would
       * read and hear nothing new for ever. It refuses the write of no row, and is lost.
       */
      async members(): Promise<string[]> {
        stillOurs()
        await sql`delete from event_log.offsets where false`
        return listMembers(sql, group)
      },

      /** Takes the places that no other member owns, and says from where to read them. */
      async acquire(places: Place[]): Promise<NextRead[]> {
        stillOurs()
        return acquirePlaces(sql, group, places)
      },

      /** Gives a partition to the member that waits for it. */
      async release({ topic, partition }: Place): Promise<void> {
        stillOurs()
        await sql`select pg_advisory_unlock(hashtextextended(${`${group}/${topic}/${partition}`}, 0))`
        await announce()
      },

      async commit({ topic, partition }: Place, nextOffset: bigint): Promise<void> {
        stillOurs()
        const written = await sql`
          insert into event_log.offsets (consumer_group, topic, partition, next_offset)
          select ${group}, ${topic}, ${partition}, ${String(nextOffset)}::bigint where pg_backend_pid() = ${pid}
          on conflict (consumer_group, topic, partition) do update set next_offset = excluded.next_offset`
        if (written.count === 0) throw new Error('The connection of the member was lost before its commit')
      },

      /** Leaves the group and says so. */
      async close(): Promise<void> {
        if (!lost.signal.aborted) await sql`select pg_advisory_unlock_all()`.then(announce).catch(() => {})
        await sql.end({ timeout: 1 })
      },
    }
  } catch (error) {
    await sql.end({ timeout: 0 })
    throw error
  }
}

/**
 * One connection for the whole session: its end is that of the session. What it commits, the places of its group, does not wait for the disk:
 * a place that a crash of the server takes back has its records handed over again.
 */
function connect({ url, group, onRecords, onMembersChanged }: SessionOptions, lost: AbortController): Sql {
  const options = {
    max: 1,
    max_lifetime: null,
    connect_timeout: 5,
    fetch_types: false,
    onnotice: () => {},
    connection: { application_name: `event-log ${group}`, synchronous_commit: 'off' },
    onclose: () => lost.abort(new Error('The connection of the member was lost')),
    // A function that postgres.js calls on its own listening connection; here the session listens itself.
    onnotify: (channel: string, payload: string) => {
      if (channel === RECORDS_CHANNEL) onRecords(payload.split(','))
      else if (payload === group) onMembersChanged()
    },
  }
  return postgres(url, options)
}

/** Returns the member's id, which no other member of the group has. */
async function becomeMember(sql: Sql, group: string): Promise<string> {
  for (;;) {
    const id = randomInt(2 ** 31 - 1)
    const [lock] = await sql<[{ held: boolean }]>`
      select pg_try_advisory_lock(hashtext(${membersOf(group)}), ${id}::int) as held`
    if (lock?.held) return String(id)
  }
}

async function listMembers(sql: Sql, group: string): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select objid::text as id from pg_locks
    where locktype = 'advisory' and granted and objsubid = 2 and classid = hashtext(${membersOf(group)})::oid
      and database = (select oid from pg_database where datname = current_database())
    order by objid`
  return rows.map((row) => row.id)
}

async function acquirePlaces(sql: Sql, group: string, places: Place[]): Promise<NextRead[]> {
  const locked = await sql<(Place & { held: boolean })[]>`
    select topic, partition, pg_try_advisory_lock(hashtextextended(${`${group}/`} || topic || '/' || partition, 0)) as held
    from jsonb_to_recordset(${JSON.stringify(places)}::text::jsonb) as r(topic text, partition int)`
  // Read after the lock was taken: its owner before may have committed until then.
  const rows = await sql<(Place & { next_offset: string })[]>`
    select r.topic, r.partition, coalesce(o.next_offset, 0) as next_offset
    from jsonb_to_recordset(${JSON.stringify(locked.filter(({ held }) => held))}::text::jsonb) as r(topic text, partition int)
    left join event_log.offsets o
      on o.consumer_group = ${group} and o.topic = r.topic and o.partition = r.partition`
  return rows.map(({ topic, partition, next_offset }) => ({
    topic,
    partition,
    nextOffset: BigInt(next_offset),
  }))
}

const membersOf = (group: string) => `event_log.members/${group}`
