import { afterAll, beforeAll, expect, test } from 'vitest'
import { asBrowser, cookieOf, signedIn } from '../testing/browser.ts'
import { PASSWORD, startIdentity, type TestIdentity } from '../testing/identity.ts'
import { call, refreshWith, type Answer } from '../testing/requests.ts'

let running: TestIdentity
beforeAll(async () => {
  running = await startIdentity()
})
afterAll(() => running.stop())

const isCleared = (answer: Answer) => cookieOf(answer)?.value === '' && (cookieOf(answer)?.maxAge ?? 0) <= 0

test.each(['global', 'local'])('A sign-out clears the cookie, %s', async (scope) => {
  const { token, refreshToken } = await signedIn(running)
  const answer = await call(running, 'POST', `/auth/v1/logout?scope=${scope}`, {
    token,
    ...asBrowser(refreshToken),
  })
  expect(answer.status).toBe(204)
  expect(isCleared(answer)).toBe(true)
})

test('The cookie stays when other sessions are signed out', async () => {
  const { token, refreshToken } = await signedIn(running)
  const answer = await call(running, 'POST', '/auth/v1/logout?scope=others', {
    token,
    ...asBrowser(refreshToken),
  })
  expect(cookieOf(answer)).toBeUndefined()
})

test('The cookie is cleared when its token was used twice', async () => {
  const { refreshToken } = await signedIn(running)
  const second = cookieOf(await refreshWith(running, 'cookie', asBrowser(refreshToken)))?.value ?? ''
  await refreshWith(running, 'cookie', asBrowser(second))
  const answer = await refreshWith(running, 'cookie', asBrowser(refreshToken))
  expect(answer).toMatchObject({ status: 400, code: 'refresh_token_already_used' })
  expect(isCleared(answer)).toBe(true)
})

test('The cookie is cleared with the session that is ended from the list', async () => {
  const { token, refreshToken } = await signedIn(running)
  const asked = { token, ...asBrowser(refreshToken) }
  const list = await call(running, 'GET', '/sessions', asked)
  const current = (list.json as unknown as { id: string; current: boolean }[]).find(
    (session) => session.current,
  )
  const answer = await call(running, 'DELETE', `/sessions/${current?.id}`, asked)
  expect(answer.status).toBe(204)
  expect(isCleared(answer)).toBe(true)
})

test('The cookie is cleared with the account', async () => {
  const { token, refreshToken } = await signedIn(running)
  const answer = await call(running, 'POST', '/account/deletion', {
    token,
    body: { password: PASSWORD },
    ...asBrowser(refreshToken),
  })
  expect(answer.status).toBe(204)
  expect(isCleared(answer)).toBe(true)
})
