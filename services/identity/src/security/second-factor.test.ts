import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { addFactor, codeAt, nextCode, signUpWithFactor, wrongCode } from '../testing/authenticator.ts'
import {
  claimsOf,
  createClient,
  lastMail,
  PASSWORD,
  runIdentity,
  signIn,
  signUp,
} from '../testing/identity.ts'
import { call, tryPassword } from '../testing/requests.ts'
import { startOfHour } from '../testing/windows.ts'

const running = await runIdentity()

const DAY_MS = 86_400_000

/** Somebody with the password, who still owes the code. */
async function halfSignedIn() {
  const account = await signUpWithFactor(running)
  const { client, session } = await signIn(running, account.email)
  return { ...account, client, token: session.access_token, owner: account.client }
}

async function challengeFor({ token, factorId }: { token: string; factorId: string }): Promise<string> {
  const { json } = await call(running, 'POST', `/auth/v1/factors/${factorId}/challenge`, { token })
  return String(json.id)
}

const answer = (token: string, factorId: string, challengeId: string, code: string) =>
  call(running, 'POST', `/auth/v1/factors/${factorId}/verify`, {
    token,
    body: { challenge_id: challengeId, code },
  })

describe('a code of an authenticator app', () => {
  test('is accepted once, and by no later session', async () => {
    const { email, factorId, secret, client } = await halfSignedIn()
    const code = nextCode(running, secret)
    expect((await client.mfa.challengeAndVerify({ factorId, code })).error).toBeNull()
    const other = await signIn(running, email)
    const replayed = await other.client.mfa.challengeAndVerify({ factorId, code })
    expect(replayed.error).toMatchObject({ status: 422, code: 'mfa_verification_failed' })
  })

  test('is not accepted after a later one, though its time is not over', async () => {
    const { factorId, secret, client } = await halfSignedIn()
    const earlier = nextCode(running, secret)
    const { data: challenge } = await client.mfa.challenge({ factorId })
    const later = nextCode(running, secret)
    expect((await client.mfa.verify({ factorId, challengeId: challenge!.id, code: later })).error).toBeNull()
    const replayed = await client.mfa.challengeAndVerify({ factorId, code: earlier })
    expect(replayed.error).toMatchObject({ code: 'mfa_verification_failed' })
  })

  test('shown twice at the same moment raises one session', async () => {
    const account = await halfSignedIn()
    const { email, factorId, secret } = account
    const other = await signIn(running, email)
    const theirs = { token: other.session.access_token, factorId }
    const challenges = [await challengeFor(account), await challengeFor(theirs)] as const
    const code = nextCode(running, secret)
    const answers = await Promise.all([
      answer(account.token, factorId, challenges[0], code),
      answer(theirs.token, factorId, challenges[1], code),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('shown many times at the same moment by one session is accepted once', async () => {
    const account = await halfSignedIn()
    const { token, factorId, secret } = account
    const challenges = await Promise.all(Array.from({ length: 6 }, () => challengeFor(account)))
    const code = nextCode(running, secret)
    const answers = await Promise.all(challenges.map((id) => answer(token, factorId, id, code)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200, 422, 422, 422, 422, 422,
    ])
  })

  test('can be guessed five times a challenge', async () => {
    const account = await halfSignedIn()
    const { token, factorId, secret } = account
    const challengeId = await challengeFor(account)
    const wrong = wrongCode(running, secret)
    for (let tries = 1; tries <= 5; tries++)
      expect(await answer(token, factorId, challengeId, wrong)).toMatchObject({
        code: 'mfa_verification_failed',
      })
    expect(await answer(token, factorId, challengeId, nextCode(running, secret))).toMatchObject({
      status: 422,
      code: 'mfa_verification_rejected',
    })
  })

  test('can be guessed five times a challenge also by many at once', async () => {
    const account = await halfSignedIn()
    const { token, factorId, secret } = account
    const challengeId = await challengeFor(account)
    const wrong = wrongCode(running, secret)
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => answer(token, factorId, challengeId, wrong)),
    )
    expect(answers.filter(({ code }) => code === 'mfa_verification_failed')).toHaveLength(5)
  })

  test('can be guessed twenty times in five minutes, however many challenges there are', async () => {
    const account = await halfSignedIn()
    const { token, factorId, secret } = account
    startOfHour(running)
    const wrong = wrongCode(running, secret)
    for (let tries = 1; tries <= 20; tries++)
      await answer(token, factorId, await challengeFor(account), wrong)
    const refused = await answer(token, factorId, await challengeFor(account), nextCode(running, secret))
    expect(refused).toMatchObject({ status: 429, code: 'over_request_rate_limit' })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)

    running.clock.offsetMs += 5 * 60_000
    const right = await answer(token, factorId, await challengeFor(account), codeAt(running, secret))
    expect(right.status).toBe(200)
  })

  describe('guessed at all day', () => {
    /** Wrong codes from a new challenge each, twenty in every five minutes. */
    async function guessAllDay(account: Awaited<ReturnType<typeof halfSignedIn>>, guesses: number) {
      const { token, factorId, secret } = account
      startOfHour(running)
      running.clock.offsetMs += DAY_MS - (running.now().getTime() % DAY_MS)
      const statuses: number[] = []
      for (let guess = 0; guess < guesses; guess++) {
        if (guess > 0 && guess % 20 === 0) running.clock.offsetMs += 5 * 60_000
        const challengeId = await challengeFor(account)
        statuses.push((await answer(token, factorId, challengeId, wrongCode(running, secret))).status)
      }
      return statuses
    }

    /** The owner's own browser, which has shown both factors before. */
    async function browserOf({ email, factorId, secret }: Awaited<ReturnType<typeof halfSignedIn>>) {
      const headers = { 'x-csrf': '1' }
      const first = await tryPassword(running, email, PASSWORD, { headers })
      const before = first.cookies.map(({ name }) => name)
      const token = String(first.json.access_token)
      const challengeId = await challengeFor({ token, factorId })
      const raised = await call(running, 'POST', `/auth/v1/factors/${factorId}/verify`, {
        token,
        body: { challenge_id: challengeId, code: nextCode(running, secret) },
        headers,
      })
      const cookie = raised.cookies.find(({ name }) => name === '__Host-device')
      return { before, cookie: `${cookie?.name}=${cookie?.value}` }
    }

    test('is refused after a hundred, and the owner enters from a browser of theirs', async () => {
      const account = await halfSignedIn()
      const { factorId, secret } = account
      const { cookie } = await browserOf(account)
      // The browser's second factor ended the sessions that had shown one alone.
      const { session } = await signIn(running, account.email)
      const theirs = { ...account, token: session.access_token }
      const statuses = await guessAllDay(theirs, 102)
      expect(statuses.slice(0, 100)).toEqual(Array(100).fill(422))
      expect(statuses.slice(100)).toEqual([429, 429])
      running.clock.offsetMs += 5 * 60_000
      const code = codeAt(running, secret)
      const id = await challengeFor(theirs)
      expect((await answer(theirs.token, factorId, id, code)).status).toBe(429)
      const entered = await call(running, 'POST', `/auth/v1/factors/${factorId}/verify`, {
        token: theirs.token,
        body: { challenge_id: id, code },
        headers: { cookie },
      })
      expect(entered.status).toBe(200)
    })

    test('is told to the owner once, after twenty', async () => {
      const account = await halfSignedIn()
      const told = async () =>
        (await running.mails(account.email)).filter(({ name }) => name === 'second-factor-guessed').length
      await guessAllDay(account, 20)
      expect(await told()).toBe(0)
      const { token, factorId, secret } = account
      for (let more = 1; more <= 3; more++)
        await answer(token, factorId, await challengeFor(account), wrongCode(running, secret))
      expect(await told()).toBe(1)
    })

    test('makes no browser a known one by the password alone', async () => {
      const { before } = await browserOf(await halfSignedIn())
      expect(before).toEqual(['__Host-rt'])
    })
  })

  test('answers the challenge of its own factor alone', async () => {
    const { client, factorId } = await signUpWithFactor(running)
    const second = await addFactor(running, client, 'Tablet')
    const { data } = await client.mfa.challenge({ factorId })
    const code = nextCode(running, second.secret)
    const { error } = await client.mfa.verify({ factorId: second.factorId, challengeId: data!.id, code })
    expect(error).toMatchObject({ code: 'mfa_challenge_expired' })
  })
})

describe('a session that owes the second factor', () => {
  const FORBIDDEN = [
    { method: 'PUT', url: '/auth/v1/user', body: { data: { display_name: 'Ada' } } },
    { method: 'PUT', url: '/auth/v1/user', body: { password: 'another horse another battery' } },
    { method: 'POST', url: '/auth/v1/factors', body: { factor_type: 'totp', friendly_name: 'Mine' } },
    { method: 'GET', url: '/auth/v1/reauthenticate' },
  ] as const

  test.each(FORBIDDEN)('is refused $method $url', async ({ method, url, ...asked }) => {
    const { token } = await halfSignedIn()
    expect(await call(running, method, url, { token, ...asked })).toMatchObject({
      status: 401,
      code: 'insufficient_aal',
    })
  })

  test.each(['/sessions', '/export'])('is refused GET %s', async (url) => {
    const { token } = await halfSignedIn()
    expect(await call(running, 'GET', url, { token })).toMatchObject({
      status: 403,
      code: 'insufficient-aal',
    })
  })

  test('cannot take the factor away', async () => {
    const { token, factorId, owner } = await halfSignedIn()
    const refused = await call(running, 'DELETE', `/auth/v1/factors/${factorId}`, { token })
    expect(refused).toMatchObject({ status: 401, code: 'insufficient_aal' })
    expect((await owner.mfa.listFactors()).data?.totp).toHaveLength(1)
  })

  test('cannot delete the account', async () => {
    const { token } = await halfSignedIn()
    const body = { password: 'correct horse battery staple' }
    const refused = await call(running, 'POST', '/account/deletion', { token, body })
    expect(refused).toMatchObject({ status: 403, code: 'insufficient-aal' })
  })

  test('still owes it after a refresh', async () => {
    const { client } = await halfSignedIn()
    const { data } = await client.refreshSession()
    expect(claimsOf(data.session!)).toMatchObject({ aal: 'aal1', app_metadata: { aal_required: 'aal2' } })
  })

  test('can sign out', async () => {
    const { client } = await halfSignedIn()
    expect((await client.signOut({ scope: 'local' })).error).toBeNull()
  })
})

test('a token from before the second factor was shown cannot take the factor away', async () => {
  const { client, session } = await signUp(running)
  const { factorId } = await addFactor(running, client)
  const refused = await call(running, 'DELETE', `/auth/v1/factors/${factorId}`, {
    token: session.access_token,
  })
  expect(refused).toMatchObject({ status: 401, code: 'insufficient_aal' })
})

test('the mail of a forgotten password does not skip the second factor', async () => {
  const { email, factorId, secret } = await signUpWithFactor(running)
  const client = createClient(running)
  await client.resetPasswordForEmail(email)
  const { token } = await lastMail(running, email, 'reset-password')
  await client.verifyOtp({ token_hash: token, type: 'recovery' })
  const password = 'another horse another battery'
  expect((await client.updateUser({ password })).error).toMatchObject({ code: 'insufficient_aal' })
  await client.mfa.challengeAndVerify({ factorId, code: nextCode(running, secret) })
  expect((await client.updateUser({ password })).error).toBeNull()
})

test('a sign-in by mail does not skip the second factor', async () => {
  const { email } = await signUpWithFactor(running)
  const client = createClient(running)
  await client.signInWithOtp({ email })
  const { token } = await lastMail(running, email, 'sign-in')
  await client.verifyOtp({ token_hash: token, type: 'magiclink' })
  expect((await client.updateUser({ data: {} })).error).toMatchObject({ code: 'insufficient_aal' })
})

describe('the factor of somebody else', () => {
  test('is not there: not to challenge, not to answer, not to take away', async () => {
    const { factorId, secret } = await signUpWithFactor(running)
    const outsider = await signUp(running)
    const notThere = { status: 422, code: 'mfa_factor_not_found' }
    expect((await outsider.client.mfa.challenge({ factorId })).error).toMatchObject(notThere)
    expect((await outsider.client.mfa.unenroll({ factorId })).error).toMatchObject(notThere)
    const code = nextCode(running, secret)
    const challengeId = crypto.randomUUID()
    expect((await outsider.client.mfa.verify({ factorId, challengeId, code })).error).toMatchObject(notThere)
  })

  test('is not worn out by an outsider’s guesses', async () => {
    startOfHour(running)
    const account = await halfSignedIn()
    const { token, factorId, secret } = account
    const challengeId = await challengeFor(account)
    const outsider = await signUp(running)
    for (let tries = 1; tries <= 25; tries++)
      await answer(outsider.session.access_token, factorId, challengeId, '000000')
    expect(await answer(token, factorId, challengeId, nextCode(running, secret))).toMatchObject({
      status: 200,
    })
  })
})

describe('the secret of a factor', () => {
  test('is told once, at its enrolment', async () => {
    const { client, secret, session } = await signUpWithFactor(running)
    const answers = [
      await call(running, 'GET', '/auth/v1/user', { token: session.access_token }),
      await call(running, 'GET', '/export', { token: session.access_token }),
    ]
    for (const { status, text } of answers) {
      expect(status).toBe(200)
      expect(text).not.toContain(secret)
    }
    expect(JSON.stringify((await client.refreshSession()).data)).not.toContain(secret)
  })

  test('cannot be read in the database', async () => {
    const { factorId, secret } = await signUpWithFactor(running)
    const [row] = await running.db.execute<{ secret: string }>(
      sql`select secret from factors where id = ${factorId}`,
    )
    expect(row?.secret).not.toContain(secret)
    expect(Buffer.from(row?.secret ?? '', 'base64url').toString('latin1')).not.toContain(secret)
  })
})
