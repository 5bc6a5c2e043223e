import { ADVISORY_LOCKS } from '@walkon/service/advisory-locks'
import type { Database, Transaction } from '@walkon/service/database'
import { createLog } from '@walkon/service/log'
import { connectPostgres } from '@walkon/service/postgres'
import { createTestDatabase } from '@walkon/testing/database'
import { sql } from 'drizzle-orm'
import { join } from 'node:path'
import { afterAll, afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { createLeader, lockTerm, TermOver, type Leader, type LeaderOptions } from './leader.ts'

const { db, url, drop } = await createTestDatabase('shop', join(import.meta.dirname, '../migrations'))
const log = createLog({ service: 'test', level: 'silent' })
const BUYER = { name: 'buyer', lock: ADVISORY_LOCKS.parkPoller }

const leaders: Leader[] = []
afterEach(async () => {
  await Promise.all(leaders.splice(0).map((leader) => leader.stop()))
})
afterAll(drop)

async function aProcess(options: Partial<LeaderOptions> = {}): Promise<Leader> {
  const leader = createLeader({ role: BUYER, db, log, ...options })
  leaders.push(leader)
  await leader.start?.()
  return leader
}

/** The backends that hold the role's lock, or wait for it. */
async function backends(granted: boolean): Promise<number[]> {
  const rows = await db.execute<{ pid: number }>(sql`
    select pid from pg_locks join pg_database on pg_database.oid = database
    where locktype = 'advisory' and granted = ${granted} and datname = current_database()`)
  return rows.map(({ pid }) => pid)
}

async function termsThatWait(): Promise<number> {
  const rows = await db.execute(sql`
    select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '%into "leader_terms"%'`)
  return rows.length
}

async function aStandBy(): Promise<Leader> {
  const leader = await aProcess()
  await expect.poll(() => backends(false)).toHaveLength(1)
  return leader
}

/** The term of a process that leads, as soon as it does. */
const termOf = (leader: Leader) =>
  vi.waitFor(() => {
    const term = leader.term()
    if (!term) throw new Error('The process does not lead')
    return term
  })

const writeUnder = (term: number) => db.transaction((tx) => lockTerm(tx, BUYER, term))

test('one process leads, the others stand by', async () => {
  const [first, second] = [await aProcess(), await aProcess()]
  expect(first.term()).toMatchObject({ number: expect.any(Number) })
  expect(second.term()).toBeNull()
})

test('a stand-by takes over at once when the leader stops', async () => {
  const [first, second] = [await aProcess(), await aStandBy()]
  const { number } = await termOf(first)
  await first.stop()
  expect(await termOf(second)).toMatchObject({ number: number + 1, signal: { aborted: false } })
})

test('a leader that loses its connection loses the role, and its term ends', async () => {
  const first = await aProcess()
  const term = await termOf(first)
  const second = await aStandBy()
  const [holder] = await backends(true)
  await db.execute(sql`select pg_terminate_backend(${holder})`)
  expect((await termOf(second)).number).toBeGreaterThan(term.number)
  expect(term.signal.aborted).toBe(true)
  expect(first.term()).toBeNull()
})

test('a leader whose event loop hangs loses the role, though it still holds its connection', async () => {
  const hanging = await aProcess({ silenceMs: 200, heartbeatMs: 3_600_000 })
  const { number } = await termOf(hanging)
  const second = await aStandBy()
  expect((await termOf(second)).number).toBe(number + 1)
  await vi.waitFor(() => expect(hanging.term()).toBeNull())
})

test('a leader that does not know yet that its term is over cannot write', async () => {
  const first = await aProcess()
  const { number } = await termOf(first)
  await writeUnder(number)
  await first.stop()
  await aProcess()
  await expect(writeUnder(number)).rejects.toBeInstanceOf(TermOver)
})

test('a new term begins only after what was written under the one before', async () => {
  const first = await aProcess()
  const { number } = await termOf(first)
  const second = await aStandBy()
  await db.transaction(async (tx) => {
    await lockTerm(tx, BUYER, number)
    const [holder] = await backends(true)
    await db.execute(sql`select pg_terminate_backend(${holder})`)
    // The stand-by has the lock, and waits for this transaction to begin its term.
    await expect.poll(termsThatWait).toBe(1)
    expect(second.term()).toBeNull()
  })
  expect((await termOf(second)).number).toBe(number + 1)
})

test('a role is led again after a process that had lost it has begun a term all the same', async () => {
  const preparing = Promise.withResolvers<void>()
  const late = createLeader({ role: BUYER, db, log, prepare: () => preparing.promise })
  leaders.push(late)
  void late.start?.()
  await expect.poll(() => backends(true)).toHaveLength(1)
  const second = await aProcess({ heartbeatMs: 20 })
  const [holder] = await backends(true)
  await db.execute(sql`select pg_terminate_backend(${holder})`)
  const { number } = await termOf(second)

  preparing.resolve()
  await expect.poll(() => writeUnder(number).catch((error: unknown) => error)).toBeInstanceOf(TermOver)

  const leading = () => leaders.find((process) => process.term())?.term()?.number ?? 0
  await vi.waitFor(() => writeUnder(leading()))
})

/** Sessions that are opened from now on refuse writes, as those that a failover leaves on the demoted server. */
const openDemoted = (isOn: boolean) =>
  db.execute(
    sql.raw(
      `alter role current_user in database ${new URL(url).pathname.slice(1)} ${isOn ? 'set default_transaction_read_only = on' : 'reset default_transaction_read_only'}`,
    ),
  )

test('a process leads over no session that refuses writes, and leads over the next one that takes them', async () => {
  await openDemoted(true)
  onTestFinished(async () => void (await openDemoted(false)))
  const pool = connectPostgres({ url, schema: 'shop', poolSize: 2, applicationName: 'demoted' })
  onTestFinished(pool.close)
  const process = await aProcess({ db: pool.db })
  expect(process.term()).toBeNull()
  expect(await backends(true)).toEqual([])

  await openDemoted(false)

  await termOf(process)
})

test('a leader whose session was left on a demoted server gives up the role and leads again over another', async () => {
  const sessions: Transaction[] = []
  const watched: Database = Object.create(db, {
    transaction: {
      value: ((work, config) =>
        db.transaction((tx) => {
          sessions.push(tx)
          return work(tx)
        }, config)) satisfies Database['transaction'],
    },
  })
  const leader = await aProcess({ db: watched, heartbeatMs: 20 })
  const term = await termOf(leader)

  await sessions[0]?.execute(sql`set default_transaction_read_only = on`)

  await vi.waitFor(() => expect(term.signal.aborted).toBe(true))
  expect((await termOf(leader)).number).toBeGreaterThan(term.number)
})

test('roles of other names have terms of their own', async () => {
  const seller = { ...BUYER, name: 'seller', lock: ADVISORY_LOCKS.signingKeyRotation }
  const [buying, selling] = [await aProcess(), await aProcess({ role: seller })]
  expect(buying.term()).not.toBeNull()
  expect(selling.term()?.number).toBe(1)
})

test('what a term needs is prepared before it begins, and its jobs are woken after', async () => {
  const steps: string[] = []
  const listening = await db.$client.listen('shop.buying', () => {
    steps.push(leader.term() ? 'woken in the term' : 'woken before the term')
  })
  const leader = createLeader({
    role: BUYER,
    db,
    log,
    prepare: async () => void steps.push(leader.term() ? 'prepared in the term' : 'prepared'),
    wakes: 'buying',
  })
  leaders.push(leader)
  await leader.start?.()
  await vi.waitFor(() => expect(steps).toHaveLength(2))
  await listening.unlisten()
  expect(steps).toEqual(['prepared', 'woken in the term'])
})

test('a process that could not prepare its term does not lead, and tries again', async () => {
  const prepare = vi.fn<() => Promise<void>>().mockRejectedValueOnce(new Error('no disk'))
  const leader = await aProcess({ prepare })
  expect(leader.term()).toBeNull()
  expect((await termOf(leader)).signal.aborted).toBe(false)
})

test('a stand-by can be stopped while it waits', async () => {
  await aProcess()
  const second = await aStandBy()
  await second.stop()
  expect(await backends(false)).toEqual([])
})
