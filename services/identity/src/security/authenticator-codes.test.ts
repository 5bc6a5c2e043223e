import { expect, test } from 'vitest'
import {
  addFactor,
  codeAt,
  factorCalls,
  nextCode,
  signUpWithFactor,
  wrongCode,
} from '../testing/authenticator.ts'
import { PASSWORD, runIdentity, signIn } from '../testing/identity.ts'
import { call, tryPassword } from '../testing/requests.ts'
import { startOfHour } from '../testing/windows.ts'

const running = await runIdentity()
const { halfSignedIn, challengeFor, answer } = factorCalls(running)

const DAY_MS = 86_400_000

test('A code of an authenticator app is accepted once, and by no later session', async () => {
  const { email, factorId, secret, client } = await halfSignedIn()
  const code = nextCode(running, secret)
  expect((await client.mfa.challengeAndVerify({ factorId, code })).error).toBeNull()
  const other = await signIn(running, email)
  const replayed = await other.client.mfa.challengeAndVerify({ factorId, code })
  expect(replayed.error).toMatchObject({ status: 422, code: 'mfa_verification_failed' })
})

test('A code of an authenticator app is refused after a later one, although its time is not over', async () => {
  const { factorId, secret, client } = await halfSignedIn()
  const earlier = nextCode(running, secret)
  const { data: challenge } = await client.mfa.challenge({ factorId })
  const later = nextCode(running, secret)
  expect((await client.mfa.verify({ factorId, challengeId: challenge!.id, code: later })).error).toBeNull()
  const replayed = await client.mfa.challengeAndVerify({ factorId, code: earlier })
  expect(replayed.error).toMatchObject({ code: 'mfa_verification_failed' })
})

test('A code of an authenticator app shown twice at the same moment raises one session', async () => {
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

test('A code of an authenticator app shown many times at the same moment by one session is accepted once', async () => {
  const account = await halfSignedIn()
  const { token, factorId, secret } = account
  const challenges = await Promise.all(Array.from({ length: 6 }, () => challengeFor(account)))
  const code = nextCode(running, secret)
  const answers = await Promise.all(challenges.map((id) => answer(token, factorId, id, code)))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    200, 422, 422, 422, 422, 422,
  ])
})

test('A challenge of a second factor can be guessed at five times', async () => {
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

test('A challenge of a second factor can be guessed at five times by many at once', async () => {
  const account = await halfSignedIn()
  const { token, factorId, secret } = account
  const challengeId = await challengeFor(account)
  const wrong = wrongCode(running, secret)
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => answer(token, factorId, challengeId, wrong)),
  )
  expect(answers.filter(({ code }) => code === 'mfa_verification_failed')).toHaveLength(5)
})

test('Codes of an authenticator app can be guessed twenty times in five minutes, however many challenges there are', async () => {
  const account = await halfSignedIn()
  const { token, factorId, secret } = account
  startOfHour(running)
  const wrong = wrongCode(running, secret)
  for (let tries = 1; tries <= 20; tries++) await answer(token, factorId, await challengeFor(account), wrong)
  const refused = await answer(token, factorId, await challengeFor(account), nextCode(running, secret))
  expect(refused).toMatchObject({ status: 429, code: 'over_request_rate_limit' })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)

  running.clock.offsetMs += 5 * 60_000
  const right = await answer(token, factorId, await challengeFor(account), codeAt(running, secret))
  expect(right.status).toBe(200)
})

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

test('Codes of an authenticator app are refused after a hundred guesses in a day, and the owner enters from a known browser', async () => {
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

test('A mail tells the owner once a day of more than twenty guessed codes', async () => {
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

test('The password alone makes no browser a known one where the account has a second factor', async () => {
  const { before } = await browserOf(await halfSignedIn())
  expect(before).toEqual(['__Host-rt'])
})

test('A challenge is answered by the code of its own factor alone', async () => {
  const { client, factorId } = await signUpWithFactor(running)
  const second = await addFactor(running, client, 'Tablet')
  const { data } = await client.mfa.challenge({ factorId })
  const code = nextCode(running, second.secret)
  const { error } = await client.mfa.verify({ factorId: second.factorId, challengeId: data!.id, code })
  expect(error).toMatchObject({ code: 'mfa_challenge_expired' })
})
