import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { COASTER, NORTH } from '../testing/sample-feed.ts'
import { createParkDatabase, createWorld, type World } from '../testing/world.ts'
import { keepHistory } from '../use-cases/history/keep-history.ts'

const database = await createParkDatabase()
afterAll(database.drop)

let world: World
beforeEach(async () => {
  world = await createWorld(database)
})
afterEach(() => world.close())

async function partitions(): Promise<string[]> {
  const rows = await world.db.execute<{ name: string }>(sql`
    select inhrelid::regclass::text as name from pg_inherits where inhparent = 'observations'::regclass order by 1`)
  return rows.map(({ name }) => name)
}

const afterDays = async (days: number) => {
  world.clock.now = new Date(world.clock.now.getTime() + days * 86_400_000)
  await world.run('keep-history')
}

test('observations have a partition for each day, made ahead of time', async () => {
  expect(await partitions()).toEqual([
    'observations_2026_07_13',
    'observations_2026_07_14',
    'observations_2026_07_15',
    'observations_2026_07_16',
    'observations_2026_07_17',
  ])
})

test('days past their retention are dropped', async () => {
  await afterDays(35)
  expect((await partitions())[0]).toBe('observations_2026_07_14')
  await afterDays(1)
  expect((await partitions())[0]).toBe('observations_2026_07_15')
})

test('statistics, hours, passes and what plans had watched are deleted past their retention too', async () => {
  await world.db.execute(sql`
    insert into hourly_waits values (${COASTER}, '2026-06-01', 12, ${COASTER}, 1, 5, 5, 5), (${COASTER}, '2026-07-01', 12, ${COASTER}, 1, 5, 5, 5)`)
  await world.db.execute(sql`
    insert into pass_windows values (${COASTER}, '2026-07-01', '2026-07-02', ${NORTH}), (${COASTER}, '2026-07-14', '2026-07-15', ${NORTH})`)
  await world.db.execute(sql`
    insert into plan_parks values (${COASTER}, ${NORTH}, '2026-07-02'), (${NORTH}, ${NORTH}, '2026-07-15')`)
  await world.run('keep-history')
  const [left] = await world.db.execute(sql`
    select (select count(*)::int from hourly_waits) as hours, (select count(*)::int from pass_windows) as windows,
      (select count(*)::int from plan_parks) as parks`)
  expect(left).toEqual({ hours: 1, windows: 1, parks: 1 })
})

test('running the upkeep of the history again changes nothing', async () => {
  const upkeep = { db: world.db, retentionDays: 35, now: () => world.clock.now }
  await keepHistory(upkeep)
  await keepHistory(upkeep)
  expect(await partitions()).toHaveLength(5)
})

test('one of two replicas runs the daily upkeep, and a missed day is made up', async () => {
  const replica = world.build()
  const job = replica.jobs.find(({ name }) => name === 'keep-history')
  const dropped = async () => (await partitions())[0] !== 'observations_2026_07_13'
  await world.run('keep-history')
  world.clock.now = new Date('2026-08-19T23:59:00Z')
  await job?.run(new AbortController().signal)
  expect(await dropped()).toBe(true)
  await world.db.execute(sql`
    create table observations_2026_07_13 partition of observations for values from ('2026-07-13 00:00Z') to ('2026-07-14 00:00Z')`)
  await world.run('keep-history')
  expect(await dropped()).toBe(false)
})
