import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import type postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { EVENT_LOG_SCHEMA, SCHEMAS } from '../services.ts'
import { CannotStart, takeDataFolder } from '../single-start.ts'
import { makeDataFolder } from '../testing/data-folder.ts'
import { backUp } from './backup.ts'
import { readRows } from './database-copy.ts'
import { requireWhole, restore } from './restore.ts'
import { withDatabaseOf } from './with-database.ts'

const place = await mkdtemp('/tmp/walkon-backup-')
await chmod(place, 0o755)
const original = join(place, 'original')
const file = join(place, 'first.walkon')

const TRAPS = 'a tab\t, a line\nbreak, a back\\slash, \\., \u2028 and 🎢'

/** A partition, an identity, and a text that COPY has to escape. */
async function fillParkData(sql: postgres.Sql): Promise<void> {
  await sql`
    create table if not exists observations_2031_01_05 partition of observations
    for values from ('2031-01-05 00:00Z') to ('2031-01-06 00:00Z')`
  await sql`
    insert into observations (ride_id, observed_at, status) values (gen_random_uuid(), '2031-01-05 12:00Z', 'OPERATING')`
  await sql`
    insert into outbox (event_id, topic, key, headers) values (gen_random_uuid(), 'a.topic', ${TRAPS}, '{}')`
}

const linesOf = async (path: string) =>
  gunzipSync(await readFile(path))
    .toString('utf8')
    .split('\n')

beforeAll(async () => {
  await makeDataFolder(original, async (withRole) => {
    await withRole('park_data', fillParkData)
    await withRole(EVENT_LOG_SCHEMA, async (sql) => {
      await sql`select event_log.make_topics(${['identity.users']}, 3)`
      await sql`insert into event_log.offsets values ('notifier', 'identity.users', 1, 7)`
    })
  })
  await backUp(original, file)
})
afterAll(() => rm(place, { recursive: true, force: true }))

test('a backup that is restored and backed up again is the same, line for line', async () => {
  const restored = join(place, 'restored')
  await restore(restored, file)
  const second = join(place, 'second.walkon')
  await backUp(restored, second)

  const [[, ...lines], [, ...again]] = [await linesOf(file), await linesOf(second)]
  expect(again).toEqual(lines)
  expect(await readFile(join(restored, 'secrets.json'), 'utf8')).toBe(
    await readFile(join(original, 'secrets.json'), 'utf8'),
  )
  const kept = await withDatabaseOf(restored, async (sql) => ({
    outbox: await sql`select key, value from park_data.outbox`,
    offsets: await sql`select next_offset from event_log.offsets`,
    partition: await sql`select status, wait_minutes from park_data.observations_2031_01_05`,
    position: await sql`select last_value from park_data.outbox_position_seq`,
  }))
  expect(kept).toMatchObject({
    outbox: [{ key: TRAPS, value: null }],
    offsets: [{ next_offset: '7' }],
    partition: [{ status: 'OPERATING', wait_minutes: null }],
    position: [{ last_value: '1' }],
  })
})

test('a backup holds every table of every schema', async () => {
  const named = new Set((await linesOf(file)).filter((line) => line.startsWith('{"copy"')).map(nameOf))
  const tables = await withDatabaseOf(
    original,
    (sql) =>
      sql<{ name: string }[]>`
      select table_schema || '.' || table_name as name from information_schema.tables t
      where table_schema = any(${SCHEMAS})
        and not exists (select from pg_class c where c.oid = (table_schema || '.' || table_name)::regclass and c.relispartition)`,
  )
  expect(tables.length).toBeGreaterThan(80)
  expect([...named].toSorted()).toEqual(tables.map(({ name }) => name).toSorted())
})
const nameOf = (line: string) => {
  const { copy } = JSON.parse(line) as { copy: { schema: string; table: string } }
  return `${copy.schema}.${copy.table}`
}

test('no other user may read a backup, and one that is there is not written over', async () => {
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  await expect(backUp(original, file)).rejects.toThrow(/is there already/)
})

const restoreText = async (name: string, change: (lines: string[]) => string[]) => {
  const path = join(place, `${name}.walkon`)
  await writeFile(path, gzipSync(change(await linesOf(file)).join('\n')))
  return restore(join(place, name), path)
}

test.for([
  ['cut-off', (lines: string[]) => lines.slice(0, -3), /is cut off or damaged/],
  [
    'short-of-a-row',
    (lines: string[]) => lines.filter((line) => !line.includes('🎢')),
    /is cut off or damaged/,
  ],
  ['foreign', () => ['{}'], /is no backup of Walkon/],
  [
    'newer',
    ([header = '', ...lines]: string[]) => [
      header.replace('"billing":["', '"billing":["a-later-one","'),
      ...lines,
    ],
    /is of a newer release/,
  ],
] as const)('a backup that is %s is refused, and the folder stays empty', async ([name, change, words]) => {
  await expect(restoreText(name, change)).rejects.toThrow(words)
  expect(await readdir(join(place, name))).toEqual([])
})

test.for([
  ['is not there', () => join(place, 'nowhere.walkon'), /nowhere\.walkon cannot be read: ENOENT/],
  ['is a folder', () => place, / cannot be read: EISDIR/],
] as const)('a backup that %s is named in one line', async ([, fileOf, words]) => {
  await expect(requireWhole(fileOf())).rejects.toThrow(words)
  await expect(requireWhole(fileOf())).rejects.toBeInstanceOf(CannotStart)
})

test('a table whose last row is longer than what the client holds is read, and then the next one', async () => {
  const told = await withDatabaseOf(original, (sql) =>
    sql.begin(async (tx) => {
      await tx`create temp table wide as select repeat('x', 100000) as words`
      let bytes = 0
      const wide = { schema: 'pg_temp', table: 'wide', columns: ['words'], partitions: [] }
      for await (const row of readRows(tx, wide)) bytes += row.length
      const [next] = await tx`select 'next' as word`
      return { bytes, next: next?.['word'] }
    }),
  )
  expect(told).toEqual({ bytes: 100_001, next: 'next' })
})

test('a backup is restored into an empty folder of a stopped product alone', async () => {
  await expect(restore(original, file)).rejects.toThrow(/is not empty/)
  const taken = join(place, 'taken')
  const release = await takeDataFolder(taken)
  await expect(restore(taken, file)).rejects.toThrow(/is already running/)
  await release()
})
