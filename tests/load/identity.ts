import { identity } from '@walkon/identity/app'
import { createPasswords } from '@walkon/identity/secrets/passwords'
import autocannon from 'autocannon'
import { spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { availableParallelism } from 'node:os'
import postgres from 'postgres'
import { z } from 'zod'
import { runAlone } from './evaluator-bench.ts'
import type { BenchResult } from './result.ts'

const SECONDS = 5
const CONNECTIONS = 20
const EMAIL = 'visitor@example.com'
const PASSWORD = 'correct horse battery staple'

/** How many sign-ins, refreshes and token checks a second one process does, and what of a sign-in is the hash. */
export async function benchIdentity(serverUrl: string): Promise<BenchResult[]> {
  const url = await createDatabase(serverUrl)
  const hashesPerSecond = await measureHash()
  const server = spawn(process.execPath, [join(import.meta.dirname, 'identity-server.ts'), url], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const [identityUrl = '', checkerUrl = ''] = await firstLine(server)
    await addUser(url)
    const json = { 'content-type': 'application/json' }
    const signIn = {
      url: `${identityUrl}/auth/v1/token?grant_type=password`,
      method: 'POST',
      headers: json,
      body: JSON.stringify({ email: EMAIL, password: PASSWORD }),
    } as const
    const session = signedIn.parse(await (await fetch(signIn.url, signIn)).json())
    const signIns = await perSecond(signIn)
    const refreshes = await refreshesPerSecond(identityUrl, session.refresh_token)
    const open = await perSecond({ url: `${checkerUrl}/open` })
    const checked = await perSecond({
      url: `${checkerUrl}/checked`,
      headers: { authorization: `Bearer ${session.access_token}` },
    })
    return [
      plain('sign-ins by password', signIns, '/s'),
      plain('argon2id checks alone', hashesPerSecond, '/s'),
      plain('the hash’s share of a sign-in', signIns / hashesPerSecond, 'of its time'),
      plain('refreshes, one family after the other', refreshes, '/s'),
      plain('requests with a token check', checked, '/s'),
      plain('the same without', open, '/s'),
      plain('a token check', (1 / checked - 1 / open) * 1e6, 'µs'),
    ]
  } finally {
    server.kill()
  }
}

const signedIn = z.object({ access_token: z.string(), refresh_token: z.string() })

const plain = (name: string, value: number, unit: string): BenchResult => ({
  name,
  value: Number(value.toPrecision(3)),
  unit,
  goal: '',
  met: true,
})

async function createDatabase(serverUrl: string): Promise<string> {
  const sql = postgres(serverUrl, { max: 1, onnotice: () => {} })
  await sql`drop database if exists bench_identity with (force)`
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

const passwords = () => createPasswords({ concurrency: availableParallelism(), queue: 1_000 })

/** As many at once as the service allows itself. */
async function measureHash(): Promise<number> {
  const { hash, verify } = passwords()
  const stored = await hash(PASSWORD)
  const endsAt = performance.now() + SECONDS * 1_000
  let done = 0
  const worker = async () => {
    for (; performance.now() < endsAt; done++) await verify(stored, PASSWORD)
  }
  await Promise.all(Array.from({ length: availableParallelism() }, worker))
  return done / SECONDS
}

/** Each needs the answer of the one before, as in a browser. */
async function refreshesPerSecond(identityUrl: string, refreshToken: string): Promise<number> {
  const endsAt = performance.now() + SECONDS * 1_000
  let token = refreshToken
  let done = 0
  for (; performance.now() < endsAt; done++) {
    const response = await fetch(`${identityUrl}/auth/v1/token?grant_type=refresh_token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ refresh_token: token }),
    })
    token = signedIn.parse(await response.json()).refresh_token
  }
  return done / SECONDS
}

async function perSecond(options: Parameters<typeof autocannon>[0]): Promise<number> {
  const { requests, errors, non2xx } = await autocannon({
    connections: CONNECTIONS,
    duration: SECONDS,
    ...options,
  })
  if (errors + non2xx > 0) throw new Error(`${errors} requests failed, ${non2xx} were refused`)
  return requests.average
}

/** Resolves with the addresses it prints. */
function firstLine(server: ChildProcess): Promise<string[]> {
  return new Promise((resolve, reject) => {
    server.stdout?.once('data', (line: Buffer) => resolve(line.toString().trim().split(' ')))
    server.once('exit', (code) => reject(new Error(`The server ended with ${code}`)))
  })
}

if (import.meta.main) await runAlone(benchIdentity)
