import { identity } from '@walkon/identity/app'
import { createPasswords } from '@walkon/identity/secrets/passwords'
import { randomUUID } from 'node:crypto'
import { availableParallelism } from 'node:os'
import postgres from 'postgres'
import { spawnServer } from './spawned-server.ts'

/** What the benchmarks of identity share: a server with one account. */

export const EMAIL = 'visitor@example.com'
export const PASSWORD = 'correct horse battery staple'

/** As many at once as the service allows itself. */
export const passwords = () => createPasswords({ concurrency: availableParallelism(), queue: 1_000 })

/** Identity in a process and on a database of its own, and a service beside it that only checks tokens. */
export async function startIdentityServer(serverUrl: string) {
  const url = await createDatabase(serverUrl)
  const { addresses, stop } = await spawnServer('identity-server.ts', url)
  await addUser(url)
  return { identityUrl: `${addresses[0]}/auth/v1`, checkerUrl: addresses[1] ?? '', stop }
}

async function createDatabase(serverUrl: string): Promise<string> {
  const sql = postgres(serverUrl, { max: 1, onnotice: () => {} })
  await sql`create database bench_identity`
  await sql.end()
  return Object.assign(new URL(serverUrl), { pathname: 'bench_identity' }).href
}

/** An account as a confirmed sign-up leaves it. */
async function addUser(url: string): Promise<void> {
  const sql = postgres(url, { max: 1, connection: { search_path: identity.schema } })
  const passwordHash = await passwords().hash(PASSWORD)
  await sql`
    insert into users (id, email, password_hash, email_confirmed_at, created_at, updated_at)
    values (${randomUUID()}, ${EMAIL}, ${passwordHash}, now(), now(), now())`
  await sql.end()
}
