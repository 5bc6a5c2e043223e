import { randomUUID } from 'node:crypto'
import { EMAIL, PASSWORD, startIdentityServer } from './identity-bench.ts'
import { scaled } from './measures.ts'
import { rankSumZ } from './rank-sum.ts'
import { atMost, type BenchResult } from './result.ts'

const SAMPLES = 200
/** Of calls that hash a password. */
const HASHED_SAMPLES = 50
/** Chance alone goes past it once in two million times. */
const GOAL = 5

type Call = { what: string; path: string; body: (email: string) => object; samples: number }

const CALLS: Call[] = [
  { what: 'a forgotten password', path: '/recover', body: (email) => ({ email }), samples: SAMPLES },
  {
    what: 'a sign-in by mail',
    path: '/otp',
    body: (email) => ({ email, create_user: false }),
    samples: SAMPLES,
  },
  {
    what: 'a sign-in by mail that may make an account',
    path: '/otp',
    body: (email) => ({ email }),
    samples: SAMPLES,
  },
  {
    what: 'a resent mail',
    path: '/resend',
    body: (email) => ({ type: 'signup', email }),
    samples: SAMPLES,
  },
  {
    what: 'a wrong password',
    path: '/token?grant_type=password',
    body: (email) => ({ email, password: 'not this one' }),
    samples: HASHED_SAMPLES,
  },
  {
    what: 'a wrong code',
    path: '/verify',
    body: (email) => ({ email, token: '000000x', type: 'recovery' }),
    samples: SAMPLES,
  },
  {
    what: 'a sign-up',
    path: '/signup',
    body: (email) => ({ email, password: PASSWORD }),
    samples: HASHED_SAMPLES,
  },
]

/**
 * Whether the time of an answer tells that an address has an account: for each call a z-score of the times for a known
 * and an unknown address. A test of identity holds that both cost the same work; this shows that no other difference can be measured.
 */
export async function benchEnumeration(serverUrl: string, scale: number): Promise<BenchResult[]> {
  const { identityUrl, stop } = await startIdentityServer(serverUrl)
  try {
    const results: BenchResult[] = []
    for (const call of CALLS) {
      const difference = await differenceOf(call, identityUrl, scaled(call.samples, scale, 5))
      results.push(atMost(`known and unknown addresses, ${call.what}`, difference, '|z|', GOAL))
    }
    return results
  } finally {
    stop()
  }
}

async function differenceOf({ path, body }: Call, identityUrl: string, samples: number): Promise<number> {
  const addresses = { known: EMAIL, unknown: `visitor-${randomUUID()}@example.com` }
  const times = { known: [] as number[], unknown: [] as number[] }
  for (let count = 0; count < samples; count++) {
    // In turns, so that other load on the machine affects both.
    const order = count % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)
    for (const who of order) times[who].push(await timeOf(identityUrl + path, body(addresses[who])))
  }
  return Math.abs(rankSumZ(times.known, times.unknown))
}

/** Milliseconds until the whole answer is here. */
async function timeOf(url: string, body: object): Promise<number> {
  const startedAt = performance.now()
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  await response.text()
  if (response.status >= 500 || response.status === 429)
    throw new Error(`${url} answered with ${response.status}`)
  return performance.now() - startedAt
}
