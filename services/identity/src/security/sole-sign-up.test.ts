import { expect, test } from 'vitest'
import { anAddress, askForAccount, lastMail, PASSWORD, runIdentity } from '../testing/identity.ts'
import { call, tryPassword, type Asked } from '../testing/requests.ts'

const running = await runIdentity()

const IN_BROWSER = { 'x-csrf': '1' }

/** Signs up as the web app does. Returns what the browser keeps of it. */
async function signUpInBrowser(email: string, body: object = {}): Promise<Record<string, string>> {
  const { cookies } = await call(running, 'POST', '/auth/v1/signup', {
    body: { email, password: PASSWORD, data: { full_name: 'Mallory' }, ...body },
    headers: IN_BROWSER,
  })
  return { ...IN_BROWSER, cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') }
}

/** Uses the newest mail as our page does: by its link or by its code. */
async function confirm(email: string, by: 'link' | 'code', headers: Asked['headers'] = IN_BROWSER) {
  const { token, code } = await lastMail(running, email, 'confirm-account')
  const used = by === 'link' ? { token_hash: token } : { email, token: code }
  const { json } = await call(running, 'POST', '/auth/v1/verify', {
    body: { type: 'signup', ...used },
    headers,
  })
  return json.user as { app_metadata: { has_password: boolean }; user_metadata: object }
}

const statusOf = async (email: string) => (await tryPassword(running, email, PASSWORD)).status

test.each(['link', 'code'] as const)(
  'A confirmation by %s in a browser that did not sign up leaves the password and the name to be chosen',
  async (by) => {
    const email = anAddress()
    await signUpInBrowser(email)
    const user = await confirm(email, by)
    expect(user).toMatchObject({ app_metadata: { has_password: false }, user_metadata: {} })
    expect(user.user_metadata).toEqual({})
    expect(await statusOf(email)).toBe(400)
  },
)

test.each(['link', 'code'] as const)(
  'A confirmation by %s in the browser that signed up gives the account the password and the name of the sign-up',
  async (by) => {
    const email = anAddress()
    const user = await confirm(email, by, await signUpInBrowser(email))
    expect(user).toMatchObject({
      app_metadata: { has_password: true },
      user_metadata: { full_name: 'Mallory' },
    })
    expect(await statusOf(email)).toBe(200)
  },
)

test('A browser that signed up with another address does not count as the one that signed up', async () => {
  const [email, other] = [anAddress(), anAddress()]
  await signUpInBrowser(email)
  const user = await confirm(email, 'link', await signUpInBrowser(other))
  expect(user.app_metadata.has_password).toBe(false)
})

test('A stranger who signs up with another app gets no password into an account that is confirmed on our page', async () => {
  const { email } = await askForAccount(running)
  const user = await confirm(email, 'link')
  expect(user.app_metadata.has_password).toBe(false)
  expect(await statusOf(email)).toBe(400)
})

test('A mail that is sent again confirms the password of the sign-up in its own browser', async () => {
  const email = anAddress()
  const browser = await signUpInBrowser(email)
  await running.mails(email)
  await call(running, 'POST', '/auth/v1/resend', { body: { type: 'signup', email } })
  expect((await confirm(email, 'link', browser)).app_metadata.has_password).toBe(true)
})
