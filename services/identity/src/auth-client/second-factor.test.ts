import { expect, test } from 'vitest'
import { addFactor, codeAt, nextCode, signUpWithFactor, wrongCode } from '../testing/authenticator.ts'
import { claimsOf, runIdentity, signIn, signUp } from '../testing/identity.ts'

const running = await runIdentity()

test('mfa.enroll answers with a secret, its address and its QR code', async () => {
  const { client, email } = await signUp(running)
  const { data, error } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
  expect(error).toBeNull()
  expect(data).toMatchObject({ type: 'totp', friendly_name: 'Phone' })
  expect(data?.totp.secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(data?.totp.uri).toBe(
    `otpauth://totp/Walkon:${encodeURIComponent(email)}?issuer=Walkon&secret=${data?.totp.secret}&algorithm=SHA1&digits=6&period=30`,
  )
  expect(data?.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg/)
})

test('mfa.enroll changes nothing before the first code was shown', async () => {
  const { client, email } = await signUp(running)
  await client.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
  const { session } = await signIn(running, email)
  expect(claimsOf(session).app_metadata).toMatchObject({ aal_required: 'aal1' })
})

test('mfa.enroll refuses a name that another factor of the user has', async () => {
  const { client } = await signUp(running)
  await client.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
  const { error } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
  expect(error).toMatchObject({ status: 422, code: 'mfa_factor_name_conflict' })
})

test('mfa.enroll forgets an enrolment that was left unfinished', async () => {
  const { client } = await signUp(running)
  await client.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
  running.clock.offsetMs = 11 * 60_000
  await client.refreshSession()
  const { error } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
  expect(error).toBeNull()
})

test('mfa.enroll refuses an eleventh factor', async () => {
  const { client } = await signUp(running)
  for (let count = 1; count <= 10; count++)
    await client.mfa.enroll({ factorType: 'totp', friendlyName: `Phone ${count}` })
  const { error } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone 11' })
  expect(error).toMatchObject({ status: 422, code: 'too_many_enrolled_mfa_factors' })
})

test('mfa.enroll offers no codes by SMS', async () => {
  const { client } = await signUp(running)
  const { error } = await client.mfa.enroll({ factorType: 'phone', phone: '+14075550100' })
  expect(error).toMatchObject({ status: 422, code: 'mfa_phone_enroll_not_enabled' })
})

const enrolled = async () => {
  const account = await signUp(running)
  const { data } = await account.client.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
  return { ...account, factorId: data!.id, secret: data!.totp.secret }
}

test('A challenge of a second factor lives five minutes', async () => {
  const { client, factorId, secret } = await enrolled()
  const askedAt = Math.floor(Date.now() / 1000)
  const { data } = await client.mfa.challenge({ factorId })
  expect(data?.expires_at).toBeGreaterThanOrEqual(askedAt + 300)
  expect(data?.expires_at).toBeLessThanOrEqual(Math.ceil(Date.now() / 1000) + 300)
  running.clock.offsetMs = 300_000
  const code = codeAt(running, secret)
  const { error } = await client.mfa.verify({ factorId, challengeId: data!.id, code })
  expect(error).toMatchObject({ status: 422, code: 'mfa_challenge_expired' })
})

test('The right code raises the session to aal2', async () => {
  const { client, factorId, secret } = await enrolled()
  const { data: challenge } = await client.mfa.challenge({ factorId })
  const code = codeAt(running, secret)
  const { error } = await client.mfa.verify({ factorId, challengeId: challenge!.id, code })
  expect(error).toBeNull()
  const { data } = await client.getSession()
  expect(claimsOf(data.session!)).toMatchObject({ aal: 'aal2', app_metadata: { aal_required: 'aal2' } })
  expect(claimsOf(data.session!).amr).toMatchObject([{ method: 'email/signup' }, { method: 'totp' }])
})

test('A wrong code is refused, and its challenge stays open', async () => {
  const { client, factorId, secret } = await enrolled()
  const { data } = await client.mfa.challenge({ factorId })
  const asked = { factorId, challengeId: data!.id }
  const wrong = await client.mfa.verify({ ...asked, code: wrongCode(running, secret) })
  expect(wrong.error).toMatchObject({ status: 422, code: 'mfa_verification_failed' })
  expect((await client.mfa.verify({ ...asked, code: codeAt(running, secret) })).error).toBeNull()
})

test.each([-1, 1])('A code is right where the clock of the app is %i step off', async (steps) => {
  const { client, factorId, secret } = await enrolled()
  const { error } = await client.mfa.challengeAndVerify({ factorId, code: codeAt(running, secret, steps) })
  expect(error).toBeNull()
})

test('A code is wrong where the clock of the app is three steps off', async () => {
  const { client, factorId, secret } = await enrolled()
  const { error } = await client.mfa.challengeAndVerify({ factorId, code: codeAt(running, secret, -3) })
  expect(error).toMatchObject({ code: 'mfa_verification_failed' })
})

test('The first code of a factor ends sessions that showed one factor alone, and a mail tells the owner', async () => {
  const { client, email, factorId, secret } = await enrolled()
  const other = await signIn(running, email)
  await client.mfa.challengeAndVerify({ factorId, code: codeAt(running, secret) })
  expect((await other.client.refreshSession()).error).toMatchObject({ code: 'refresh_token_not_found' })
  expect((await client.refreshSession()).error).toBeNull()
  expect((await running.mails(email)).at(-1)).toMatchObject({ name: 'second-factor-on' })
})

test('A sign-in after the enrolment owes the second factor until its code is shown', async () => {
  const { email, factorId, secret } = await signUpWithFactor(running)
  const { client } = await signIn(running, email)
  const owed = await client.mfa.getAuthenticatorAssuranceLevel()
  expect(owed.data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' })
  await client.mfa.challengeAndVerify({ factorId, code: nextCode(running, secret) })
  const paid = await client.mfa.getAuthenticatorAssuranceLevel()
  expect(paid.data).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' })
})

test('A refresh keeps the second factor that was shown', async () => {
  const { client } = await signUpWithFactor(running)
  const { data } = await client.refreshSession()
  expect(claimsOf(data.session!)).toMatchObject({ aal: 'aal2' })
})

test('mfa.listFactors lists finished and unfinished factors apart', async () => {
  const { client, factorId } = await signUpWithFactor(running)
  await client.mfa.enroll({ factorType: 'totp', friendlyName: 'Tablet' })
  const { data } = await client.mfa.listFactors()
  expect(data?.totp).toMatchObject([{ id: factorId, friendly_name: 'Phone', status: 'verified' }])
  expect(data?.all).toHaveLength(2)
})

test('mfa.unenroll removes a factor, and a mail tells the owner', async () => {
  const { client, email, factorId } = await signUpWithFactor(running)
  const { data, error } = await client.mfa.unenroll({ factorId })
  expect(error).toBeNull()
  expect(data).toEqual({ id: factorId })
  const { session } = await signIn(running, email)
  expect(claimsOf(session).app_metadata).toMatchObject({ aal_required: 'aal1' })
  expect((await running.mails(email)).at(-1)).toMatchObject({ name: 'second-factor-off' })
})

test('One of two second factors still counts when the other is removed', async () => {
  const { client, email, factorId } = await signUpWithFactor(running)
  await addFactor(running, client, 'Tablet')
  await client.mfa.unenroll({ factorId })
  const { session } = await signIn(running, email)
  expect(claimsOf(session).app_metadata).toMatchObject({ aal_required: 'aal2' })
})
