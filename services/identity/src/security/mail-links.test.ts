import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { lockUser } from '../db/users.ts'
import {
  anAddress,
  createClient,
  lastMail,
  linkMails,
  PASSWORD,
  runIdentity,
  signUp,
} from '../testing/identity.ts'
import { call } from '../testing/requests.ts'

const running = await runIdentity()

const NEW_PASSWORD = 'another horse another battery'

const use = (token: string, type = 'recovery') =>
  call(running, 'POST', '/auth/v1/verify', { body: { token_hash: token, type } })

async function forgotten(times = 1) {
  const account = await signUp(running)
  for (let time = 1; time <= times; time++) await account.client.resetPasswordForEmail(account.email)
  return { ...account, links: await linkMails(running, account.email, 'reset-password') }
}

test('The link of a forgotten password works once', async () => {
  const { links } = await forgotten()
  const { token } = links[0]!
  expect((await use(token)).status).toBe(200)
  expect(await use(token)).toMatchObject({ status: 403, code: 'otp_expired' })
})

test('The link of a forgotten password works once for many at the same moment', async () => {
  const { links } = await forgotten()
  const answers = await Promise.all(Array.from({ length: 10 }, () => use(links[0]!.token)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('The code of a forgotten password does not work once its link was used', async () => {
  const { email, links } = await forgotten()
  const { token, code } = links[0]!
  await use(token)
  const body = { email, token: code, type: 'recovery' }
  expect(await call(running, 'POST', '/auth/v1/verify', { body })).toMatchObject({ code: 'otp_expired' })
})

test('The older of two mails of a forgotten password works, because people find it first', async () => {
  const { links } = await forgotten(2)
  expect((await use(links[0]!.token)).status).toBe(200)
})

test('One used link of a forgotten password invalidates every other mail of its kind', async () => {
  const { links } = await forgotten(3)
  await use(links[1]!.token)
  expect(await use(links[0]!.token)).toMatchObject({ code: 'otp_expired' })
  expect(await use(links[2]!.token)).toMatchObject({ code: 'otp_expired' })
})

test('The new password from a mail ends every other session, also one of an intruder', async () => {
  const { email, client: intruder, links } = await forgotten()
  const client = createClient(running)
  await client.verifyOtp({ token_hash: links[0]!.token, type: 'recovery' })
  await client.updateUser({ password: NEW_PASSWORD })
  expect((await intruder.refreshSession()).error).toMatchObject({ code: 'refresh_token_not_found' })
  expect((await client.refreshSession()).error).toBeNull()
  expect((await client.signInWithPassword({ email, password: PASSWORD })).error).not.toBeNull()
})

test('Of two links of a forgotten password that are used at the same moment, one signs in', async () => {
  for (let round = 1; round <= 5; round++) {
    const { links } = await forgotten(2)
    const answers = await Promise.all(links.map(({ token }) => use(token)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403])
  }
})

test('The link of a forgotten password and a new password at the same moment do not deadlock', async () => {
  const { user, session, links } = await forgotten()
  const held = await holdUser(user.id)
  const change = call(running, 'PUT', '/auth/v1/user', {
    token: session.access_token,
    body: { password: NEW_PASSWORD },
  })
  await expect.poll(running.waitingForLocks).toBe(1)
  const link = use(links[0]!.token)
  await expect.poll(running.waitingForLocks).toBe(2)
  await held.release()
  // The new password invalidates the links that were mailed before.
  expect([(await change).status, (await link).code]).toEqual([200, 'otp_expired'])
})

/** Keeps the row of an account locked, so that changes of it wait in a known order. */
async function holdUser(userId: string) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { promise: held, resolve: hold } = Promise.withResolvers<void>()
  const done = running.db.transaction(async (tx) => {
    await lockUser(tx, userId)
    hold()
    await released
  })
  await held
  return {
    release: () => {
      release()
      return done
    },
  }
}

test('The link of a forgotten password gives an hour to set the password', async () => {
  const { links } = await forgotten()
  const client = createClient(running)
  await client.verifyOtp({ token_hash: links[0]!.token, type: 'recovery' })
  running.clock.offsetMs = 61 * 60_000
  await client.refreshSession()
  const { error } = await client.updateUser({ password: NEW_PASSWORD })
  expect(error).toMatchObject({ code: 'reauthentication_needed' })
})

test('The link of a forgotten password dies with the address that it was mailed to', async () => {
  const { client, email, links } = await forgotten()
  const newEmail = anAddress()
  await client.updateUser({ email: newEmail })
  for (const address of [email, newEmail]) {
    const { token } = await lastMail(running, address, 'confirm-new-email')
    await use(token, 'email_change')
  }
  expect(await use(links[0]!.token)).toMatchObject({ code: 'otp_expired' })
})

test('The link of a forgotten password cannot be found in the database', async () => {
  const { links } = await forgotten()
  const rows = await running.db.execute(
    sql`select row_to_json(one_time_tokens)::text as row from one_time_tokens`,
  )
  const stored = JSON.stringify([...rows])
  expect(stored).not.toContain(links[0]!.token)
  expect(stored).not.toContain(`"${links[0]!.code}`)
})
