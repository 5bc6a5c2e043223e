import { ADVISORY_LOCKS } from '@walkon/service/advisory-locks'
import { applyMigrations, connectPostgres, countMissingMigrations } from '@walkon/service/postgres'
import { arrivalOf } from '@walkon/testing/arrival'
import { createTestDatabase } from '@walkon/testing/database'
import { sql } from 'drizzle-orm'
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'

let database: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  database = await createTestDatabase('shop', await aFolder())
})
afterAll(() => database.drop())

/** A folder of one migration for each of these statements. */
async function aFolder(...statements: string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'))
  const entries = statements.map((_, index) => ({
    idx: index,
    tag: `000${index}`,
    when: index,
    breakpoints: true,
  }))
  await mkdir(join(folder, 'meta'))
  await writeFile(join(folder, 'meta/_journal.json'), JSON.stringify({ entries }))
  await Promise.all(statements.map((text, index) => writeFile(join(folder, `000${index}.sql`), text)))
  return folder
}

/** Limits of every session of the database, shorter than what a test can wait for. */
async function withShortLimits<Result>(work: () => Promise<Result>): Promise<Result> {
  const name = new URL(database.url).pathname.slice(1)
  const limit = (setting: string) => database.db.execute(sql.raw(`alter database "${name}" ${setting}`))
  await limit("set statement_timeout = '50ms'")
  await limit("set lock_timeout = '50ms'")
  try {
    return await work()
  } finally {
    await limit('reset all')
  }
}

/** Sessions that have been refused their turn. */
const countRefused = async () => {
  const rows = await database.db.execute(sql`
    select 1 from pg_stat_activity where application_name = 'shop-migrate' and state = 'idle' and query like '%pg_try_advisory_lock%'`)
  return rows.length
}

test('a migration takes as long as it needs', async () => {
  const folder = await aFolder('select pg_sleep(0.3)')

  await withShortLimits(() => applyMigrations(database.url, 'shop', folder))

  expect(await countMissingMigrations(database.db.$client, folder)).toBe(0)
})

test('processes that migrate together take turns, however long a turn lasts', async () => {
  const folder = await aFolder('create table turns (one int)', 'insert into turns values (1)')
  const turn = await database.db.$client.reserve()
  onTestFinished(() => turn.release())
  await turn`select pg_advisory_lock(${ADVISORY_LOCKS.migrations})`

  await withShortLimits(async () => {
    const both = [1, 2].map(() => applyMigrations(database.url, 'shop', folder, { lockTimeoutMs: 1 }))
    await vi.waitFor(async () => expect(await countRefused()).toBe(2))
    // Longer than the limits of the database, by the database's own clock.
    await database.db.execute(sql`select pg_sleep(0.2)`)
    await turn`select pg_advisory_unlock(${ADVISORY_LOCKS.migrations})`
    await Promise.all(both)
  })

  const [counted] = await database.db.execute<{ rows: number }>(sql`select count(*)::int as rows from turns`)
  expect(counted?.rows).toBe(1)
})

test('a migration that waits too long for a table fails and changes nothing', async () => {
  await database.db.execute(sql`create table busy (one int)`)
  const folder = await aFolder(
    'create table left_over (one int);--> statement-breakpoint\nalter table busy add two int',
  )
  const other = connectPostgres({ url: database.url, schema: 'shop', poolSize: 1, applicationName: 'other' })
  onTestFinished(() => other.close())
  const done = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const reading = other.db.transaction(async (tx) => {
    await tx.execute(sql`select * from busy`)
    locked.resolve()
    await done.promise
  })
  await arrivalOf('lock of the other transaction', locked.promise)

  await expect(applyMigrations(database.url, 'shop', folder, { lockTimeoutMs: 20 })).rejects.toThrow(
    'lock timeout',
  )

  done.resolve()
  await reading
  expect(await countMissingMigrations(database.db.$client, folder)).toBe(1)
  await applyMigrations(database.url, 'shop', folder, { lockTimeoutMs: 20 })
  expect(await countMissingMigrations(database.db.$client, folder)).toBe(0)
})

test('an index is built while a transaction holds its table and another process waits for its turn', async () => {
  await database.db.execute(sql`create table large (one int)`)
  const folder = await aFolder('create index concurrently large_one on large (one)')
  const writer = connectPostgres({
    url: database.url,
    schema: 'shop',
    poolSize: 1,
    applicationName: 'writer',
  })
  onTestFinished(() => writer.close())
  const done = Promise.withResolvers<void>()
  const hasWritten = Promise.withResolvers<void>()
  const writing = writer.db.transaction(async (tx) => {
    await tx.execute(sql`insert into large values (1)`)
    hasWritten.resolve()
    await done.promise
  })
  await arrivalOf('write of the other transaction', hasWritten.promise)

  const both = [1, 2].map(() => applyMigrations(database.url, 'shop', folder))
  await vi.waitFor(async () => expect(await countRefused()).toBe(1))
  // Another writer is not held back meanwhile.
  await database.db.execute(sql`insert into large values (2)`)
  done.resolve()
  await Promise.all([writing, ...both])

  expect(await countMissingMigrations(database.db.$client, folder)).toBe(0)
})

test('an index that could not be built is built again by the next try', async () => {
  await database.db.execute(sql`create table twins (one int)`)
  await database.db.execute(sql`insert into twins values (1), (1)`)
  const folder = await aFolder('create unique index concurrently twins_one on twins (one)')
  await expect(applyMigrations(database.url, 'shop', folder)).rejects.toThrow('could not create unique index')
  await database.db.execute(sql`delete from twins where ctid = (select min(ctid) from twins)`)

  await applyMigrations(database.url, 'shop', folder)

  const [built] = await database.db.execute<{ valid: boolean }>(
    sql`select indisvalid as valid from pg_index where indexrelid = 'twins_one'::regclass`,
  )
  expect(built?.valid).toBe(true)
})
