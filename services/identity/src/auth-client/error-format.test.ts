import { expect, test } from 'vitest'
import { runIdentity } from '../testing/identity.ts'
import { call, tryPassword } from '../testing/requests.ts'

const running = await runIdentity()

const refused = (headers: Record<string, string>) =>
  tryPassword(running, 'nobody@example.com', 'not this one', { headers })

test('An error has a string as its code where the client names an API version that knows them', async () => {
  const { status, headers, json } = await refused({ 'x-supabase-api-version': '2024-01-01' })
  expect(status).toBe(400)
  expect(json).toEqual({ code: 'invalid_credentials', message: 'Invalid login credentials' })
  expect(headers).toMatchObject({
    'x-supabase-api-version': '2024-01-01',
    'x-sb-error-code': 'invalid_credentials',
    'cache-control': 'no-store',
  })
})

test.each(['', '2023-12-31'])('An error has the older form for the API version "%s"', async (version) => {
  const { headers, json } = await refused({ 'x-supabase-api-version': version })
  expect(json).toEqual({ code: 400, error_code: 'invalid_credentials', msg: 'Invalid login credentials' })
  expect(headers).toMatchObject({ 'x-sb-error-code': 'invalid_credentials' })
  expect(headers).not.toHaveProperty('x-supabase-api-version')
})

test('Both forms of an error say why a password is weak', async () => {
  const body = { email: 'nobody@example.com', password: 'short' }
  for (const version of ['', '2024-01-01']) {
    const { json } = await call(running, 'POST', '/auth/v1/signup', {
      body,
      headers: { 'x-supabase-api-version': version },
    })
    expect(json.weak_password).toEqual({ reasons: ['length'] })
  }
})

test.each([
  { what: 'without a token', headers: {}, status: 401, code: 'no_authorization' },
  {
    what: 'with text that is no token',
    headers: { authorization: 'Bearer x' },
    status: 403,
    code: 'bad_jwt',
  },
  { what: 'with another scheme', headers: { authorization: 'Basic eDp5' }, status: 403, code: 'bad_jwt' },
])("A request $what is refused by GoTrue's code for it", async ({ headers, status, code }) => {
  expect(await call(running, 'GET', '/auth/v1/user', { headers })).toMatchObject({ status, code })
})

test('An error of an address that does not exist has the same form', async () => {
  expect(await call(running, 'GET', '/auth/v1/nowhere')).toMatchObject({ status: 404, code: 'not_found' })
})

test('An error outside GoTrue’s paths is a problem document', async () => {
  const { status, headers, json } = await call(running, 'GET', '/sessions')
  expect(status).toBe(401)
  expect(headers['content-type']).toContain('application/problem+json')
  expect(json).toMatchObject({ code: 'unauthorized', status: 401 })
})
