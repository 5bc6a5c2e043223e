import { describe, expect, test } from 'vitest'
import {
  anAddress,
  createClient,
  lastMail,
  lastNonce,
  PASSWORD,
  runIdentity,
  signIn,
  signUp,
} from '../testing/identity.ts'

const running = await runIdentity()

const NEW_PASSWORD = 'another horse another battery'
const laterThanRecent = () => {
  running.clock.offsetMs = 16 * 60_000
}
const refreshed = async ({ client }: Awaited<ReturnType<typeof signUp>>) => {
  await client.refreshSession()
  return client
}

describe('updateUser of data', () => {
  test('keeps what it does not name, and takes away what is null', async () => {
    const { client } = await signUp(running)
    await client.updateUser({ data: { display_name: 'Ada', theme: 'dark' } })
    const { data } = await client.updateUser({ data: { theme: null } })
    expect(data.user?.user_metadata).toEqual({ full_name: 'Ada Visitor', display_name: 'Ada' })
  })

  test('makes a name one line', async () => {
    const { client } = await signUp(running)
    const { data } = await client.updateUser({ data: { display_name: '  Ada\n\u202e Lovelace ' } })
    expect(data.user?.user_metadata.display_name).toBe('Ada Lovelace')
  })

  test.each([
    { name: 'display_name', most: 40 },
    { name: 'full_name', most: 100 },
  ])('takes a $name of $most characters and no longer one', async ({ name, most }) => {
    const { client } = await signUp(running)
    expect((await client.updateUser({ data: { [name]: '🎢'.repeat(most) } })).error).toBeNull()
    const { error } = await client.updateUser({ data: { [name]: 'x'.repeat(most + 1) } })
    expect(error).toMatchObject({ status: 422, code: 'validation_failed' })
  })

  test('refuses more than is fit to keep about a user', async () => {
    const { client } = await signUp(running)
    const { error } = await client.updateUser({ data: { story: 'x'.repeat(9_000) } })
    expect(error).toMatchObject({ status: 422, code: 'validation_failed' })
  })
})

describe('updateUser of a password', () => {
  test('is enough for somebody who has just signed in', async () => {
    const { email, client } = await signUp(running)
    expect((await client.updateUser({ password: NEW_PASSWORD })).error).toBeNull()
    expect((await client.signInWithPassword({ email, password: NEW_PASSWORD })).error).toBeNull()
  })

  test('asks for proof when the sign-in was a while ago', async () => {
    const account = await signUp(running)
    laterThanRecent()
    const client = await refreshed(account)
    const { error } = await client.updateUser({ password: NEW_PASSWORD })
    expect(error).toMatchObject({ status: 400, code: 'reauthentication_needed' })
  })

  test('takes the current password as proof', async () => {
    const account = await signUp(running)
    laterThanRecent()
    const client = await refreshed(account)
    const { error } = await client.updateUser({ password: NEW_PASSWORD, current_password: PASSWORD })
    expect(error).toBeNull()
  })

  test('takes the code of reauthenticate as proof, once', async () => {
    const account = await signUp(running)
    laterThanRecent()
    const client = await refreshed(account)
    expect((await client.reauthenticate()).error).toBeNull()
    const nonce = await lastNonce(running, account.email)
    expect((await client.updateUser({ password: NEW_PASSWORD, nonce })).error).toBeNull()
    const { error } = await client.updateUser({ password: PASSWORD, nonce })
    expect(error).toMatchObject({ status: 422, code: 'reauthentication_not_valid' })
  })

  test.each([
    { what: 'password', proof: { current_password: 'not this one' } },
    { what: 'code', proof: { nonce: '000000x' } },
  ])('refuses a wrong $what, also right after the sign-in', async ({ proof }) => {
    const { client } = await signUp(running)
    const { error } = await client.updateUser({ password: NEW_PASSWORD, ...proof })
    expect(error).toMatchObject({ status: 422, code: 'reauthentication_not_valid' })
  })

  test('refuses the code that was mailed to somebody else', async () => {
    const outsider = await signUp(running)
    await outsider.client.reauthenticate()
    const nonce = await lastNonce(running, outsider.email)
    const { client } = await signUp(running)
    const { error } = await client.updateUser({ password: NEW_PASSWORD, nonce })
    expect(error).toMatchObject({ code: 'reauthentication_not_valid' })
  })

  test('refuses the one that it is already', async () => {
    const { client } = await signUp(running)
    const { error } = await client.updateUser({ password: PASSWORD })
    expect(error).toMatchObject({ status: 422, code: 'same_password' })
  })

  test('refuses a weak one', async () => {
    const { client } = await signUp(running)
    const { error } = await client.updateUser({ password: 'password1' })
    expect(error).toMatchObject({ status: 422, code: 'weak_password', reasons: ['pwned'] })
  })

  test('ends the other sessions, stays in this one and tells the owner', async () => {
    const { email, client } = await signUp(running)
    const other = await signIn(running, email)
    await client.updateUser({ password: NEW_PASSWORD })
    expect((await client.refreshSession()).error).toBeNull()
    expect((await other.client.refreshSession()).error).toMatchObject({ code: 'refresh_token_not_found' })
    expect((await running.mails(email)).at(-1)).toMatchObject({ name: 'password-changed' })
  })

  test('makes links that were mailed before worthless', async () => {
    const { email, client } = await signUp(running)
    await client.signInWithOtp({ email })
    const { token } = await lastMail(running, email, 'sign-in')
    await client.updateUser({ password: NEW_PASSWORD })
    const { error } = await createClient(running).verifyOtp({ token_hash: token, type: 'magiclink' })
    expect(error).toMatchObject({ code: 'otp_expired' })
  })
})

describe('updateUser of an address', () => {
  const askForChange = async () => {
    const account = await signUp(running)
    const newEmail = anAddress()
    const { data, error } = await account.client.updateUser({ email: newEmail })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ email: account.email, new_email: newEmail })
    const links = [
      await lastMail(running, account.email, 'confirm-new-email'),
      await lastMail(running, newEmail, 'confirm-new-email'),
    ]
    return { ...account, newEmail, links }
  }

  test.each([
    { order: 'the old address first', turn: [0, 1] },
    { order: 'the new address first', turn: [1, 0] },
  ])('needs the mails of both addresses, $order', async ({ turn: [first = 0, second = 0] }) => {
    const { client, email, newEmail, links } = await askForChange()
    const half = await client.verifyOtp({ token_hash: links[first]!.token, type: 'email_change' })
    expect(half).toMatchObject({ error: null, data: { session: null } })
    expect((await client.getUser()).data.user?.email).toBe(email)

    const whole = await client.verifyOtp({ token_hash: links[second]!.token, type: 'email_change' })
    expect(whole.data.user).toMatchObject({ email: newEmail })
    expect((await client.signInWithPassword({ email: newEmail, password: PASSWORD })).error).toBeNull()
    const old = await client.signInWithPassword({ email, password: PASSWORD })
    expect(old.error).toMatchObject({ code: 'invalid_credentials' })
  })

  test('works by the codes of both mails', async () => {
    const { client, email, newEmail, links } = await askForChange()
    await client.verifyOtp({ email, token: links[0]!.code, type: 'email_change' })
    const { data } = await client.verifyOtp({ email: newEmail, token: links[1]!.code, type: 'email_change' })
    expect(data.user?.email).toBe(newEmail)
  })

  test('is not done by one mail opened twice', async () => {
    const { client, email, links } = await askForChange()
    await client.verifyOtp({ token_hash: links[1]!.token, type: 'email_change' })
    const again = await client.verifyOtp({ token_hash: links[1]!.token, type: 'email_change' })
    expect(again.error).toMatchObject({ code: 'otp_expired' })
    expect((await client.getUser()).data.user?.email).toBe(email)
  })

  test('forgets the change that was asked for before', async () => {
    const { client, email, links } = await askForChange()
    await client.verifyOtp({ token_hash: links[0]!.token, type: 'email_change' })
    const third = anAddress()
    await client.updateUser({ email: third })
    const old = await client.verifyOtp({ token_hash: links[1]!.token, type: 'email_change' })
    expect(old.error).toMatchObject({ code: 'otp_expired' })
    const { token } = await lastMail(running, third, 'confirm-new-email')
    await client.verifyOtp({ token_hash: token, type: 'email_change' })
    expect((await client.getUser()).data.user?.email).toBe(email)
  })

  test('tells the address that was left', async () => {
    const { client, email, links } = await askForChange()
    for (const { token } of links) await client.verifyOtp({ token_hash: token, type: 'email_change' })
    expect((await running.mails(email)).at(-1)).toMatchObject({ name: 'email-changed' })
  })

  test('to the one it is already asks for nothing', async () => {
    const { client, email } = await signUp(running)
    const before = await running.mails(email)
    expect((await client.updateUser({ email })).error).toBeNull()
    expect(await running.mails(email)).toHaveLength(before.length)
  })
})
