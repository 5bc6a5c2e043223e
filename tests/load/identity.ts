import autocannon from 'autocannon'
import { availableParallelism } from 'node:os'
import { z } from 'zod'
import { EMAIL, PASSWORD, passwords, startIdentityServer } from './identity-bench.ts'
import { scaled } from './measures.ts'
import { figure, type BenchResult } from './result.ts'

const SECONDS = 5
const CONNECTIONS = 20

/** How many sign-ins, refreshes and token checks a second one process does, and what of a sign-in is the hash. */
export async function benchIdentity(serverUrl: string, scale: number): Promise<BenchResult[]> {
  const seconds = scaled(SECONDS, scale, 1)
  const hashes = await hashesPerSecond(seconds)
  const { identityUrl, checkerUrl, stop } = await startIdentityServer(serverUrl)
  try {
    const signIn = {
      url: `${identityUrl}/token?grant_type=password`,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: EMAIL, password: PASSWORD }),
    } as const
    const session = signedIn.parse(await (await fetch(signIn.url, signIn)).json())
    const signIns = await perSecond(signIn, seconds)
    const refreshes = await refreshesPerSecond(identityUrl, session.refresh_token, seconds)
    const open = await perSecond({ url: `${checkerUrl}/open` }, seconds)
    const headers = { authorization: `Bearer ${session.access_token}` }
    const checked = await perSecond({ url: `${checkerUrl}/checked`, headers }, seconds)
    return [
      figure('sign-ins by password', signIns, '/s'),
      figure('argon2id checks alone', hashes, '/s'),
      figure('the hash’s share of a sign-in', signIns / hashes, 'of its time'),
      figure('refreshes, one family after the other', refreshes, '/s'),
      figure('requests with a token check', checked, '/s'),
      figure('the same without', open, '/s'),
      figure('a token check', (1 / checked - 1 / open) * 1e6, 'µs'),
    ]
  } finally {
    stop()
  }
}

const signedIn = z.object({ access_token: z.string(), refresh_token: z.string() })

async function hashesPerSecond(seconds: number): Promise<number> {
  const { hash, verify } = passwords()
  const stored = await hash(PASSWORD)
  const endsAt = performance.now() + seconds * 1_000
  let done = 0
  const worker = async () => {
    for (; performance.now() < endsAt; done++) await verify(stored, PASSWORD)
  }
  await Promise.all(Array.from({ length: availableParallelism() }, worker))
  return done / seconds
}

/** Each needs the answer of the one before, as in a browser. */
async function refreshesPerSecond(
  identityUrl: string,
  refreshToken: string,
  seconds: number,
): Promise<number> {
  const endsAt = performance.now() + seconds * 1_000
  let token = refreshToken
  let done = 0
  for (; performance.now() < endsAt; done++) {
    const response = await fetch(`${identityUrl}/token?grant_type=refresh_token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ refresh_token: token }),
    })
    token = signedIn.parse(await response.json()).refresh_token
  }
  return done / seconds
}

async function perSecond(options: Parameters<typeof autocannon>[0], duration: number): Promise<number> {
  const { requests, errors, non2xx } = await autocannon({ connections: CONNECTIONS, duration, ...options })
  if (errors + non2xx > 0) throw new Error(`${errors} requests failed, ${non2xx} were refused`)
  return requests.average
}
