import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  anAddress,
  askForAccount,
  createClient,
  lastMail,
  runIdentity,
  signIn,
  signUp,
} from '../testing/identity.ts'
import { call } from '../testing/requests.ts'

const running = await runIdentity()

const NEW_PASSWORD = 'another horse another battery'

const use = (token: string, type = 'recovery') =>
  call(running, 'POST', '/auth/v1/verify', { body: { token_hash: token, type } })

async function changing() {
  const account = await signUp(running)
  const newEmail = anAddress()
  await account.client.updateUser({ email: newEmail })
  const old = await lastMail(running, account.email, 'confirm-new-email')
  const fresh = await lastMail(running, newEmail, 'confirm-new-email')
  return { ...account, newEmail, old, fresh }
}

test('The mail of a change of address is worthless when the address got an account meanwhile', async () => {
  const { client, email, newEmail, old, fresh } = await changing()
  await use(old.token, 'email_change')
  const rightful = await signUp(running, { email: newEmail })
  expect(await use(fresh.token, 'email_change')).toMatchObject({ status: 403, code: 'otp_expired' })
  expect((await client.getUser()).data.user?.email).toBe(email)
  expect((await rightful.client.getUser()).data.user?.email).toBe(newEmail)
})

test('A change to the address of another account is answered as any other', async () => {
  const { email: taken } = await signUp(running)
  const { client } = await signUp(running)
  const toTaken = await client.updateUser({ email: taken })
  const toFree = await client.updateUser({ email: anAddress() })
  expect(toTaken.error).toBeNull()
  expect(Object.keys(toTaken.data.user ?? {})).toEqual(Object.keys(toFree.data.user ?? {}))
})

test('A confirmed change of address invalidates a sign-up with that address', async () => {
  const { newEmail, old, fresh } = await changing()
  await askForAccount(running, { email: newEmail, password: NEW_PASSWORD })
  const { token } = await lastMail(running, newEmail, 'confirm-account')
  await use(old.token, 'email_change')
  await use(fresh.token, 'email_change')
  expect(await use(token, 'signup')).toMatchObject({ code: 'otp_expired' })
  const { error } = await createClient(running).signInWithPassword({
    email: newEmail,
    password: NEW_PASSWORD,
  })
  expect(error).toMatchObject({ code: 'email_not_confirmed' })
  expect(await running.db.execute(sql`select 1 from one_time_tokens where email = ${newEmail}`)).toHaveLength(
    0,
  )
})

test('A change of address and a sign-up that are confirmed at the same moment give the address to one of them', async () => {
  for (let round = 1; round <= 8; round++) {
    const { newEmail, old, fresh } = await changing()
    await askForAccount(running, { email: newEmail })
    const { token } = await lastMail(running, newEmail, 'confirm-account')
    await use(old.token, 'email_change')
    const answers = await Promise.all([use(fresh.token, 'email_change'), use(token, 'signup')])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403])
  }
})

test('One of its two mails does not change the address: the session of a thief is not enough', async () => {
  const { email, client: thief } = await signUp(running)
  const thiefs = anAddress()
  await thief.updateUser({ email: thiefs })
  const { token } = await lastMail(running, thiefs, 'confirm-new-email')
  await use(token, 'email_change')
  const owner = await signIn(running, email)
  expect(owner.user.email).toBe(email)
})
