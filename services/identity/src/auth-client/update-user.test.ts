import { userAddressChanged, userNamed } from '@walkon/contracts/events/identity'
import { expect, test } from 'vitest'
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

test('updateUser keeps data that it does not name, and removes what is null', async () => {
  const { client } = await signUp(running)
  await client.updateUser({ data: { display_name: 'Ada', theme: 'dark' } })
  const { data } = await client.updateUser({ data: { theme: null } })
  expect(data.user?.user_metadata).toEqual({ full_name: 'Ada Visitor', display_name: 'Ada' })
})

test('A display name that changes is published once, and so is its end', async () => {
  const { client, user } = await signUp(running)
  const names = async () =>
    (await running.published(userNamed)).flatMap((named) =>
      named.userId === user.id ? [named.displayName] : [],
    )
  await client.updateUser({ data: { display_name: 'Ada' } })
  await client.updateUser({ data: { display_name: 'Ada', theme: 'dark' } })
  await client.updateUser({ data: { full_name: 'Ada of Visitors' } })
  expect(await names()).toEqual(['Ada'])
  await client.updateUser({ data: { display_name: null } })
  expect(await names()).toEqual(['Ada', null])
})

test('updateUser makes a name one line', async () => {
  const { client } = await signUp(running)
  const { data } = await client.updateUser({ data: { display_name: '  Ada\n\u202e Lovelace ' } })
  expect(data.user?.user_metadata.display_name).toBe('Ada Lovelace')
})

test.each([
  { name: 'display_name', most: 40 },
  { name: 'full_name', most: 100 },
])('updateUser accepts a $name of $most characters and refuses a longer one', async ({ name, most }) => {
  const { client } = await signUp(running)
  expect((await client.updateUser({ data: { [name]: '🎢'.repeat(most) } })).error).toBeNull()
  const { error } = await client.updateUser({ data: { [name]: 'x'.repeat(most + 1) } })
  expect(error).toMatchObject({ status: 422, code: 'validation_failed' })
})

test.each(['ada@visitor.example', 'walkon.example/refund', 'Moderator'])(
  'updateUser refuses the display name “%s”: everybody reads it',
  async (name) => {
    const { client } = await signUp(running)
    const { error } = await client.updateUser({ data: { display_name: name } })
    expect(error).toMatchObject({ status: 422, code: 'validation_failed' })
  },
)

test('updateUser removes a display name that shows nothing', async () => {
  const { client } = await signUp(running)
  const { data } = await client.updateUser({ data: { display_name: '\u3164\u2800' } })
  expect(data.user?.user_metadata.display_name).toBeUndefined()
})

test('updateUser refuses more data than is kept of a user', async () => {
  const { client } = await signUp(running)
  const { error } = await client.updateUser({ data: { story: 'x'.repeat(9_000) } })
  expect(error).toMatchObject({ status: 422, code: 'validation_failed' })
})

test('A new password needs no further proof right after signing in', async () => {
  const { email, client } = await signUp(running)
  expect((await client.updateUser({ password: NEW_PASSWORD })).error).toBeNull()
  expect((await client.signInWithPassword({ email, password: NEW_PASSWORD })).error).toBeNull()
})

test('A new password needs a proof when the sign-in was a while ago', async () => {
  const account = await signUp(running)
  laterThanRecent()
  const client = await refreshed(account)
  const { error } = await client.updateUser({ password: NEW_PASSWORD })
  expect(error).toMatchObject({ status: 400, code: 'reauthentication_needed' })
})

test('The current password is a proof for a new one', async () => {
  const account = await signUp(running)
  laterThanRecent()
  const client = await refreshed(account)
  const { error } = await client.updateUser({ password: NEW_PASSWORD, current_password: PASSWORD })
  expect(error).toBeNull()
})

test('The code of reauthenticate is a proof for a new password, once', async () => {
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
])('A wrong $what is refused as a proof, also right after the sign-in', async ({ proof }) => {
  const { client } = await signUp(running)
  const { error } = await client.updateUser({ password: NEW_PASSWORD, ...proof })
  expect(error).toMatchObject({ status: 422, code: 'reauthentication_not_valid' })
})

test('The code that was mailed to another user is refused as a proof', async () => {
  const outsider = await signUp(running)
  await outsider.client.reauthenticate()
  const nonce = await lastNonce(running, outsider.email)
  const { client } = await signUp(running)
  const { error } = await client.updateUser({ password: NEW_PASSWORD, nonce })
  expect(error).toMatchObject({ code: 'reauthentication_not_valid' })
})

test('A new password must differ from the current one', async () => {
  const { client } = await signUp(running)
  const { error } = await client.updateUser({ password: PASSWORD })
  expect(error).toMatchObject({ status: 422, code: 'same_password' })
})

test('A weak new password is refused', async () => {
  const { client } = await signUp(running)
  const { error } = await client.updateUser({ password: 'password1' })
  expect(error).toMatchObject({ status: 422, code: 'weak_password', reasons: ['pwned'] })
})

test('A new password ends the other sessions, keeps this one, and a mail tells the owner', async () => {
  const { email, client } = await signUp(running)
  const other = await signIn(running, email)
  await client.updateUser({ password: NEW_PASSWORD })
  expect((await client.refreshSession()).error).toBeNull()
  expect((await other.client.refreshSession()).error).toMatchObject({ code: 'refresh_token_not_found' })
  expect((await running.mails(email)).at(-1)).toMatchObject({ name: 'password-changed' })
})

test('A new password invalidates the links that were mailed before', async () => {
  const { email, client } = await signUp(running)
  await client.signInWithOtp({ email })
  const { token } = await lastMail(running, email, 'sign-in')
  await client.updateUser({ password: NEW_PASSWORD })
  const { error } = await createClient(running).verifyOtp({ token_hash: token, type: 'magiclink' })
  expect(error).toMatchObject({ code: 'otp_expired' })
})

const changesOf = async (userId: string) =>
  (await running.published(userAddressChanged)).filter((change) => change.userId === userId)

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
])(
  'A change of address needs the mails of both addresses, $order',
  async ({ turn: [first = 0, second = 0] }) => {
    const { client, email, newEmail, links } = await askForChange()
    const half = await client.verifyOtp({ token_hash: links[first]!.token, type: 'email_change' })
    expect(half).toMatchObject({ error: null, data: { session: null } })
    expect((await client.getUser()).data.user?.email).toBe(email)

    const whole = await client.verifyOtp({ token_hash: links[second]!.token, type: 'email_change' })
    expect(whole.data.user).toMatchObject({ email: newEmail })
    expect((await client.signInWithPassword({ email: newEmail, password: PASSWORD })).error).toBeNull()
    const old = await client.signInWithPassword({ email, password: PASSWORD })
    expect(old.error).toMatchObject({ code: 'invalid_credentials' })
  },
)

test('A change of address is confirmed by the codes of both mails', async () => {
  const { client, email, newEmail, links } = await askForChange()
  await client.verifyOtp({ email, token: links[0]!.code, type: 'email_change' })
  const { data } = await client.verifyOtp({ email: newEmail, token: links[1]!.code, type: 'email_change' })
  expect(data.user?.email).toBe(newEmail)
})

test('A change of address is not confirmed by one mail that is opened twice', async () => {
  const { client, email, links } = await askForChange()
  await client.verifyOtp({ token_hash: links[1]!.token, type: 'email_change' })
  const again = await client.verifyOtp({ token_hash: links[1]!.token, type: 'email_change' })
  expect(again.error).toMatchObject({ code: 'otp_expired' })
  expect((await client.getUser()).data.user?.email).toBe(email)
})

test('A change of address replaces the change that was asked for before', async () => {
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

test('A change of address is published with the old and the new address, after UserConfirmed of the new one', async () => {
  const { client, email, newEmail, links, user } = await askForChange()
  await client.verifyOtp({ token_hash: links[0]!.token, type: 'email_change' })
  expect(await changesOf(user.id)).toEqual([])

  await client.verifyOtp({ token_hash: links[1]!.token, type: 'email_change' })

  expect(await changesOf(user.id)).toMatchObject([{ oldEmail: email, newEmail }])
  const published = (await running.outboxEvents()).filter(({ key }) => key === user.id)
  expect(published.map(({ type }) => type).slice(-2)).toEqual(['UserConfirmed', 'UserAddressChanged'])
})

test('A mail tells the address that was left of the change', async () => {
  const { client, email, links } = await askForChange()
  for (const { token } of links) await client.verifyOtp({ token_hash: token, type: 'email_change' })
  expect((await running.mails(email)).at(-1)).toMatchObject({ name: 'email-changed' })
})

test('A change to the address that the account has already asks for nothing', async () => {
  const { client, email } = await signUp(running)
  const before = await running.mails(email)
  expect((await client.updateUser({ email })).error).toBeNull()
  expect(await running.mails(email)).toHaveLength(before.length)
})
