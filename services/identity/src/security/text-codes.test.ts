import { userDeleted } from '@walkon/contracts/events/identity'
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { addFactor } from '../testing/authenticator.ts'
import { lastMail, PASSWORD, runIdentity, signUp } from '../testing/identity.ts'
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
const wrong = (code: string) => (code === '000000' ? '111111' : '000000')

describe('a code by text', () => {
  test('A code by text works once, also for two who use it at once', async () => {
    const { number } = await signUpWithNumber(running)
    const code = await askForCode(running, number)
    const tries = await Promise.all([1, 2, 3].map(() => enterCode(running, number, code)))
    expect(tries.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('A code by text works for ten minutes', async () => {
    const { number } = await signUpWithNumber(running)
    const code = await askForCode(running, number)
    running.clock.offsetMs = 10 * 60_000
    expect(await enterCode(running, number, code)).toMatchObject({ status: 403, code: 'otp_expired' })
  })

  test('A code by text can be guessed five times, by many at once too', async () => {
    const { number } = await signUpWithNumber(running)
    const code = await askForCode(running, number)
    await Promise.all(Array.from({ length: 20 }, () => enterCode(running, number, wrong(code))))
    expect((await enterCode(running, number, code)).status).toBe(403)
    expect((await enterCode(running, number, await askForCode(running, number))).status).toBe(200)
  })

  test('Guesses from unknown browsers leave a known one its own tries', async () => {
    const { number, email } = await signUpWithNumber(running)
    const headers = { 'x-csrf': '1' }
    const body = { email, password: PASSWORD }
    const { cookies } = await call(running, 'POST', '/auth/v1/token?grant_type=password', { body, headers })
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    const code = await askForCode(running, number)
    for (let tries = 0; tries < 6; tries++) await enterCode(running, number, wrong(code))
    expect((await enterCode(running, number, code, { ...headers, cookie })).status).toBe(200)
  })

  test('The code of one number does not sign in with another', async () => {
    const [ada, ben] = [await signUpWithNumber(running), await signUpWithNumber(running)]
    const code = await askForCode(running, ada.number)
    expect((await enterCode(running, ben.number, code)).status).toBe(403)
  })

  test('No table has a code in clear', async () => {
    const { number } = await signUpWithNumber(running)
    const code = await askForCode(running, number)
    const rows = await running.db.execute(sql`select * from text_codes`)
    expect(JSON.stringify(rows.map((row) => Object.values(row)))).not.toContain(`"${code}"`)
  })

  test('An account with a second factor still owes it', async () => {
    const { number, client } = await signUpWithNumber(running)
    await addFactor(running, client)
    const { json } = await enterCode(running, number, await askForCode(running, number))
    const token = String(json['access_token'])
    expect(await call(running, 'GET', '/sessions', { token })).toMatchObject({ code: 'insufficient-aal' })
  })

  test('A sign-in by text is no proof for a new password', async () => {
    const { number } = await signUpWithNumber(running)
    const { json } = await enterCode(running, number, await askForCode(running, number))
    const changed = await call(running, 'PUT', '/auth/v1/user', {
      token: String(json['access_token']),
      body: { password: 'another horse another battery' },
    })
    expect(changed).toMatchObject({ code: 'reauthentication_needed' })
  })
})

describe('the end of the right', () => {
  test('A stranger who names a number of their own in an order does not get in', async () => {
    const { email } = await signUp(running)
    const strangers = aNumber()
    await confirmNumber(running, strangers, email)
    expect(await askForCode(running, strangers)).toBe('none')
  })

  test('A number that stops does not sign in, with a code that was sent either', async () => {
    const { number } = await signUpWithNumber(running)
    const code = await askForCode(running, number)
    await confirmNumber(running, number)
    expect((await enterCode(running, number, code)).status).toBe(403)
    expect(await askForCode(running, number)).toBe(code)
  })

  test('A number that stopped and started again signs in only after its owner has chosen it once more', async () => {
    const { number, email, token } = await signUpWithNumber(running)
    await confirmNumber(running, number)
    await confirmNumber(running, number, email)
    expect(await askForCode(running, number)).toBe('none')
    await turnOn(running, token, number)
    expect(await askForCode(running, number)).toMatch(/^\d{6}$/)
  })

  test('An older state of a number that comes late changes nothing', async () => {
    const { number, email } = await signUpWithNumber(running)
    running.clock.offsetMs = -60_000
    await confirmNumber(running, number)
    running.clock.offsetMs = 0
    expect(await askForCode(running, number)).toMatch(/^\d{6}$/)
    await confirmNumber(running, number)
    running.clock.offsetMs = -60_000
    await confirmNumber(running, number, email)
    running.clock.offsetMs = 0
    const rows = await running.db.execute(sql`select number from confirmed_numbers where number = ${number}`)
    expect(rows).toHaveLength(0)
  })

  test('A second account that chooses a number does not keep the first from signing in by it', async () => {
    const ada = await signUpWithNumber(running)
    const ben = await signUp(running)
    await confirmNumber(running, ada.number, ada.email, ben.email)
    const refused = await turnOn(running, ben.session.access_token, ada.number)

    expect(refused).toMatchObject({ status: 409, code: 'number-taken' })
    const { json } = await enterCode(running, ada.number, await askForCode(running, ada.number))
    expect(json['user']).toMatchObject({ id: ada.user.id })
  })

  test('A YES for a second account leaves the first its number', async () => {
    const ada = await signUpWithNumber(running)
    await confirmNumber(running, ada.number, ada.email, 'another@example.com')
    expect(await askForCode(running, ada.number)).toMatch(/^\d{6}$/)
  })

  test('After a change of address the number signs in once it is confirmed for the new one', async () => {
    const { number, email, client } = await signUpWithNumber(running)
    const newEmail = `new-${email}`
    await client.updateUser({ email: newEmail })
    for (const address of [email, newEmail]) {
      const { token: tokenHash } = await lastMail(running, address, 'confirm-new-email')
      await client.verifyOtp({ token_hash: tokenHash, type: 'email_change' })
    }
    expect(await askForCode(running, number)).toBe('none')
    await confirmNumber(running, number, newEmail)
    expect(await askForCode(running, number)).toMatch(/^\d{6}$/)
  })

  test('The deletion of an account leaves its number nowhere', async () => {
    const { number, token } = await signUpWithNumber(running)
    await askForCode(running, number)
    await running.db.execute(sql`update outbox_batches set published_at = now()`)
    await call(running, 'POST', '/account/deletion', { token, body: { password: PASSWORD } })

    expect(await running.published(userDeleted)).toHaveLength(1)
    for (const table of ['confirmed_numbers', 'text_requests', 'text_codes', 'sign_in_numbers', 'outbox']) {
      const rows = await running.db.execute(sql`select t::text as row from ${sql.identifier(table)} t`)
      expect([table, JSON.stringify(rows).includes(number)]).toEqual([table, false])
    }
    expect(await askForCode(running, number)).toBe('none')
  })
})
