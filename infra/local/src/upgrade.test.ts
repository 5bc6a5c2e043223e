import { startPostgresServer, type PostgresServer } from '@walkon/postgres/server'
import { applyMigrations } from '@walkon/service/postgres'
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { DATABASE, prepareDatabase } from './database.ts'
import { CannotStart } from './single-start.ts'
import { upgrading } from './upgrade.ts'
import { withSuperuser } from './walkon/with-database.ts'

const place = await mkdtemp('/tmp/walkon-upgrade-')
await chmod(place, 0o755)
const PASSWORD = 'for-tests'
let server: PostgresServer
let urls: Record<string, string>

beforeAll(async () => {
  server = await startPostgresServer({
    folder: join(place, 'postgres'),
    password: PASSWORD,
    unsafeFast: true,
  })
})
afterAll(async () => {
  await server.stop()
  await rm(place, { recursive: true, force: true })
})

const MIGRATED = ['one', 'two'].map((schema) => ({ schema, migrationsFolder: join(place, schema) }))

/** The migrations of a release, in the folders of drizzle. */
async function bring(schema: string, ...statements: string[]): Promise<void> {
  const meta = join(place, schema, 'meta')
  await mkdir(meta, { recursive: true })
  const entries = statements.map((_, idx) => ({ idx, when: idx + 1, tag: `000${idx}`, breakpoints: true }))
  await writeFile(
    join(meta, '_journal.json'),
    JSON.stringify({ version: '7', dialect: 'postgresql', entries }),
  )
  for (const [idx, statement] of statements.entries())
    await writeFile(join(place, schema, `000${idx}.sql`), statement)
}

async function migrate(): Promise<string> {
  urls = await prepareDatabase(server.url, PASSWORD, ['one', 'two'])
  for (const { schema, migrationsFolder } of MIGRATED)
    await applyMigrations(urls[schema] ?? '', schema, migrationsFolder)
  return 'started'
}

const start = (run = migrate) =>
  upgrading({ serverUrl: server.url, dataDir: place, say: () => {}, migrated: MIGRATED }, run)
const backups = () => readdir(join(place, 'backups')).catch(() => [])
const look = () =>
  withSuperuser(server.url, DATABASE, async (sql) => ({
    rows: (await sql`select name from one.people order by name`).map((row) => row['name'] as string),
    columns: (
      await sql`select column_name from information_schema.columns where table_schema = 'one' and table_name = 'people'`
    ).map((row) => row['column_name'] as string),
  }))

const PEOPLE = 'create table people (name text)'
const PLACES = 'create table places (name text)'
const ADD_AGE = 'alter table people add age int'

beforeEach(async () => {
  await withSuperuser(server.url, 'postgres', (sql) =>
    sql.unsafe(`drop database if exists ${DATABASE} with (force)`),
  )
  await rm(join(place, 'backups'), { recursive: true, force: true })
  await bring('one', PEOPLE)
  await bring('two', PLACES)
  await start()
  await withSuperuser(server.url, DATABASE, (sql) => sql`insert into one.people values ('Ada')`)
})

test('a start without new migrations makes no backup', async () => {
  expect(await start()).toBe('started')
  expect(await backups()).toEqual([])
})

test('an upgrade makes a backup, and keeps the data', async () => {
  await bring('one', PEOPLE, ADD_AGE)
  expect(await start()).toBe('started')

  expect(await backups()).toHaveLength(1)
  expect(await look()).toEqual({ rows: ['Ada'], columns: ['name', 'age'] })
})

test('an upgrade that fails leaves the data of every schema as it was, and says so', async () => {
  await bring('one', PEOPLE, ADD_AGE)
  await bring('two', PLACES, 'alter table nowhere add age int')

  const failed = start()
  await expect(failed).rejects.toThrow(CannotStart)
  await expect(failed).rejects.toThrow(
    /the data is as it was: relation "nowhere" does not exist[\s\S]*backups/,
  )
  expect(await look()).toEqual({ rows: ['Ada'], columns: ['name'] })

  await bring('two', PLACES)
  expect(await start()).toBe('started')
})

test('an upgrade that was killed begins again from the data as it was', async () => {
  await bring('one', PEOPLE, ADD_AGE)
  await withSuperuser(server.url, 'postgres', (sql) =>
    sql.unsafe(`create database ${DATABASE}_before template ${DATABASE}`),
  )
  await withSuperuser(server.url, DATABASE, (sql) => sql`delete from one.people`)

  expect(await start()).toBe('started')
  expect(await look()).toEqual({ rows: ['Ada'], columns: ['name', 'age'] })
})
