import postgres from 'postgres'

/** Drops what a product of another file has left: its secrets are gone, and nothing opens what it encrypted. */
export async function dropProductDatabase(serverUrl: string): Promise<void> {
  const sql = postgres(Object.assign(new URL(serverUrl), { pathname: 'postgres' }).href, {
    max: 1,
    onnotice: () => {},
  })
  await sql`drop database if exists walkon with (force)`
  await sql.end()
}
