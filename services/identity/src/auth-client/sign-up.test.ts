import { AuthWeakPasswordError } from '@supabase/auth-js'
import { describe, expect, test } from 'vitest'
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

describe('signUp', () => {
  test('answers with a user and without a session', async () => {
    const { email, data } = await askForAccount(running)
    expect(data.session).toBeNull()
    expect(data.user).toMatchObject({ email, aud: 'authenticated', role: 'authenticated' })
    expect(data.user?.email_confirmed_at).toBeUndefined()
  })

  test('keeps the full name', async () => {
    const { user } = await signUp(running)
    expect(user.user_metadata).toEqual({ full_name: 'Ada Visitor' })
  })

  test('keeps an address as people mean it, without blanks and capitals', async () => {
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
  ])('refuses the weak password $password and says why', async ({ password, reasons }) => {
    const { error } = await createClient(running).signUp({ email: anAddress(), password })
    expect(error).toBeInstanceOf(AuthWeakPasswordError)
    expect(error).toMatchObject({ status: 422, code: 'weak_password', reasons })
  })

  test('answers for an address that has an account as for any other', async () => {
    const { email } = await signUp(running)
    const { data: known } = await askForAccount(running, { email })
    const { data: unknown } = await askForAccount(running)
    const likeness = ({ user, session }: typeof known) => ({ keys: Object.keys(user ?? {}), session })
    expect(likeness(known)).toEqual(likeness(unknown))
    expect(known.user?.identities).toEqual(unknown.user?.identities)
  })

  test('writes to the owner of an account that there is one, and no link', async () => {
    const { email } = await signUp(running)
    await askForAccount(running, { email })
    expect(await running.mails(email)).toMatchObject([
      { name: 'confirm-account' },
      { name: 'account-exists' },
    ])
  })

  test('refuses an address that is none', async () => {
    const { error } = await createClient(running).signUp({ email: 'nobody', password: PASSWORD })
    expect(error).toMatchObject({ status: 400, code: 'validation_failed' })
  })

  test('refuses what is no password', async () => {
    const { error } = await createClient(running).signUp({ email: anAddress(), password: '' })
    expect(error).toMatchObject({ status: 400, code: 'validation_failed' })
  })
})

describe('an address that waits for its confirmation', () => {
  test('is named only after the right password', async () => {
    const { email, client } = await askForAccount(running)
    const right = await client.signInWithPassword({ email, password: PASSWORD })
    expect(right.error).toMatchObject({ status: 400, code: 'email_not_confirmed' })
    const wrong = await client.signInWithPassword({ email, password: 'not this one' })
    expect(wrong.error).toMatchObject({ status: 400, code: 'invalid_credentials' })
  })

  test('is confirmed by the link of its mail, which signs in', async () => {
    const { email, client } = await askForAccount(running)
    const { token, path } = await lastMail(running, email, 'confirm-account')
    expect(path).toBe(`/auth/confirm?token=${token}&type=signup`)
    const { data, error } = await client.verifyOtp({ token_hash: token, type: 'signup' })
    expect(error).toBeNull()
    expect(data.session?.access_token).toBeTruthy()
    expect(data.user?.email_confirmed_at).toBeTruthy()
  })

  test('is confirmed by the code of its mail', async () => {
    const { email, client } = await askForAccount(running)
    const { code } = await lastMail(running, email, 'confirm-account')
    expect(code).toMatch(/^\d{6}$/)
    const { data, error } = await client.verifyOtp({ email, token: code, type: 'signup' })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ email })
  })

  test.each(['email', 'magiclink', 'invite'] as const)('is confirmed also as type %s', async (type) => {
    const { email, client } = await askForAccount(running)
    const { token } = await lastMail(running, email, 'confirm-account')
    const { error } = await client.verifyOtp({ token_hash: token, type })
    expect(error).toBeNull()
  })

  test('is confirmed once', async () => {
    const { email, client } = await askForAccount(running)
    const { token } = await lastMail(running, email, 'confirm-account')
    await client.verifyOtp({ token_hash: token, type: 'signup' })
    const { error } = await client.verifyOtp({ token_hash: token, type: 'signup' })
    expect(error).toMatchObject({ status: 403, code: 'otp_expired' })
  })

  test('is not confirmed by a link that is a day old', async () => {
    const { email, client } = await askForAccount(running)
    const { token } = await lastMail(running, email, 'confirm-account')
    running.clock.offsetMs += 24 * 3_600_000
    const { error } = await client.verifyOtp({ token_hash: token, type: 'signup' })
    running.clock.offsetMs = 0
    expect(error).toMatchObject({ code: 'otp_expired' })
  })

  test('has its mail written again by resend', async () => {
    const { email, client } = await askForAccount(running)
    const first = await lastMail(running, email, 'confirm-account')
    expect((await client.resend({ type: 'signup', email })).error).toBeNull()
    const second = await lastMail(running, email, 'confirm-account')
    expect(second.token).not.toBe(first.token)
    const { error } = await client.verifyOtp({ token_hash: second.token, type: 'signup' })
    expect(error).toBeNull()
  })
})

describe('resend', () => {
  test('lets the sign-up wait for as long as its mail says', async () => {
    const { email, client } = await askForAccount(running)
    running.clock.offsetMs += 23 * 3_600_000
    await client.resend({ type: 'signup', email })
    const { token } = await lastMail(running, email, 'confirm-account')
    running.clock.offsetMs += 23 * 3_600_000
    const { error } = await client.verifyOtp({ token_hash: token, type: 'signup' })
    running.clock.offsetMs = 0
    expect(error).toBeNull()
  })

  test.each(['nobody', 'somebody'])('writes no mail to %s who has nothing to confirm', async (who) => {
    const email = who === 'nobody' ? anAddress() : (await signUp(running)).email
    const before = await running.mails(email)
    const { error } = await createClient(running).resend({ type: 'signup', email })
    expect(error).toBeNull()
    expect(await running.mails(email)).toHaveLength(before.length)
  })
})
