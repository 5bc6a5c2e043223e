import { describe, expect, test } from 'vitest'
import {
  anAddress,
  askForAccount,
  createClient,
  lastMail,
  lastNonce,
  PASSWORD,
  signUp,
} from '../testing/identity.ts'
import { call } from '../testing/requests.ts'
import { startOfHour } from '../testing/windows.ts'
import { anotherClient, repeated, runLimitedIdentity } from '../testing/limits.ts'

const running = await runLimitedIdentity()

const MINUTE_MS = 60_000

describe('the code of a mail', () => {
  const mailed = async () => {
    const { email } = await signUp(running)
    await createClient(running).resetPasswordForEmail(email)
    return { email, ...(await lastMail(running, email, 'reset-password')) }
  }
  const guess = (email: string, token: string) =>
    call(running, 'POST', '/auth/v1/verify', {
      body: { email, token, type: 'recovery' },
      from: anotherClient(),
    })
  const wrong = (code: string) => (code === '000000' ? '111111' : '000000')

  test('The code of a mail can be guessed five times, and the link of the same mail still works', async () => {
    const { email, code, token } = await mailed()
    await repeated(5, () => guess(email, wrong(code)))
    expect(await guess(email, code)).toMatchObject({ status: 403, code: 'otp_expired' })
    const body = { token_hash: token, type: 'recovery' }
    expect((await call(running, 'POST', '/auth/v1/verify', { body })).status).toBe(200)
  })

  test('The code of a mail can be guessed five times by many at once', async () => {
    const { email, code } = await mailed()
    await Promise.all(Array.from({ length: 20 }, () => guess(email, wrong(code))))
    expect((await guess(email, code)).status).toBe(403)
  })

  test('The code of a mail is accepted at the fifth try', async () => {
    const { email, code } = await mailed()
    await repeated(4, () => guess(email, wrong(code)))
    expect((await guess(email, code)).status).toBe(200)
  })

  test('The code that proves a signed-in owner can be guessed five times', async () => {
    const { email, client, session } = await signUp(running)
    await client.reauthenticate()
    const nonce = await lastNonce(running, email)
    const change = (given: string) =>
      call(running, 'PUT', '/auth/v1/user', {
        token: session.access_token,
        body: { password: 'another horse another battery', nonce: given },
      })
    await repeated(5, () => change(wrong(nonce)))
    expect(await change(nonce)).toMatchObject({ status: 422, code: 'reauthentication_not_valid' })
  })
})

describe('a change of address', () => {
  const guess = (email: string, token: string) =>
    call(running, 'POST', '/auth/v1/verify', {
      body: { email, token, type: 'email_change' },
      from: anotherClient(),
    })

  test('Repeated changes of address leave five tries at the codes of the current address', async () => {
    const { email, client } = await signUp(running)
    const statuses: number[] = []
    for (let change = 1; change <= 3; change++) {
      expect((await client.updateUser({ email: anAddress() })).error).toBeNull()
      const { code } = await lastMail(running, email, 'confirm-new-email')
      const wrong = code === '000000' ? '111111' : '000000'
      await repeated(2, () => guess(email, wrong))
      if (change < 3) continue
      statuses.push((await guess(email, code)).status)
      const { token } = await lastMail(running, email, 'confirm-new-email')
      const body = { token_hash: token, type: 'email_change' }
      statuses.push((await call(running, 'POST', '/auth/v1/verify', { body })).status)
    }
    expect(statuses).toEqual([403, 200])
  })

  test('A change of address may be asked for three times an hour, all new addresses together', async () => {
    startOfHour(running)
    const { client } = await signUp(running)
    const answers = await repeated(4, () => client.updateUser({ email: anAddress() }))
    expect(answers.map(({ error }) => error?.status ?? 200)).toEqual([200, 200, 200, 429])
  })
})

const KINDS = [
  { url: '/recover', body: {} },
  { url: '/otp', body: {} },
  { url: '/resend', body: { type: 'signup' } },
  { url: '/signup', body: { password: PASSWORD } },
]

/** Asks twice in the first minute, and once in each of the next four. */
async function bomb(email: string, { url, body }: (typeof KINDS)[number]) {
  const ask = () =>
    call(running, 'POST', `/auth/v1${url}`, { body: { email, ...body }, from: anotherClient() })
  startOfHour(running)
  const answers = [await ask(), await ask()]
  for (let minute = 1; minute < 5; minute++) {
    running.clock.offsetMs += MINUTE_MS
    answers.push(await ask())
  }
  return answers.map(({ status, code }) => `${status} ${code ?? ''}`.trim())
}

const tooMany = '429 over_email_send_rate_limit'
test.each(KINDS)(
  '$url mails an address once a minute and three times an hour, whether or not the address has an account',
  async (kind) => {
    const { email } = await signUp(running)
    const expected = ['200', tooMany, '200', '200', tooMany, tooMany]
    expect(await bomb(email, kind)).toEqual(expected)
    expect(await bomb(anAddress(), kind)).toEqual(expected)
  },
)

test('No more mails are sent than were allowed', async () => {
  const { email } = await signUp(running)
  const before = (await running.mails(email)).length
  await bomb(email, KINDS[0]!)
  expect(await running.mails(email)).toHaveLength(before + 3)
})

test('The limit of one kind of mail leaves room for another', async () => {
  const { email } = await signUp(running)
  await bomb(email, KINDS[1]!)
  expect((await call(running, 'POST', '/auth/v1/recover', { body: { email } })).status).toBe(200)
})

test('The address in capitals gets no further mails', async () => {
  const { email } = await signUp(running)
  await call(running, 'POST', '/auth/v1/recover', { body: { email } })
  const again = await call(running, 'POST', '/auth/v1/recover', { body: { email: email.toUpperCase() } })
  expect(again.status).toBe(429)
})

test('A client that asks for mails to many addresses is stopped', async () => {
  const from = anotherClient()
  const ask = () => call(running, 'POST', '/auth/v1/recover', { body: { email: anAddress() }, from })
  const statuses = await repeated(21, async () => (await ask()).status)
  expect(statuses.at(-1)).toBe(429)
})

test('Mails about a change of address are limited', async () => {
  const { client } = await signUp(running)
  const email = anAddress()
  expect((await client.updateUser({ email })).error).toBeNull()
  const again = await client.updateUser({ email })
  expect(again.error).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' })
})

test('A sign-up whose mail was refused gets another after a minute', async () => {
  const { email, client } = await askForAccount(running)
  expect((await client.resend({ type: 'signup', email })).error).toMatchObject({ status: 429 })
  running.clock.offsetMs += MINUTE_MS
  expect((await client.resend({ type: 'signup', email })).error).toBeNull()
})
