import { expect, test } from 'vitest'
import { PASSWORD, runIdentity, signUp } from '../testing/identity.ts'
import { call } from '../testing/requests.ts'

const running = await runIdentity({ ALLOWED_EMAILS: '@example.org' })

const ASKED = 'eve@example.com'

test('An address that the operator has not listed signs up no account, and gets no mail', async () => {
  const body = { email: ASKED, password: PASSWORD }
  expect(await call(running, 'POST', '/auth/v1/signup', { body })).toMatchObject({
    status: 403,
    code: 'address-not-allowed',
  })
  expect(await running.mails(ASKED)).toEqual([])
})

test('An account does not change to an address that the operator has not listed', async () => {
  const { email, session } = await signUp(running, { email: 'ada@example.org' })
  const change = (to: string) =>
    call(running, 'PUT', '/auth/v1/user', { body: { email: to }, token: session.access_token })
  expect(await change(ASKED)).toMatchObject({ status: 403, code: 'address-not-allowed' })
  expect(await running.mails(ASKED)).toEqual([])
  expect((await change(email)).status).toBe(200)
  expect((await change('grace@example.org')).status).toBe(200)
})
