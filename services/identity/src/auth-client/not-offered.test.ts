import type { AuthError } from '@supabase/auth-js'
import { expect, test } from 'vitest'
import { createClient, runIdentity, signUp } from '../testing/identity.ts'
import { call } from '../testing/requests.ts'

const running = await runIdentity()

type Client = ReturnType<typeof createClient>
const phone = '+14075550100'

const REFUSED: {
  what: string
  code: string
  ask: (client: Client) => Promise<{ error: AuthError | null }>
}[] = [
  {
    what: 'an anonymous sign-in',
    code: 'anonymous_provider_disabled',
    ask: (client) => client.signInAnonymously(),
  },
  {
    what: 'a sign-up by telephone',
    code: 'phone_provider_disabled',
    ask: (client) => client.signUp({ phone, password: 'correct horse battery' }),
  },
  {
    what: 'a sign-in by telephone and password',
    code: 'phone_provider_disabled',
    ask: (client) => client.signInWithPassword({ phone, password: 'correct horse battery' }),
  },
  {
    what: 'the token of a third party',
    code: 'provider_disabled',
    ask: (client) => client.signInWithIdToken({ provider: 'google', token: 'a.b.c' }),
  },
  {
    what: 'a company sign-on',
    code: 'provider_disabled',
    ask: (client) => client.signInWithSSO({ domain: 'example.com' }),
  },
  {
    what: 'a wallet',
    code: 'web3_provider_disabled',
    ask: (client) =>
      client.signInWithWeb3({ chain: 'solana', message: 'sign in', signature: new Uint8Array(64) }),
  },
]

test.each(REFUSED)("What is not offered is refused by GoTrue's code for it: $what", async ({ ask, code }) => {
  const { error } = await ask(createClient(running))
  expect(error).toMatchObject({ name: 'AuthApiError', code })
  expect(error?.message).toBeTruthy()
})

test('The page of a third party is refused where the browser would be sent to it', async () => {
  const { data } = await createClient(running).signInWithOAuth({ provider: 'google' })
  const response = await fetch(data.url ?? '')
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ error_code: 'provider_disabled' })
})

test('A telephone number is refused', async () => {
  const { client } = await signUp(running)
  const { error } = await client.updateUser({ phone })
  expect(error).toMatchObject({ status: 422, code: 'phone_provider_disabled' })
})

test('Linking an account of a third party is refused', async () => {
  const { client } = await signUp(running)
  const { error } = await client.linkIdentity({ provider: 'google' })
  expect(error).toMatchObject({ status: 404, code: 'not_found' })
})

test("GoTrue's calls for administering users do not exist", async () => {
  const { error } = await createClient(running).admin.listUsers()
  expect(error).toMatchObject({ status: 404 })
})

test.each(['', 'client_credentials', 'PASSWORD'])('The grant "%s" is refused', async (grant) => {
  const answer = await call(running, 'POST', `/auth/v1/token?grant_type=${grant}`, { body: {} })
  expect(answer).toMatchObject({ status: 400, code: 'validation_failed' })
})

test('The settings say what is offered', async () => {
  const { json } = await call(running, 'GET', '/auth/v1/settings')
  expect(json).toMatchObject({
    external: { email: true, phone: true, anonymous_users: false },
    disable_signup: false,
    mailer_autoconfirm: false,
    mfa_enabled: true,
  })
})

test('The health route answers with no details of the service', async () => {
  const { status, json } = await call(running, 'GET', '/auth/v1/health')
  expect(status).toBe(200)
  expect(Object.keys(json)).toEqual(['name', 'version', 'description'])
})

test('The public keys may be cached for ten minutes, which is less than the lead of a new key', async () => {
  const { headers, json } = await call(running, 'GET', '/auth/v1/.well-known/jwks.json')
  expect(headers['cache-control']).toBe('public, max-age=600')
  expect(running.settings.SIGNING_KEY_LEAD_MINUTES * 60).toBeGreaterThan(600)
  expect(json.keys).toHaveLength(1)
})
