import { expect, test } from 'vitest'
import { addFactor, codeAt, nextCode, signUpWithFactor } from '../testing/authenticator.ts'
import { lastNonce, PASSWORD, runIdentity, signUp } from '../testing/identity.ts'
import { call, tryPassword } from '../testing/requests.ts'

const running = await runIdentity()

const NEW_PASSWORD = 'another horse another battery'
const LATER_MS = 16 * 60_000
const needed = { status: 400, code: 'reauthentication_needed' }

const enrol = (token: string, proof: object = {}) =>
  call(running, 'POST', '/auth/v1/factors', {
    token,
    body: { factor_type: 'totp', friendly_name: 'Theirs', ...proof },
  })

async function verify(token: string, factorId: string, code: string, headers: Record<string, string> = {}) {
  const challenge = await call(running, 'POST', `/auth/v1/factors/${factorId}/challenge`, { token })
  return call(running, 'POST', `/auth/v1/factors/${factorId}/verify`, {
    token,
    body: { challenge_id: challenge.json.id, code },
    headers,
  })
}

const change = (token: string) =>
  call(running, 'PUT', '/auth/v1/user', { token, body: { password: NEW_PASSWORD } })

test('An access token alone enrols no second factor once its sign-in is a quarter of an hour ago', async () => {
  const { session } = await signUp(running)
  running.clock.offsetMs += LATER_MS
  expect(await enrol(session.access_token)).toMatchObject(needed)
})

test('An access token alone removes no second factor once its sign-in is a quarter of an hour ago', async () => {
  const { session, factorId, client } = await signUpWithFactor(running)
  running.clock.offsetMs += LATER_MS
  const url = `/auth/v1/factors/${factorId}`
  expect(await call(running, 'DELETE', url, { token: session.access_token })).toMatchObject(needed)
  expect((await client.mfa.listFactors()).data?.totp).toHaveLength(1)
})

test('The code of a newly enrolled second factor is no recent proof', async () => {
  const { session } = await signUp(running)
  const { json } = await enrol(session.access_token)
  const { secret } = json.totp as { secret: string }
  running.clock.offsetMs += LATER_MS
  const raised = await verify(session.access_token, String(json.id), codeAt(running, secret))
  expect(raised.status).toBe(200)
  expect(await change(String(raised.json.access_token))).toMatchObject(needed)
})

test('The code of the second factor that the account has is no recent proof', async () => {
  const { session, factorId, secret } = await signUpWithFactor(running)
  running.clock.offsetMs += LATER_MS
  const raised = await verify(session.access_token, factorId, nextCode(running, secret))
  const token = String(raised.json.access_token)
  expect(await change(token)).toMatchObject(needed)
  expect(await enrol(token)).toMatchObject(needed)
})

test('An access token alone removes an enrolment that was never finished', async () => {
  const { session, client } = await signUp(running)
  const { data } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
  running.clock.offsetMs += LATER_MS
  const url = `/auth/v1/factors/${data?.id}`
  expect((await call(running, 'DELETE', url, { token: session.access_token })).status).toBe(200)
})

test('The current password enrols and removes a second factor when the sign-in is long ago', async () => {
  const { session } = await signUp(running)
  running.clock.offsetMs += LATER_MS
  const proof = { current_password: PASSWORD }
  const enrolled = await enrol(session.access_token, proof)
  expect(enrolled.status).toBe(200)
  const { secret } = enrolled.json.totp as { secret: string }
  const factorId = String(enrolled.json.id)
  const raised = await verify(session.access_token, factorId, codeAt(running, secret))
  const removed = await call(running, 'DELETE', `/auth/v1/factors/${factorId}`, {
    token: String(raised.json.access_token),
    body: proof,
  })
  expect(removed.status).toBe(200)
})

test('A mailed code enrols a second factor when the sign-in is long ago', async () => {
  const { session, client, email } = await signUp(running)
  running.clock.offsetMs += LATER_MS
  const token = session.access_token
  await call(running, 'GET', '/auth/v1/reauthenticate', { token })
  const nonce = await lastNonce(running, email)
  expect((await enrol(token, { nonce })).status).toBe(200)
  expect((await client.mfa.listFactors()).error).toBeNull()
})

test('A wrong current password for a second factor is named as such', async () => {
  const { session } = await signUp(running)
  running.clock.offsetMs += LATER_MS
  expect(await enrol(session.access_token, { current_password: 'not this one' })).toMatchObject({
    status: 422,
    code: 'reauthentication_not_valid',
  })
})

test('A fresh sign-in enrols a second factor without a further proof, as with the public client', async () => {
  const { client } = await signUp(running)
  const { factorId } = await addFactor(running, client)
  expect((await client.mfa.unenroll({ factorId })).error).toBeNull()
})

const inBrowser = { 'x-csrf': '1' }

async function begun() {
  const { email } = await signUp(running)
  const { json, cookies } = await tryPassword(running, email, PASSWORD, { headers: inBrowser })
  const cookie = cookies.find(({ name }) => name === '__Host-rt')
  return { email, token: String(json.access_token), refreshToken: cookie?.value ?? '' }
}

test('A session that began in a browser gives no refresh token to a caller who verifies a factor without the header', async () => {
  const { token } = await begun()
  const { json } = await enrol(token)
  const { secret } = json.totp as { secret: string }
  const raised = await verify(token, String(json.id), codeAt(running, secret))
  expect(raised).toMatchObject({ status: 200, json: { refresh_token: 'cookie' } })
  expect(raised.cookies).toEqual([])
})

test('A session that began in a browser gives no refresh token to a caller who refreshes without the header', async () => {
  const { refreshToken } = await begun()
  const { json } = await call(running, 'POST', '/auth/v1/token?grant_type=refresh_token', {
    body: { refresh_token: refreshToken },
  })
  expect(json).toMatchObject({ refresh_token: 'cookie' })
})
