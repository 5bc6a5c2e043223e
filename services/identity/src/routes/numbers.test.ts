import { beforeEach, expect, test } from 'vitest'
import { lastNonce, PASSWORD, runIdentity, signUp } from '../testing/identity.ts'
import { call } from '../testing/requests.ts'
import {
  askForCode,
  aNumber,
  confirmNumber,
  enterCode,
  signUpWithNumber,
  turnOn,
} from '../testing/text-sign-in.ts'

const running = await runIdentity()
let number = ''
beforeEach(() => {
  number = aNumber()
})

const list = async (token: string) => (await call(running, 'GET', '/numbers', { token })).json
const account = async () => {
  const { session, ...rest } = await signUp(running)
  return { ...rest, token: session.access_token }
}

test('200: GET /numbers has the numbers that are confirmed for the account, none of which signs in', async () => {
  const { email, token } = await account()
  const outsider = await account()
  await confirmNumber(running, number, email)

  expect(await list(token)).toEqual([{ number, signsIn: false }])
  expect(await list(outsider.token)).toEqual([])
  expect(await askForCode(running, number)).toBe('none')
})

test('204: PUT /sign-in-number chooses a number, and the owner is told by mail', async () => {
  const { email, token } = await account()
  await confirmNumber(running, number, email)

  expect((await turnOn(running, token, number)).status).toBe(204)
  expect((await turnOn(running, token, number)).status).toBe(204)

  expect(await list(token)).toEqual([{ number, signsIn: true }])
  expect((await running.mails(email)).map(({ name }) => name)).toEqual(['confirm-account', 'text-sign-in-on'])
})

test('204: another chosen number takes the place of the first', async () => {
  const { email, token, number: first } = await signUpWithNumber(running)
  await confirmNumber(running, number, email)
  await turnOn(running, token, number)

  expect(await askForCode(running, first)).toBe('none')
  expect(await askForCode(running, number)).toMatch(/^\d{6}$/)
})

test('409: a number that is not confirmed for the account is refused, also one that is for another', async () => {
  const { token } = await account()
  const other = await account()
  await confirmNumber(running, number, other.email)

  const refused = { status: 409, code: 'number-not-confirmed' }
  expect(await turnOn(running, token, number)).toMatchObject(refused)
  expect(await turnOn(running, token, aNumber())).toMatchObject(refused)
})

test('409: a number that signs in to another account keeps doing so, and is free when that one ends it', async () => {
  const first = await signUpWithNumber(running, number)
  const { email, token } = await account()
  await confirmNumber(running, number, first.email, email)

  expect(await turnOn(running, token, number)).toMatchObject({ status: 409, code: 'number-taken' })
  expect(await list(token)).toEqual([{ number, signsIn: false }])
  expect(await askForCode(running, number)).toMatch(/^\d{6}$/)

  await call(running, 'DELETE', '/sign-in-number', { token: first.token })
  expect((await turnOn(running, token, number)).status).toBe(204)
})

test('two accounts that choose one number at the same moment do not both get it', async () => {
  const accounts = [await account(), await account()]
  await confirmNumber(running, number, ...accounts.map(({ email }) => email))

  const answers = await Promise.all(accounts.map(({ token }) => turnOn(running, token, number)))

  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 409])
})

test.each(['nothing', 'a wrong password'])(
  'A sign-in that is not recent chooses no number with %s, and one with the password or a mailed code',
  async (given) => {
    const { email, token, client } = await account()
    await confirmNumber(running, number, email)
    running.clock.offsetMs = 4 * 60_000
    await running.db.$client`update sessions set methods = '[{"method":"otp","timestamp":1}]'`

    const wrong = given === 'nothing' ? {} : { password: 'not this one' }
    const code = given === 'nothing' ? 'reauthentication_needed' : 'reauthentication_not_valid'
    expect(await turnOn(running, token, number, wrong)).toMatchObject({ code })
    expect((await turnOn(running, token, number, { password: PASSWORD })).status).toBe(204)
    await call(running, 'DELETE', '/sign-in-number', { token })
    await client.reauthenticate()
    const nonce = await lastNonce(running, email)
    expect((await turnOn(running, token, number, { nonce })).status).toBe(204)
  },
)

test('204: DELETE /sign-in-number ends the sign-in by text, also for a code that was sent', async () => {
  const { email, token, number: own } = await signUpWithNumber(running)
  const code = await askForCode(running, own)

  expect((await call(running, 'DELETE', '/sign-in-number', { token })).status).toBe(204)
  expect((await call(running, 'DELETE', '/sign-in-number', { token })).status).toBe(204)

  expect((await enterCode(running, own, code)).status).toBe(403)
  expect(await list(token)).toEqual([{ number: own, signsIn: false }])
  const names = (await running.mails(email)).map(({ name }) => name)
  expect(names.filter((name) => name === 'text-sign-in-off')).toHaveLength(1)
})

test('200: GET /export masks a number that was confirmed for the alerts and never chosen by the account', async () => {
  const { email, token } = await account()
  await confirmNumber(running, number, email)
  const { json, text } = await call(running, 'GET', '/export', { token })
  expect(json['numbers']).toEqual([{ number: `••• ${number.slice(-4)}`, signsIn: false }])
  expect(text).not.toContain(number)
})

test('200: GET /export has the numbers', async () => {
  const { token, number: own } = await signUpWithNumber(running)
  const { json } = await call(running, 'GET', '/export', { token })
  expect(json['numbers']).toEqual([{ number: own, signsIn: true }])
})
