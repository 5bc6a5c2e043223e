import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anAddress, PASSWORD, signUp, startIdentity, type TestIdentity } from '../testing/identity.ts'
import { rankSumZ } from '../testing/rank-sum.ts'
import { call, tryPassword } from '../testing/requests.ts'

let running: TestIdentity
let known: string
beforeAll(async () => {
  running = await startIdentity()
  known = (await signUp(running)).email
})
afterAll(() => running.stop())

type Answer = Awaited<ReturnType<typeof call>>
type Ask = (email: string) => Promise<Answer>

const post = (url: string, body: object): Promise<Answer> => call(running, 'POST', `/auth/v1${url}`, { body })

const CALLS: { what: string; ask: Ask; samples: number }[] = [
  { what: 'a forgotten password', ask: (email) => post('/recover', { email }), samples: 200 },
  { what: 'a sign-in by mail', ask: (email) => post('/otp', { email, create_user: false }), samples: 200 },
  {
    what: 'a sign-in by mail that may make an account',
    ask: (email) => post('/otp', { email }),
    samples: 100,
  },
  { what: 'a resent mail', ask: (email) => post('/resend', { type: 'signup', email }), samples: 200 },
  { what: 'a wrong password', ask: (email) => tryPassword(running, email, 'not this one'), samples: 50 },
  {
    what: 'a wrong code',
    ask: (email) => post('/verify', { email, token: '000000x', type: 'recovery' }),
    samples: 200,
  },
  { what: 'a sign-up', ask: (email) => post('/signup', { email, password: PASSWORD }), samples: 50 },
]

/** Everything of an answer but what differs between any two: ids, times and the address itself. */
function likenessOf({ status, headers, json }: Answer) {
  const { date: _date, ...rest } = headers
  return { status, headers: rest, shape: shapeOf(json) }
}

function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf)
  if (typeof value !== 'object' || value === null) return typeof value === 'string' ? value.length : value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shapeOf(inner)]))
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = process.hrtime.bigint()
  await work()
  return Number(process.hrtime.bigint() - start)
}

describe('whether an address has an account', () => {
  test.each(CALLS)('is not told by the answer to $what', async ({ ask }) => {
    expect(likenessOf(await ask(known))).toEqual(likenessOf(await ask(anAddress())))
  })

  test.each(CALLS)(
    'is not told by the time that $what takes',
    async ({ ask, samples }) => {
      const unknown = anAddress()
      const times = { known: [] as number[], unknown: [] as number[] }
      for (let count = 0; count < samples; count++) {
        // In turns, so that whatever else the machine does falls on both alike.
        const order = count % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)
        for (const who of order) times[who].push(await timeOf(() => ask(who === 'known' ? known : unknown)))
      }
      expect(Math.abs(rankSumZ(times.known, times.unknown))).toBeLessThan(5)
    },
    60_000,
  )

  test('is not told by who waits for a confirmation either: only the right password is', async () => {
    const waiting = anAddress()
    await post('/signup', { email: waiting, password: PASSWORD })
    expect(likenessOf(await tryPassword(running, waiting, 'not this one'))).toEqual(
      likenessOf(await tryPassword(running, anAddress(), 'not this one')),
    )
  })
})
