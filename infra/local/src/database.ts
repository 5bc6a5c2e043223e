import { createHash } from 'node:crypto'
import postgres from 'postgres'

const DATABASE = 'walkon'

/**
 * One database, and in it a schema and a role for each part; a role sees its own schema only. Safe to repeat.
 * Returns the connection string of each role.
 */
export async function prepareDatabase(
  serverUrl: string,
  masterPassword: string,
  schemas: string[],
): Promise<Record<string, string>> {
  await onDatabase(serverUrl, 'postgres', async (sql) => {
    const existing = await sql`select 1 from pg_database where datname = ${DATABASE}`
    if (existing.length === 0) await sql`create database ${sql(DATABASE)}`
  })
  await onDatabase(serverUrl, DATABASE, async (sql) => {
    await sql`revoke create on schema public from public`
    for (const schema of schemas) {
      const known = await sql`select 1 from pg_roles where rolname = ${schema}`
      if (known.length === 0) await sql`create role ${sql(schema)} login`
      // Utility statements take no parameters; the password is base64url, so it needs no escaping.
      await sql.unsafe(`alter role "${schema}" password '${rolePassword(masterPassword, schema)}'`)
      await sql`create schema if not exists ${sql(schema)} authorization ${sql(schema)}`
    }
  })
  return Object.fromEntries(schemas.map((schema) => [schema, roleUrl(serverUrl, masterPassword, schema)]))
}

/** Each role has a password of its own, derived, so that only one secret need be kept. */
const rolePassword = (masterPassword: string, role: string) =>
  createHash('sha256').update(`${masterPassword}:${role}`).digest('base64url')

const roleUrl = (serverUrl: string, masterPassword: string, role: string) =>
  Object.assign(new URL(serverUrl), {
    pathname: DATABASE,
    username: role,
    password: rolePassword(masterPassword, role),
  }).href

async function onDatabase(
  serverUrl: string,
  name: string,
  work: (sql: postgres.Sql) => Promise<void>,
): Promise<void> {
  const url = Object.assign(new URL(serverUrl), { pathname: name }).href
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  try {
    await work(sql)
  } finally {
    await sql.end()
  }
}
