import { createLog } from '@walkon/service/log'
import { connectPostgres } from '@walkon/service/postgres'
import { createTestDatabase } from '@walkon/testing/database'
import { sql } from 'drizzle-orm'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { createLeader, leaderTerms, lockTerm, TermOver, type Leader, type LeaderOptions } from './leader.ts'

const { db, url, drop } = await createTestDatabase('shop', join(import.meta.dirname, '../migrations'))
const log = createLog({ service: 'test', level: 'silent' })

const leaders: Leader[] = []
afterEach(async () => {
  await Promise.all(leaders.splice(0).map((leader) => leader.stop()))
  await db.delete(leaderTerms)
})
afterAll(drop)

/** A process that stands for the role. Its lease outlasts a test on a busy machine, unless `options` shorten it. */
async function aProcess(options: Partial<LeaderOptions> = {}): Promise<Leader> {
  const leader = createLeader({
    role: 'buyer',
    db,
    log,
    leaseMs: 600_000,
    renewMs: 20,
    lookMs: 20,
    ...options,
  })
  leaders.push(leader)
  await leader.start?.()
  return leader
}

/** The term of a process that leads, as soon as it does. */
const termOf = (leader: Leader) =>
  vi.waitFor(() => {
    const term = leader.term()
    if (!term) throw new Error('The process does not lead')
    return term
  })

const writeUnder = (term: number) => db.transaction((tx) => lockTerm(tx, 'buyer', term))

const leasedUntil = async () => (await db.select().from(leaderTerms))[0]?.leasedUntil

/** As when the process was silent for the time of its lease. */
const letLeaseRunOut = () => db.update(leaderTerms).set({ leasedUntil: sql`clock_timestamp()` })

const beginningsThatWait = async () =>
  (
    await db.execute(sql`
      select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%update leader_terms%'`)
  ).length

test('one process leads, the others stand by', async () => {
  const [first, second] = [await aProcess(), await aProcess()]
  expect(first.term()).toMatchObject({ number: expect.any(Number), signal: { aborted: false } })
  expect(second.term()).toBeNull()
})

test('a stand-by takes over when the leader stops, though its lease would last', async () => {
  const [first, second] = [await aProcess(), await aProcess()]
  const { number, signal } = await termOf(first)
  await first.stop()
  expect(signal.aborted).toBe(true)
  expect((await termOf(second)).number).toBe(number + 1)
})

test('a stand-by takes over when the lease of a silent leader has run out', async () => {
  const first = await aProcess({ renewMs: 600_000 })
  const { number } = await termOf(first)
  const second = await aProcess()
  await letLeaseRunOut()
  expect((await termOf(second)).number).toBe(number + 1)
})

test('a leader that finds a newer term gives up the role', async () => {
  const first = await aProcess()
  const { number, signal } = await termOf(first)
  await db.update(leaderTerms).set({ term: number + 1 })
  await vi.waitFor(() => expect(signal.aborted).toBe(true))
  expect(first.term()).toBeNull()
})

test('a leader that cannot reach the database leads no longer than its lease', async () => {
  const pool = connectPostgres({ url, schema: 'shop', poolSize: 1, applicationName: 'cut off' })
  const first = createLeader({ role: 'buyer', db: pool.db, log, leaseMs: 500, renewMs: 20, lookMs: 20 })
  await first.start?.()
  const { number, signal } = await termOf(first)

  await pool.close()

  await vi.waitFor(() => expect(signal.aborted).toBe(true))
  expect(first.term()).toBeNull()
  await first.stop()
  expect((await termOf(await aProcess())).number).toBe(number + 1)
})

test('a leader renews its lease while it writes', async () => {
  const { number } = await termOf(await aProcess())
  await db.transaction(async (tx) => {
    await lockTerm(tx, 'buyer', number)
    const before = Number(await leasedUntil())
    await vi.waitFor(async () => expect(Number(await leasedUntil())).toBeGreaterThan(before))
  })
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
  const { number } = await termOf(await aProcess({ renewMs: 600_000 }))
  const second = await aProcess()
  await db.transaction(async (tx) => {
    await lockTerm(tx, 'buyer', number)
    await letLeaseRunOut()
    await expect.poll(beginningsThatWait).toBe(1)
    expect(second.term()).toBeNull()
  })
  expect((await termOf(second)).number).toBe(number + 1)
})

test('a process of the release before, which leases nothing, is followed by one that does', async () => {
  await db.insert(leaderTerms).values({ role: 'buyer', term: 40 })
  expect((await termOf(await aProcess())).number).toBe(41)
})

test('roles of other names have terms of their own', async () => {
  const [buying, selling] = [await aProcess(), await aProcess({ role: 'seller' })]
  expect(buying.term()).not.toBeNull()
  expect(selling.term()?.number).toBe(1)
})

test('what a term needs is prepared before it begins, and its jobs are woken after', async () => {
  const steps: string[] = []
  const listening = await db.$client.listen('shop.buying', () => {
    steps.push(leader.term() ? 'woken in the term' : 'woken before the term')
  })
  const leader = createLeader({
    role: 'buyer',
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

test('a process that could not prepare its term leaves the role free, and tries again', async () => {
  const prepare = vi.fn<() => Promise<void>>().mockRejectedValueOnce(new Error('no disk'))
  const leader = await aProcess({ prepare })
  expect(leader.term()).toBeNull()
  expect((await termOf(leader)).signal.aborted).toBe(false)
})

test('a process whose lease runs out while it prepares does not lead', async () => {
  const preparing = Promise.withResolvers<void>()
  const late = createLeader({
    role: 'buyer',
    db,
    log,
    leaseMs: 20,
    lookMs: 600_000,
    prepare: () => preparing.promise,
  })
  leaders.push(late)
  const started = late.start?.()
  const second = await aProcess()
  await termOf(second)

  preparing.resolve()

  await started
  expect(late.term()).toBeNull()
  expect(second.term()).not.toBeNull()
})
