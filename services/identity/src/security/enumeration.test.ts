import { hashAddress } from '@walkon/service/address-hash'
import { sql } from 'drizzle-orm'
import type * as argon2 from '@node-rs/argon2'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  anAddress,
  lastMail,
  PASSWORD,
  signUp,
  startIdentity,
  type TestIdentity,
} from '../testing/identity.ts'
import { aNumber, signUpWithNumber } from '../testing/text-sign-in.ts'
import { call, tryPassword } from '../testing/requests.ts'

/** What answers have cost since the last reset: hashes, and SQL statements by their text. */
const work = vi.hoisted(() => ({ hashes: 0, statements: [] as string[] }))

/** The real library, with its calls counted. */
vi.mock('@node-rs/argon2', async (importActual) => {
  const actual = await importActual<typeof argon2>()
  const counted =
    <Args extends unknown[], Result>(run: (...args: Args) => Promise<Result>) =>
    (...args: Args) => {
      work.hashes++
      return run(...args)
    }
  return { ...actual, hash: counted(actual.hash), verify: counted(actual.verify) }
})

let running: TestIdentity
let known: string
let knownNumber: string
beforeAll(async () => {
  running = await startIdentity()
  const account = await signUpWithNumber(running)
  ;[known, knownNumber] = [account.email, account.number]
  Object.assign(running.db.$client.options, {
    debug: (_connection: number, statement: string) => work.statements.push(statement),
  })
})
afterAll(() => running.stop())

/** The number that signs in to the account of an address, or one that signs in nowhere. */
const numberOf = (email: string) => (email === known ? knownNumber : aNumber())

type Answer = Awaited<ReturnType<typeof call>>
type Ask = (email: string) => Promise<Answer>

const post = (url: string, body: object): Promise<Answer> => call(running, 'POST', `/auth/v1${url}`, { body })

/** Every call that takes an address without a sign-in, and how many passwords it hashes. */
const CALLS: { what: string; ask: Ask; hashes: number }[] = [
  { what: 'a forgotten password', ask: (email) => post('/recover', { email }), hashes: 0 },
  { what: 'a sign-in by mail', ask: (email) => post('/otp', { email, create_user: false }), hashes: 0 },
  { what: 'a sign-in by mail that may make an account', ask: (email) => post('/otp', { email }), hashes: 0 },
  { what: 'a resent mail', ask: (email) => post('/resend', { type: 'signup', email }), hashes: 0 },
  // One for the account, one for a waiting sign-up.
  { what: 'a wrong password', ask: (email) => tryPassword(running, email, 'not this one'), hashes: 2 },
  {
    what: 'a wrong code',
    ask: (email) => post('/verify', { email, token: '000000x', type: 'recovery' }),
    hashes: 0,
  },
  { what: 'a code by text', ask: (email) => post('/otp', { phone: numberOf(email) }), hashes: 0 },
  {
    what: 'a code by text, again',
    ask: (email) => post('/resend', { type: 'sms', phone: numberOf(email) }),
    hashes: 0,
  },
  {
    what: 'a wrong code of a text',
    ask: (email) => post('/verify', { phone: numberOf(email), token: '000000x', type: 'sms' }),
    hashes: 0,
  },
  { what: 'a sign-up', ask: (email) => post('/signup', { email, password: PASSWORD }), hashes: 1 },
]

/** An answer without what differs between any two answers: ids, times and the address. */
function likenessOf({ status, headers, json }: Answer) {
  const { date: _date, ...rest } = headers
  return { status, headers: rest, shape: shapeOf(json) }
}

function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf)
  if (typeof value !== 'object' || value === null) return typeof value === 'string' ? value.length : value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shapeOf(inner)]))
}

/** What an answer to this address costs. */
async function workOf(ask: Ask, email: string) {
  Object.assign(work, { hashes: 0, statements: [] })
  await ask(email)
  // Sorted, because some statements are sent in parallel.
  return { hashes: work.hashes, statements: work.statements.toSorted() }
}

/** The rows that the database has about the codes of an address. */
async function rowsOf(email: string) {
  const tokens = await running.db.execute(
    sql`select xmin::text, id from one_time_tokens where email = ${email} order by id`,
  )
  const [tries] = await running.db.execute<{ tries: number }>(
    sql`select coalesce(sum(tries), 0)::int as tries from code_tries where address_hash = ${hashAddress(email)}`,
  )
  return { tokens: JSON.stringify([...tokens]), tries: tries?.tries ?? 0 }
}

test.each(CALLS)('The answer to $what does not tell whether an address has an account', async ({ ask }) => {
  expect(likenessOf(await ask(known))).toEqual(likenessOf(await ask(anAddress())))
})

// How long it takes follows from the work; `npm run bench enumeration` measures that nothing else tells.
test.each(CALLS)(
  'The work of $what does not tell whether an address has an account',
  async ({ ask, hashes }) => {
    // Opens the connections that it takes, which ask the database for its types.
    await ask(anAddress())

    const ofKnown = await workOf(ask, known)
    const ofUnknown = await workOf(ask, anAddress())

    expect(ofUnknown).toEqual(ofKnown)
    expect(ofKnown.hashes).toBe(hashes)
    expect(ofKnown.statements.length).toBeGreaterThan(0)
  },
)

// The same rows are written, so that the time of a write does not tell whether a mail went out.
test.each([
  { what: 'a forgotten password', url: '/recover', type: 'recovery' },
  { what: 'a sign-in by mail', url: '/otp', type: 'magiclink' },
  { what: 'a resent mail', url: '/resend', type: 'signup' },
  { what: 'a sign-up', url: '/signup', type: 'signup' },
])(
  'What a wrong code writes after $what does not tell whether an address has an account',
  async ({ url, type }) => {
    const written = async (email: string) => {
      await post(url, { email, password: PASSWORD, type: 'signup' })
      await running.mails(email)
      const before = await rowsOf(email)
      await post('/verify', { email, token: '000000x', type })
      const after = await rowsOf(email)
      return { tokens: after.tokens === before.tokens, tries: after.tries - before.tries }
    }
    const { email } = await signUp(running)
    const ofKnown = await written(email)
    expect(await written(anAddress())).toEqual(ofKnown)
    expect(ofKnown.tokens).toBe(true)
    expect(ofKnown.tries).toBeGreaterThan(0)
  },
)

test.each(['right after it', 'after a resent mail, a day later'])(
  'The answer to the password of one’s own sign-up does not tell whether the address has an account, %s',
  async (when) => {
    const own = 'a password of the one who asks'
    const ask = async (email: string) => {
      await post('/signup', { email, password: own })
      await running.mails(email)
      if (when !== 'right after it') {
        running.clock.offsetMs = 23 * 3_600_000
        await post('/resend', { email, type: 'signup' })
        await running.mails(email)
        running.clock.offsetMs = 25 * 3_600_000
      }
      const answer = await tryPassword(running, email, own)
      running.clock.offsetMs = 0
      return answer
    }
    const { email } = await signUp(running)
    const ofKnown = await ask(email)
    expect(likenessOf(ofKnown)).toEqual(likenessOf(await ask(anAddress())))
    expect(ofKnown.code).toBe('email_not_confirmed')
  },
)

test.each([
  { whose: 'the owner’s own', isOwners: true },
  { whose: 'a stranger’s', isOwners: false },
])(
  'The confirmation of $whose sign-up is not told to a stranger who had signed up too',
  async ({ isOwners }) => {
    const [email, theirs] = [anAddress(), 'a password of the one who asks']
    await post('/signup', { email, password: isOwners ? PASSWORD : theirs })
    const { token } = await lastMail(running, email, 'confirm-account')
    if (isOwners) await post('/signup', { email, password: theirs })
    const before = await tryPassword(running, email, theirs)
    const body = { token_hash: token, type: 'signup' }
    const confirmed = await call(running, 'POST', '/auth/v1/verify', { body, headers: { 'x-csrf': '1' } })
    expect(confirmed.status).toBe(200)
    const after = await tryPassword(running, email, theirs)
    expect(likenessOf(after)).toEqual(likenessOf(before))
    expect(after.code).toBe('email_not_confirmed')
  },
)

test('Only the right password tells that a sign-up waits', async () => {
  const waiting = anAddress()
  await post('/signup', { email: waiting, password: PASSWORD })
  expect(likenessOf(await tryPassword(running, waiting, 'not this one'))).toEqual(
    likenessOf(await tryPassword(running, anAddress(), 'not this one')),
  )
})
