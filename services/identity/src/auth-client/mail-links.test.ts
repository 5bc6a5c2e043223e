import { expect, test } from 'vitest'
import {
  anAddress,
  askForAccount,
  claimsOf,
  createClient,
  lastMail,
  PASSWORD,
  runIdentity,
  signUp,
} from '../testing/identity.ts'
import { tryPassword } from '../testing/requests.ts'

const running = await runIdentity()

const NEW_PASSWORD = 'another horse another battery'

test('The mail of a forgotten password lets a visitor whose sign-up still waits choose a password', async () => {
  const { email } = await askForAccount(running)
  const client = createClient(running)
  await client.resetPasswordForEmail(email)
  const { path, token } = await lastMail(running, email, 'confirm-account')
  expect(path).toBe(`/auth/confirm?token=${token}&type=recovery`)
  await client.verifyOtp({ token_hash: token, type: 'recovery' })
  expect((await client.updateUser({ password: 'chosen after all of it' })).error).toBeNull()
  expect((await tryPassword(running, email, 'chosen after all of it')).status).toBe(200)
  expect((await tryPassword(running, email, PASSWORD)).status).toBe(400)
})

test('resetPasswordForEmail leads through its mail to a new password', async () => {
  const { email } = await signUp(running)
  const client = createClient(running)
  expect((await client.resetPasswordForEmail(email)).error).toBeNull()
  const { token, path } = await lastMail(running, email, 'reset-password')
  expect(path).toBe(`/auth/confirm?token=${token}&type=recovery`)

  const { data } = await client.verifyOtp({ token_hash: token, type: 'recovery' })
  expect(claimsOf(data.session!).amr).toMatchObject([{ method: 'recovery' }])
  expect((await client.updateUser({ password: NEW_PASSWORD })).error).toBeNull()

  const old = await client.signInWithPassword({ email, password: PASSWORD })
  expect(old.error).toMatchObject({ code: 'invalid_credentials' })
  expect((await client.signInWithPassword({ email, password: NEW_PASSWORD })).error).toBeNull()
})

test('resetPasswordForEmail leads to a new password by the code of its mail too', async () => {
  const { email, client } = await signUp(running)
  await client.resetPasswordForEmail(email)
  const { code } = await lastMail(running, email, 'reset-password')
  const { error } = await createClient(running).verifyOtp({ email, token: code, type: 'recovery' })
  expect(error).toBeNull()
})

test('resetPasswordForEmail gives the same answer for an unknown address, and no mail goes there', async () => {
  const email = anAddress()
  const { error } = await createClient(running).resetPasswordForEmail(email)
  expect(error).toBeNull()
  expect(await running.mails(email)).toEqual([])
})

test('resetPasswordForEmail gives a first password to an account that signs in by mail alone', async () => {
  const email = anAddress()
  const client = createClient(running)
  await client.signInWithOtp({ email })
  const { token } = await lastMail(running, email, 'confirm-account')
  await client.verifyOtp({ token_hash: token, type: 'signup' })
  await client.resetPasswordForEmail(email)
  const mail = await lastMail(running, email, 'reset-password')
  await client.verifyOtp({ token_hash: mail.token, type: 'recovery' })
  expect((await client.updateUser({ password: NEW_PASSWORD })).error).toBeNull()
  expect((await client.signInWithPassword({ email, password: NEW_PASSWORD })).error).toBeNull()
})

test('signInWithOtp signs in by the link of its mail', async () => {
  const { email } = await signUp(running)
  const client = createClient(running)
  expect((await client.signInWithOtp({ email })).error).toBeNull()
  const { token, path } = await lastMail(running, email, 'sign-in')
  expect(path).toBe(`/auth/confirm?token=${token}&type=magiclink`)
  const { data } = await client.verifyOtp({ token_hash: token, type: 'magiclink' })
  expect(data.user).toMatchObject({ email })
})

test('signInWithOtp signs in by the code of its mail', async () => {
  const { email, client } = await signUp(running)
  await client.signInWithOtp({ email })
  const { code } = await lastMail(running, email, 'sign-in')
  const { data, error } = await createClient(running).verifyOtp({ email, token: code, type: 'email' })
  expect(error).toBeNull()
  expect(data.user).toMatchObject({ email })
})

test('signInWithOtp makes an account for an unknown address when its mail is answered', async () => {
  const email = anAddress()
  const client = createClient(running)
  await client.signInWithOtp({ email })
  const { token } = await lastMail(running, email, 'confirm-account')
  const { data, error } = await client.verifyOtp({ token_hash: token, type: 'magiclink' })
  expect(error).toBeNull()
  expect(data.user).toMatchObject({ email })
})

test('signInWithOtp makes no account where the app says so, and gives the same answer', async () => {
  const email = anAddress()
  const { error } = await createClient(running).signInWithOtp({
    email,
    options: { shouldCreateUser: false },
  })
  expect(error).toBeNull()
  expect(await running.mails(email)).toEqual([])
})

test('verifyOtp refuses a link of another kind of mail', async () => {
  const { email, client } = await signUp(running)
  await client.signInWithOtp({ email })
  const { token } = await lastMail(running, email, 'sign-in')
  const { error } = await client.verifyOtp({ token_hash: token, type: 'recovery' })
  expect(error).toMatchObject({ status: 403, code: 'otp_expired' })
})

test('verifyOtp refuses a link after an hour', async () => {
  const { email, client } = await signUp(running)
  await client.resetPasswordForEmail(email)
  const { token } = await lastMail(running, email, 'reset-password')
  running.clock.offsetMs = 60 * 60_000
  const { error } = await client.verifyOtp({ token_hash: token, type: 'recovery' })
  expect(error).toMatchObject({ code: 'otp_expired' })
})

test('verifyOtp refuses a code after ten minutes', async () => {
  const { email, client } = await signUp(running)
  await client.resetPasswordForEmail(email)
  const { code } = await lastMail(running, email, 'reset-password')
  running.clock.offsetMs = 10 * 60_000
  const { error } = await client.verifyOtp({ email, token: code, type: 'recovery' })
  expect(error).toMatchObject({ code: 'otp_expired' })
})

test('verifyOtp refuses a code that was mailed to another address', async () => {
  const ada = await signUp(running)
  const outsider = await signUp(running)
  await ada.client.signInWithOtp({ email: ada.email })
  await outsider.client.signInWithOtp({ email: outsider.email })
  const { code } = await lastMail(running, outsider.email, 'sign-in')
  const { error } = await createClient(running).verifyOtp({ email: ada.email, token: code, type: 'email' })
  expect(error).toMatchObject({ code: 'otp_expired' })
})

test('verifyOtp needs a link, or an address with its code', async () => {
  const { email } = await signUp(running)
  const { error } = await createClient(running).verifyOtp({ email, token: '', type: 'email' })
  expect(error).toMatchObject({ status: 400, code: 'validation_failed' })
})
