import { pipeline } from 'node:stream/promises'
import type { Sql, TransactionSql } from 'postgres'
import type { BackedUpSequence, BackedUpTable } from './backup-file.ts'

/** Tables and sequences of a database as COPY reads and writes them, by a superuser: the packaged PostgreSQL has no pg_dump. */

/** In the order of their names. A partitioned table is one table, with its partitions. */
export async function listTables(tx: TransactionSql, schemas: string[]): Promise<BackedUpTable[]> {
  return tx<BackedUpTable[]>`
    select n.nspname as schema, c.relname as table,
      array(select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        order by a.attnum) as columns,
      coalesce((select jsonb_agg(jsonb_build_object('name', p.relname, 'bound', pg_get_expr(p.relpartbound, p.oid)) order by p.relname)
        from pg_inherits i join pg_class p on p.oid = i.inhrelid where i.inhparent = c.oid), '[]') as partitions
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = any(${schemas}) and c.relkind in ('r', 'p') and not c.relispartition
    order by 1, 2`
}

export async function listSequences(tx: TransactionSql, schemas: string[]): Promise<BackedUpSequence[]> {
  const named = await tx<{ schema: string; sequence: string }[]>`
    select n.nspname as schema, c.relname as sequence from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = any(${schemas}) and c.relkind = 'S' order by 1, 2`
  const sequences: BackedUpSequence[] = []
  for (const { schema, sequence } of named) {
    const [state] = await tx<{ lastValue: string; isCalled: boolean }[]>`
      select last_value::text as "lastValue", is_called as "isCalled" from ${tx(schema)}.${tx(sequence)}`
    if (state) sequences.push({ schema, sequence, ...state })
  }
  return sequences
}

/** By schema, for those that have migrations. */
export async function listMigrations(
  tx: TransactionSql,
  schemas: string[],
): Promise<Record<string, string[]>> {
  const applied: Record<string, string[]> = {}
  for (const schema of schemas) {
    const [found] = await tx`select to_regclass(${`${schema}.schema_migrations`}) is not null as exists`
    if (!found?.['exists']) continue
    const rows = await tx<{ hash: string }[]>`select hash from ${tx(schema)}.schema_migrations order by hash`
    applied[schema] = rows.map(({ hash }) => hash)
  }
  return applied
}

/** The rows of a table. They are read to their end before the next statement. */
export async function* readRows(
  tx: TransactionSql,
  { schema, table, columns }: BackedUpTable,
): AsyncGenerator<Buffer> {
  const query = tx`copy (select ${tx(columns)} from ${tx(schema)}.${tx(table)}) to stdout`
  const rows = await query.readable()
  try {
    yield* rows as AsyncIterable<Buffer>
  } finally {
    // The client pauses its socket while rows wait for their reader, and a stream that has ended resumes it no more: the next statement
    // would wait for ever.
    // oxlint-disable-next-line no-underscore-dangle -- the one way to resume it
    rows._read(0)
  }
}

/** Empties the tables of the schemas: a migration may have brought rows, which are among those of the backup. */
export async function emptyTables(sql: Sql, schemas: string[]): Promise<void> {
  await sql.begin(async (tx) => {
    for (const { schema, table } of await listTables(tx, schemas))
      await tx`truncate ${tx(schema)}.${tx(table)} cascade`
  })
}

/** Makes the partitions that the table lacks, as the role that owns it, and writes its rows. */
export async function writeRows(
  sql: Sql,
  { schema, table, columns, partitions }: BackedUpTable,
  rows: AsyncIterable<Buffer>,
): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`set local role ${tx(schema)}`
    for (const { name, bound } of partitions)
      await tx.unsafe(
        `create table if not exists ${quoted(schema)}.${quoted(name)} partition of ${quoted(schema)}.${quoted(table)} ${bound}`,
      )
    await tx`reset role`
    // Foreign keys hold among all rows, and not before the last of them.
    await tx`set local session_replication_role = replica`
    const into = await tx`copy ${tx(schema)}.${tx(table)} (${tx(columns)}) from stdin`.writable()
    await pipeline(rows, into)
  })
}

export async function setSequence(sql: Sql, sequence: BackedUpSequence): Promise<void> {
  const name = `${quoted(sequence.schema)}.${quoted(sequence.sequence)}`
  await sql`select setval(${name}, ${sequence.lastValue}::bigint, ${sequence.isCalled})`
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
