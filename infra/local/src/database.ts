import { createHash } from 'node:crypto'
import postgres from 'postgres'

export const DATABASE = 'walkon'

/** The owner of a schema, and its database. */
export type SchemaOwner = { role: string; password: string; database: string; schema: string }

/**
 * One database, and in it a schema and a role for each part; a role sees its own schema only. Safe to repeat.
 * Returns the connection string of each role.
 */
export async function prepareDatabase(
  serverUrl: string,
  masterPassword: string,
  schemas: string[],
): Promise<Record<string, string>> {
  await prepareRoles(
    serverUrl,
    schemas.map((schema) => ({
      role: schema,
      password: rolePassword(masterPassword, schema),
      database: DATABASE,
      schema,
    })),
  )
  return Object.fromEntries(schemas.map((schema) => [schema, roleUrl(serverUrl, masterPassword, schema)]))
}

/** The databases, roles and schemas of these owners, with the server's own rights. Safe to repeat; a role gets the password named here. */
export async function prepareRoles(serverUrl: string, owners: SchemaOwner[]): Promise<void> {
  for (const [database, inIt] of Map.groupBy(owners, (owner) => owner.database)) {
    await onDatabase(serverUrl, 'postgres', async (sql) => {
      const existing = await sql`select 1 from pg_database where datname = ${database}`
      if (existing.length === 0) await sql`create database ${sql(database)}`
    })
    await onDatabase(serverUrl, database, async (sql) => {
      await sql`revoke create on schema public from public`
      for (const { role, password, schema } of inIt) {
        await saveRole(sql, role, password)
        await sql`grant ${sql(role)} to current_user`
        await sql`create schema if not exists ${sql(schema)} authorization ${sql(role)}`
      }
    })
  }
}

/** A role that reads every table of these schemas, those to come too, and changes nothing. Safe to repeat. */
export async function grantReading(
  serverUrl: string,
  {
    role,
    password,
    database,
    schemas,
  }: { role: string; password: string; database: string; schemas: string[] },
): Promise<void> {
  await onDatabase(serverUrl, database, async (sql) => {
    await saveRole(sql, role, password)
    for (const schema of schemas) {
      const [owner] = await sql<{ name: string }[]>`
        select pg_get_userbyid(nspowner) as name from pg_namespace where nspname = ${schema}`
      if (!owner) throw new Error(`There is no schema ${schema} in ${database}.`)
      await sql`grant usage on schema ${sql(schema)} to ${sql(role)}`
      await sql`grant select on all tables in schema ${sql(schema)} to ${sql(role)}`
      await sql`
        alter default privileges for role ${sql(owner.name)} in schema ${sql(schema)}
        grant select on tables to ${sql(role)}`
    }
  })
}

async function saveRole(sql: postgres.Sql, role: string, password: string): Promise<void> {
  const known = await sql`select 1 from pg_roles where rolname = ${role}`
  if (known.length === 0) await sql`create role ${sql(role)} login`
  // Utility statements take no parameters.
  const [quoted] = await sql<{ statement: string }[]>`
    select format('alter role %I password %L', ${role}::text, ${password}::text) as statement`
  await sql.unsafe(quoted?.statement ?? '')
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
