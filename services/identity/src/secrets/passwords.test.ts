import * as argon2 from '@node-rs/argon2'
import type { AppError } from '@walkon/service/errors'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createPasswords } from './passwords.ts'
import { PASSWORD, signIn, signUp, startIdentity, type TestIdentity } from '../testing/identity.ts'
import { tryPassword } from '../testing/requests.ts'

const work = vi.hoisted(() => ({ now: 0, most: 0, verified: [] as string[] }))

/** The real library, with its calls counted. */
vi.mock('@node-rs/argon2', async (importActual) => {
  const actual = await importActual<typeof argon2>()
  const counted =
    <Args extends unknown[], Result>(run: (...args: Args) => Promise<Result>) =>
    async (...args: Args) => {
      work.most = Math.max(work.most, ++work.now)
      return run(...args).finally(() => work.now--)
    }
  const verify = counted(actual.verify)
  return {
    ...actual,
    hash: counted(actual.hash),
    verify: (hashed: string, ...rest: [string]) => {
      work.verified.push(hashed)
      return verify(hashed, ...rest)
    },
  }
})

const TODAYS = /^\$argon2id\$v=19\$m=47104,t=1,p=1\$/

describe('createPasswords', () => {
  const passwords = createPasswords({ concurrency: 2, queue: 100 })
  beforeEach(async () => {
    await passwords.verify(null, 'warm')
    Object.assign(work, { most: 0, verified: [] })
  })

  test('A password is hashed with Argon2id, one pass over 46 MiB, and another salt each time', async () => {
    const [one, other] = [await passwords.hash(PASSWORD), await passwords.hash(PASSWORD)]
    expect(one).toMatch(TODAYS)
    expect(one).not.toBe(other)
  })

  test('A hash verifies the right password and no other', async () => {
    const hash = await passwords.hash(PASSWORD)
    expect(await passwords.verify(hash, PASSWORD)).toBe(true)
    expect(await passwords.verify(hash, `${PASSWORD} `)).toBe(false)
  })

  test('A password is the same in every Unicode form of its characters', async () => {
    const hash = await passwords.hash('caf\u00e9 au lait')
    expect(await passwords.verify(hash, 'cafe\u0301 au lait')).toBe(true)
  })

  test('A password is checked with the same work where there is no account', async () => {
    expect(await passwords.verify(null, PASSWORD)).toBe(false)
    expect(work.verified).toEqual([expect.stringMatching(TODAYS)])
  })

  test('No more passwords are hashed at once than the setting allows', async () => {
    await Promise.all(Array.from({ length: 12 }, () => passwords.hash(PASSWORD)))
    expect(work.most).toBe(2)
  })

  test('A password beyond the queue is refused at once, and those in it are hashed', async () => {
    const bounded = createPasswords({ concurrency: 1, queue: 3 })
    const answers = await Promise.allSettled(Array.from({ length: 10 }, () => bounded.hash(PASSWORD)))
    const refused = answers
      .filter((answer) => answer.status === 'rejected')
      .map(({ reason }) => reason as AppError)
    expect(refused).toHaveLength(10 - 1 - 3)
    expect(refused[0]).toMatchObject({ status: 429, code: 'over_request_rate_limit', retryAfterSeconds: 2 })
    await expect(bounded.hash(PASSWORD)).resolves.toMatch(TODAYS)
  })

  test('A hash with older parameters is recognized', async () => {
    const older = await argon2.hash(PASSWORD, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
    expect(passwords.isOutdated(older)).toBe(true)
    expect(passwords.isOutdated(await passwords.hash(PASSWORD))).toBe(false)
  })
})

describe('a sign-in', () => {
  let running: TestIdentity
  beforeAll(async () => {
    running = await startIdentity({ HASH_CONCURRENCY: '1', HASH_QUEUE: '2' })
  })
  afterAll(() => running.stop())

  const hashOf = async (userId: string) => {
    const [row] = await running.db.execute<{ password_hash: string }>(
      sql`select password_hash from users where id = ${userId}`,
    )
    return row?.password_hash
  }

  test('A sign-in replaces a hash with older parameters', async () => {
    const { email, user } = await signUp(running)
    const older = await argon2.hash(PASSWORD, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
    await running.db.execute(sql`update users set password_hash = ${older} where id = ${user.id}`)
    await tryPassword(running, email, 'not this one')
    expect(await hashOf(user.id)).toBe(older)
    await signIn(running, email)
    expect(await hashOf(user.id)).toMatch(TODAYS)
    await signIn(running, email)
  })

  test('A sign-in beyond the queue is answered 429 at once, and those in it succeed', async () => {
    const { email } = await signUp(running)
    const answers = await Promise.all(Array.from({ length: 12 }, () => tryPassword(running, email, PASSWORD)))
    const statuses = new Set(answers.map(({ status }) => status))
    expect(statuses).toEqual(new Set([200, 429]))
    const busy = answers.find(({ status }) => status === 429)
    expect(busy).toMatchObject({ code: 'over_request_rate_limit', headers: { 'retry-after': '2' } })
    expect((await tryPassword(running, email, PASSWORD)).status).toBe(200)
  })

  test('A refused sign-in costs two hashes, whether or not the address has an account', async () => {
    const { email } = await signUp(running)
    for (const address of [email, 'nobody@example.com']) {
      work.verified = []
      await tryPassword(running, address, 'not this one')
      expect(work.verified).toHaveLength(2)
    }
  })
})
