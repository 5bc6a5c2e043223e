import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anAddress, signUp, startIdentity, type TestIdentity } from '../testing/identity.ts'
import { call } from '../testing/requests.ts'

let running: TestIdentity
let token: string
beforeAll(async () => {
  running = await startIdentity({ HASH_QUEUE: '1000' })
  token = (await signUp(running)).session.access_token
})
afterAll(() => running.stop())

const ID = '11111111-1111-4111-8111-111111111111'
const ROUTES = [
  ['POST', '/auth/v1/signup'],
  ['POST', '/auth/v1/token?grant_type=password'],
  ['POST', '/auth/v1/token?grant_type=refresh_token'],
  ['POST', '/auth/v1/token?grant_type=pkce'],
  ['POST', '/auth/v1/verify'],
  ['POST', '/auth/v1/recover'],
  ['POST', '/auth/v1/otp'],
  ['POST', '/auth/v1/resend'],
  ['PUT', '/auth/v1/user'],
  ['POST', '/auth/v1/factors'],
  ['POST', `/auth/v1/factors/${ID}/verify`],
] as const

const VALID: Record<string, unknown> = {
  email: anAddress(),
  password: 'correct horse battery staple',
  data: { display_name: 'Ada' },
  type: 'signup',
  token: '123456',
  token_hash: 'x'.repeat(43),
  refresh_token: 'x'.repeat(70),
  auth_code: 'x'.repeat(64),
  code_verifier: 'x'.repeat(43),
  code_challenge: 'x'.repeat(43),
  code_challenge_method: 's256',
  create_user: true,
  current_password: 'correct horse battery staple',
  nonce: '123456',
  factor_type: 'totp',
  friendly_name: 'Phone',
  issuer: 'Walkon',
  challenge_id: ID,
  code: '123456',
}

const odd = fc.constantFrom(
  '\u0000',
  '\ud800',
  '%00',
  "'; drop table users; --",
  '\r\n',
  ' ',
  '../..',
  1e308,
  -0,
)
const anything = fc.oneof(
  odd,
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom(...Object.values(VALID)),
)
/** Valid values are chosen more often than by chance, so that requests reach the deeper checks. */
const valueOf = (right: unknown) =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(right) }, { weight: 1, arbitrary: anything })
const body = fc.record(
  Object.fromEntries(Object.entries(VALID).map(([field, right]) => [field, valueOf(right)])),
  { requiredKeys: [] },
)

test('No generated body is answered 500', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...ROUTES),
      body,
      fc.string({ unit: 'binary' }),
      async ([method, url], fields, redirectTo) => {
        const query = `${url.includes('?') ? '&' : '?'}redirect_to=${encodeURIComponent(redirectTo.toWellFormed())}`
        const answer = await call(running, method, `${url}${query}`, { body: fields, token })
        expect(answer.status).toBeLessThan(500)
      },
    ),
    { numRuns: 500, seed: 20_260_415 },
  )
}, 60_000)
