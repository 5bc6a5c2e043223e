import { expect, test } from 'vitest'
import { lastMail, lastNonce, PASSWORD, signUp } from '../testing/identity.ts'
import { anotherClient, repeated, runLimitedIdentity } from '../testing/limits.ts'
import { call, tryPassword } from '../testing/requests.ts'
import { startOfHour } from '../testing/windows.ts'

const running = await runLimitedIdentity()

type GivenProof = { token: string; password?: string; nonce?: string; headers?: Record<string, string> }

/** Changes that ask the owner for a proof, with the statuses for a right and for a wrong one. */
const CHANGES = [
  {
    what: 'change the password',
    right: 200,
    wrong: 422,
    prove: ({ password: current_password, nonce, ...asked }: GivenProof) =>
      call(running, 'PUT', '/auth/v1/user', {
        ...asked,
        body: { password: 'another horse another battery', current_password, nonce },
      }),
  },
  {
    what: 'add a second factor',
    right: 200,
    wrong: 422,
    prove: ({ password: current_password, nonce, ...asked }: GivenProof) =>
      call(running, 'POST', '/auth/v1/factors', {
        ...asked,
        body: { factor_type: 'totp', current_password, nonce },
      }),
  },
  {
    what: 'delete the account',
    right: 204,
    wrong: 403,
    prove: ({ password, nonce, ...asked }: GivenProof) =>
      call(running, 'POST', '/account/deletion', { ...asked, body: { password, nonce } }),
  },
]

/** An account, the cookie of its owner's browser, and requests that a stranger can send. */
async function attacked(body: object = {}) {
  const { email, session } = await signUp(running)
  const { cookies } = await tryPassword(running, email, PASSWORD, { headers: { 'x-csrf': '1' } })
  startOfHour(running)
  const cookie = cookies.find(({ name }) => name === '__Host-device')
  const ask = (url: string, headers: Record<string, string> = {}) =>
    call(running, 'POST', `/auth/v1${url}`, { body: { email, ...body }, from: anotherClient(), headers })
  const enter = (token: string, type: string, headers: Record<string, string> = {}) =>
    call(running, 'POST', '/auth/v1/verify', {
      body: { email, token, type },
      from: anotherClient(),
      headers,
    })
  return { email, session, ask, enter, known: { cookie: `${cookie?.name}=${cookie?.value}` } }
}

test.each([
  { url: '/recover', body: {} },
  { url: '/otp', body: {} },
  { url: '/resend', body: { type: 'signup' } },
  { url: '/resend', body: { type: 'email_change' } },
])(
  'Strangers who used up the mails of an address leave a browser that knows its account one by $url $body',
  async ({ url, body }) => {
    const { ask, known } = await attacked(body)
    expect((await ask(url)).status).toBe(200)
    expect((await ask(url)).status).toBe(429)
    expect((await ask(url, known)).status).toBe(200)
    expect((await ask(url, known)).status).toBe(429)
  },
)

test('A stolen access token that asked for the code of a proof leaves a browser that knows the account one of its own', async () => {
  const { session, known } = await attacked()
  const ask = (headers: Record<string, string> = {}) =>
    call(running, 'GET', '/auth/v1/reauthenticate', { token: session.access_token, headers })
  expect((await ask()).status).toBe(200)
  expect((await ask()).status).toBe(429)
  expect((await ask(known)).status).toBe(200)
  expect((await ask(known)).status).toBe(429)
})

test.each(CHANGES)(
  'Wrong codes with a stolen access token leave a browser that knows the account its tries to $what',
  async ({ prove, right, wrong }) => {
    const { email, session, known } = await attacked()
    const { access_token: token } = session
    await call(running, 'GET', '/auth/v1/reauthenticate', { token })
    const nonce = await lastNonce(running, email)
    await repeated(6, () => prove({ token, nonce: 'no code' }))
    expect((await prove({ token, nonce })).status).toBe(wrong)
    expect((await prove({ token, nonce, headers: known })).status).toBe(right)
  },
)

test.each(CHANGES)(
  'Wrong passwords with a stolen access token leave a browser that knows the account its tries to $what',
  async ({ prove, right }) => {
    const { session, known } = await attacked()
    const { access_token: token } = session
    await repeated(10, () => prove({ token, password: 'not this one' }))
    expect((await prove({ token, password: PASSWORD })).status).toBe(429)
    expect((await prove({ token, password: PASSWORD, headers: known })).status).toBe(right)
  },
)

test.each([
  { url: '/recover', kind: 'reset-password', type: 'recovery' },
  { url: '/otp', kind: 'sign-in', type: 'magiclink' },
] as const)(
  'Strangers who used up the tries at a code of $url leave a browser that knows the account its own',
  async ({ url, kind, type }) => {
    const { email, ask, enter, known } = await attacked()
    await ask(url)
    const { code } = await lastMail(running, email, kind)
    const wrong = code === '000000' ? '111111' : '000000'
    await repeated(5, () => enter(wrong, type))
    expect((await enter(code, type)).status).toBe(403)
    await repeated(4, () => enter(wrong, type, known))
    expect((await enter(code, type, known)).status).toBe(200)
  },
)

test('A browser that knows the account has five tries at a code, and no more', async () => {
  const { email, ask, enter, known } = await attacked()
  await ask('/recover')
  const { code } = await lastMail(running, email, 'reset-password')
  await repeated(5, () => enter(code === '000000' ? '111111' : '000000', 'recovery', known))
  expect((await enter(code, 'recovery', known)).status).toBe(403)
})
