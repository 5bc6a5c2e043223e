import { expect, test } from 'vitest'
import { anAddress, createClient, lastMail, PASSWORD, signUp } from '../testing/identity.ts'
import { call, tryPassword, type Asked } from '../testing/requests.ts'
import { anotherClient, repeated, runLimitedIdentity } from '../testing/limits.ts'

const running = await runLimitedIdentity()

const MINUTE_MS = 60_000

/** Guesses from everywhere, as a botnet does. */
async function attack(email: string, guesses = 10): Promise<number[]> {
  const statuses: number[] = []
  for (let guess = 1; guess <= guesses; guess++)
    statuses.push((await tryPassword(running, email, `guess ${guess}`, { from: anotherClient() })).status)
  return statuses
}

/** Signs in from a browser, which knows the account from then on. */
async function browserOf(email: string): Promise<Asked> {
  const { cookies } = await tryPassword(running, email, PASSWORD, { headers: { 'x-csrf': '1' } })
  const device = cookies.find(({ name }) => name === '__Host-device')
  return { headers: { cookie: `${device?.name}=${device?.value}` } }
}

test('Ten passwords may be tried in 15 minutes for an account, from however many addresses', async () => {
  const begunAt = running.now().getTime()
  const { email } = await signUp(running)
  expect(await attack(email, 12)).toEqual([...Array(10).fill(400), 429, 429])
  const right = await tryPassword(running, email, PASSWORD, { from: anotherClient() })
  expect(right).toMatchObject({ status: 429, code: 'over_request_rate_limit' })
  const wait = Number(right.headers['retry-after'])
  expect(wait).toBeGreaterThanOrEqual(15 * 60 - (running.now().getTime() - begunAt) / 1000 - 1)
  expect(wait).toBeLessThanOrEqual(15 * 60)

  running.clock.offsetMs += 15 * MINUTE_MS
  expect((await tryPassword(running, email, PASSWORD)).status).toBe(200)
})

test('An address without an account has as many tries at a password', async () => {
  const { email } = await signUp(running)
  expect(await attack(anAddress(), 12)).toEqual(await attack(email, 12))
})

test('An address in capitals has no further tries at its password', async () => {
  const { email } = await signUp(running)
  await attack(email)
  expect((await tryPassword(running, ` ${email.toUpperCase()}`, PASSWORD)).status).toBe(429)
})

test('Tries at a password that come at once are counted each', async () => {
  const { email } = await signUp(running)
  const answers = await Promise.all(
    Array.from({ length: 30 }, () => tryPassword(running, email, 'not this one', { from: anotherClient() })),
  )
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(10)
})

test('Guesses from elsewhere do not keep the owner out of a known browser', async () => {
  const { email } = await signUp(running)
  const browser = await browserOf(email)
  await attack(email, 15)
  expect((await tryPassword(running, email, PASSWORD, browser)).status).toBe(200)
})

test('Guesses at the password do not keep the owner from the mail of a forgotten password', async () => {
  const { email } = await signUp(running)
  await attack(email, 15)
  const client = createClient(running)
  expect((await client.resetPasswordForEmail(email)).error).toBeNull()
  const { token } = await lastMail(running, email, 'reset-password')
  expect((await client.verifyOtp({ token_hash: token, type: 'recovery' })).error).toBeNull()
  expect((await client.updateUser({ password: 'another horse another battery' })).error).toBeNull()
})

test('A known browser has ten tries at a password, and no more', async () => {
  const { email } = await signUp(running)
  const browser = await browserOf(email)
  const statuses = await repeated(11, async () => (await tryPassword(running, email, 'no', browser)).status)
  expect(statuses.at(-1)).toBe(429)
})

test('A browser that knows another account has no further tries', async () => {
  const { email } = await signUp(running)
  const browser = await browserOf((await signUp(running)).email)
  await attack(email)
  expect((await tryPassword(running, email, PASSWORD, browser)).status).toBe(429)
})

test.each(['', 'x', 'A'.repeat(43)])('A forged cookie gives no further tries: "%s"', async (value) => {
  const { email } = await signUp(running)
  await attack(email)
  const forged = await tryPassword(running, email, PASSWORD, {
    headers: { cookie: `__Host-device=${value}` },
  })
  expect(forged.status).toBe(429)
})

test('The count of wrong passwords ends with the right one', async () => {
  const { email } = await signUp(running)
  await attack(email, 9)
  await tryPassword(running, email, PASSWORD)
  expect(await attack(email, 10)).toEqual(Array(10).fill(400))
})

test('Guesses at the current password are limited where the password is changed', async () => {
  const { session } = await signUp(running)
  const guess = () =>
    call(running, 'PUT', '/auth/v1/user', {
      token: session.access_token,
      body: { password: 'another horse another battery', current_password: 'not this one' },
    })
  const statuses = await repeated(11, async () => (await guess()).status)
  expect(statuses).toEqual([...Array(10).fill(422), 429])
})

test('Guesses at the password are limited where an account is deleted', async () => {
  const { session } = await signUp(running)
  const guess = () =>
    call(running, 'POST', '/account/deletion', {
      token: session.access_token,
      body: { password: 'not this one' },
    })
  const statuses = await repeated(11, async () => (await guess()).status)
  expect(statuses).toEqual([...Array(10).fill(403), 429])
})

const spray = (
  from: (time: number) => string,
  headers: (time: number) => Record<string, string> = () => ({}),
) =>
  repeated(41, async (time) => {
    const asked = { from: from(time), headers: headers(time) }
    return (await tryPassword(running, anAddress(), 'not this one', asked)).status
  })

test('A client that tries many accounts is stopped, and no other client', async () => {
  const from = anotherClient()
  expect((await spray(() => from)).at(-1)).toBe(429)
  const { email } = await signUp(running)
  expect((await tryPassword(running, email, PASSWORD, { from: anotherClient() })).status).toBe(200)
})

test('A client gets no further tries by writing addresses before its own into X-Forwarded-For', async () => {
  const from = anotherClient()
  expect((await spray((time) => `10.0.0.${time}, 203.0.113.${time}, ${from}`)).at(-1)).toBe(429)
})

test('A client gets no further tries by headers that our gateway does not set', async () => {
  const from = anotherClient()
  const made = (time: number) => ({
    'x-real-ip': `203.0.113.${time}`,
    forwarded: `for=203.0.113.${time}`,
    'cf-connecting-ip': `203.0.113.${time}`,
    'x-client-ip': `203.0.113.${time}`,
  })
  expect((await spray(() => from, made)).at(-1)).toBe(429)
})

test('A client gets no further tries by changing its address within an IPv6 network', async () => {
  expect((await spray((time) => `2001:db8:1:2::${(time + 1).toString(16)}`)).at(-1)).toBe(429)
  expect((await tryPassword(running, anAddress(), 'no', { from: '2001:db8:1:100::1' })).status).toBe(400)
})

test('A client may sign up five addresses in five minutes', async () => {
  const from = anotherClient()
  const statuses = await repeated(
    6,
    async () =>
      (
        await call(running, 'POST', '/auth/v1/signup', {
          body: { email: anAddress(), password: PASSWORD },
          from,
        })
      ).status,
  )
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
})

test('A client may guess forty codes in five minutes, at however many addresses', async () => {
  const from = anotherClient()
  const guess = () =>
    call(running, 'POST', '/auth/v1/verify', {
      body: { email: anAddress(), token: '000000', type: 'email' },
      from,
    })
  const statuses = await repeated(41, async () => (await guess()).status)
  expect(statuses).toEqual([...Array(40).fill(403), 429])
})
