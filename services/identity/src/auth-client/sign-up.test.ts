import { AuthWeakPasswordError } from '@supabase/auth-js'
import { expect, test } from 'vitest'
import {
  anAddress,
  askForAccount,
  createClient,
  lastMail,
  PASSWORD,
  runIdentity,
  signUp,
} from '../testing/identity.ts'

const running = await runIdentity()

test('signUp answers with a user and without a session', async () => {
  const { email, data } = await askForAccount(running)
  expect(data.session).toBeNull()
  expect(data.user).toMatchObject({ email, aud: 'authenticated', role: 'authenticated' })
  expect(data.user?.email_confirmed_at).toBeUndefined()
})

test('signUp keeps the full name', async () => {
  const { user } = await signUp(running)
  expect(user.user_metadata).toEqual({ full_name: 'Ada Visitor' })
})

test('signUp stores an address without blanks and capitals', async () => {
  const email = anAddress()
  const { data } = await createClient(running).signUp({
    email: ` ${email.toUpperCase()} `,
    password: PASSWORD,
  })
  expect(data.user?.email).toBe(email)
})

test.each([
  { password: 'seven77', reasons: ['length'] },
  { password: 'x'.repeat(257), reasons: ['length'] },
  { password: 'password123', reasons: ['pwned'] },
])('signUp refuses the weak password $password and says why', async ({ password, reasons }) => {
  const { error } = await createClient(running).signUp({ email: anAddress(), password })
  expect(error).toBeInstanceOf(AuthWeakPasswordError)
  expect(error).toMatchObject({ status: 422, code: 'weak_password', reasons })
})

test('signUp answers for an address with an account as for any other', async () => {
  const { email } = await signUp(running)
  const { data: known } = await askForAccount(running, { email })
  const { data: unknown } = await askForAccount(running)
  const likeness = ({ user, session }: typeof known) => ({ keys: Object.keys(user ?? {}), session })
  expect(likeness(known)).toEqual(likeness(unknown))
  expect(known.user?.identities).toEqual(unknown.user?.identities)
})

test('signUp with the address of an account mails the owner that there is one, without a link that signs in', async () => {
  const { email } = await signUp(running)
  await askForAccount(running, { email })
  expect(await running.mails(email)).toMatchObject([{ name: 'confirm-account' }, { name: 'account-exists' }])
})

test('signUp refuses text that is no email address', async () => {
  const { error } = await createClient(running).signUp({ email: 'nobody', password: PASSWORD })
  expect(error).toMatchObject({ status: 400, code: 'validation_failed' })
})

test('signUp refuses a value that is no password', async () => {
  const { error } = await createClient(running).signUp({ email: anAddress(), password: '' })
  expect(error).toMatchObject({ status: 400, code: 'validation_failed' })
})

test('Only the right password tells that an address waits for its confirmation', async () => {
  const { email, client } = await askForAccount(running)
  const right = await client.signInWithPassword({ email, password: PASSWORD })
  expect(right.error).toMatchObject({ status: 400, code: 'email_not_confirmed' })
  const wrong = await client.signInWithPassword({ email, password: 'not this one' })
  expect(wrong.error).toMatchObject({ status: 400, code: 'invalid_credentials' })
})

test('The link of its mail confirms an address and signs in', async () => {
  const { email, client } = await askForAccount(running)
  const { token, path } = await lastMail(running, email, 'confirm-account')
  expect(path).toBe(`/auth/confirm?token=${token}&type=signup`)
  const { data, error } = await client.verifyOtp({ token_hash: token, type: 'signup' })
  expect(error).toBeNull()
  expect(data.session?.access_token).toBeTruthy()
  expect(data.user?.email_confirmed_at).toBeTruthy()
})

test('The code of its mail confirms an address', async () => {
  const { email, client } = await askForAccount(running)
  const { code } = await lastMail(running, email, 'confirm-account')
  expect(code).toMatch(/^\d{6}$/)
  const { data, error } = await client.verifyOtp({ email, token: code, type: 'signup' })
  expect(error).toBeNull()
  expect(data.user).toMatchObject({ email })
})

test.each(['email', 'magiclink', 'invite'] as const)(
  'The link of a sign-up confirms also as type %s',
  async (type) => {
    const { email, client } = await askForAccount(running)
    const { token } = await lastMail(running, email, 'confirm-account')
    const { error } = await client.verifyOtp({ token_hash: token, type })
    expect(error).toBeNull()
  },
)

test('A sign-up is confirmed once', async () => {
  const { email, client } = await askForAccount(running)
  const { token } = await lastMail(running, email, 'confirm-account')
  await client.verifyOtp({ token_hash: token, type: 'signup' })
  const { error } = await client.verifyOtp({ token_hash: token, type: 'signup' })
  expect(error).toMatchObject({ status: 403, code: 'otp_expired' })
})

test('The link of a sign-up expires after a day', async () => {
  const { email, client } = await askForAccount(running)
  const { token } = await lastMail(running, email, 'confirm-account')
  running.clock.offsetMs += 24 * 3_600_000
  const { error } = await client.verifyOtp({ token_hash: token, type: 'signup' })
  running.clock.offsetMs = 0
  expect(error).toMatchObject({ code: 'otp_expired' })
})

test('resend writes the mail of a sign-up again', async () => {
  const { email, client } = await askForAccount(running)
  const first = await lastMail(running, email, 'confirm-account')
  expect((await client.resend({ type: 'signup', email })).error).toBeNull()
  const second = await lastMail(running, email, 'confirm-account')
  expect(second.token).not.toBe(first.token)
  const { error } = await client.verifyOtp({ token_hash: second.token, type: 'signup' })
  expect(error).toBeNull()
})

test('resend lets the sign-up wait for as long as the new mail says', async () => {
  const { email, client } = await askForAccount(running)
  running.clock.offsetMs += 23 * 3_600_000
  await client.resend({ type: 'signup', email })
  const { token } = await lastMail(running, email, 'confirm-account')
  running.clock.offsetMs += 23 * 3_600_000
  const { error } = await client.verifyOtp({ token_hash: token, type: 'signup' })
  running.clock.offsetMs = 0
  expect(error).toBeNull()
})

test.each(['without', 'with'])(
  'resend writes no mail to an address %s an account, which has nothing to confirm',
  async (which) => {
    const email = which === 'without' ? anAddress() : (await signUp(running)).email
    const before = await running.mails(email)
    const { error } = await createClient(running).resend({ type: 'signup', email })
    expect(error).toBeNull()
    expect(await running.mails(email)).toHaveLength(before.length)
  },
)
