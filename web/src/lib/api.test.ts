import { http, HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { object, string } from 'zod/mini'
import { refusal } from '../test/samples.ts'
import { server } from '../test/server.ts'
import { request, type Caller } from './api.ts'
import { callerOfMail } from './link-caller.ts'

const shape = object({ name: string() })

test('a refusal keeps its code, and names the fields that were wrong', async () => {
  server.use(
    http.post('*/api/x', () =>
      refusal('invalid-request', [
        { path: '/email', message: 'no' },
        { path: 'dates.0', message: 'no' },
      ]),
    ),
  )
  await expect(request(shape, '/x', { method: 'POST', body: {} })).rejects.toMatchObject({
    status: 400,
    code: 'invalid-request',
    fields: ['email', 'dates'],
  })
})

test('a network that does not answer is told apart from a server that fails', async () => {
  server.use(http.get('*/api/x', () => HttpResponse.error()))
  await expect(request(shape, '/x')).rejects.toMatchObject({ code: 'unreachable' })
  server.use(http.get('*/api/x', () => new HttpResponse('<h1>oops</h1>', { status: 500 })))
  await expect(request(shape, '/x')).rejects.toMatchObject({ code: 'internal' })
  server.use(http.get('*/api/x', () => new HttpResponse('Bad Gateway', { status: 502 })))
  await expect(request(shape, '/x')).rejects.toMatchObject({ code: 'unreachable' })
})

test('an answer of another shape is refused, even with status 200', async () => {
  server.use(http.get('*/api/x', () => HttpResponse.json({ name: 5 })))
  await expect(request(shape, '/x')).rejects.toMatchObject({ code: 'unexpected-answer' })
  server.use(http.get('*/api/x', () => new HttpResponse('<html>')))
  await expect(request(shape, '/x')).rejects.toMatchObject({ code: 'unexpected-answer' })
})

test('what takes a new code of the app is sent again, once, after it was shown', async () => {
  const tokens: (string | null)[] = []
  server.use(
    http.post('*/api/x', ({ request: sent }) => {
      tokens.push(sent.headers.get('authorization'))
      return refusal('fresh-factor-needed')
    }),
  )
  let shown = 0
  const caller: Caller = {
    key: 'a',
    token: () => Promise.resolve(`after-${shown}`),
    showFactor: async () => void (shown += 1),
  }

  await expect(request(shape, '/x', { method: 'POST', caller })).rejects.toMatchObject({
    code: 'fresh-factor-needed',
  })
  expect(tokens).toEqual(['Bearer after-0', 'Bearer after-1'])
})

test('a token travels in the header, never in the address', async () => {
  let asked: Request | undefined
  server.use(
    http.get('*/api/x', ({ request: sent }) => {
      asked = sent
      return HttpResponse.json({ name: 'a' })
    }),
  )
  await request(shape, '/x', { caller: callerOfMail('secret') })
  expect(asked?.headers.get('authorization')).toBe('Bearer secret')
  expect(asked?.url).not.toContain('secret')
})

test('what changes something says that it comes from this site', async () => {
  const seen: (string | null)[] = []
  server.use(
    http.all('*/api/x', ({ request: sent }) => {
      seen.push(sent.headers.get('x-csrf'))
      return HttpResponse.json({ name: 'a' })
    }),
  )
  await request(shape, '/x')
  await request(shape, '/x', { method: 'DELETE' })
  expect(seen).toEqual([null, '1'])
})

/** A server that takes one token, and an account that gets it only when it asks for another. */
function serveExpiry(good: string) {
  const seen: (string | null)[] = []
  server.use(
    http.get('*/api/x', ({ request: sent }) => {
      const token = sent.headers.get('authorization')
      seen.push(token)
      return token === `Bearer ${good}` ? HttpResponse.json({ name: 'a' }) : refusal('unauthorized')
    }),
  )
  const account: Caller = {
    key: 'account:1',
    token: () => Promise.resolve('old'),
    renew: (refused) => Promise.resolve(`${refused}-renewed`),
  }
  return { seen, account }
}

test('an access token that has ended is renewed once, and the request repeated', async () => {
  const { seen, account } = serveExpiry('old-renewed')
  expect(await request(shape, '/x', { caller: account })).toEqual({ name: 'a' })
  expect(seen).toEqual(['Bearer old', 'Bearer old-renewed'])
})

test('a token that is refused twice is not tried a third time', async () => {
  const { seen, account } = serveExpiry('none')
  await expect(request(shape, '/x', { caller: account })).rejects.toMatchObject({ status: 401 })
  expect(seen).toHaveLength(2)
})

test('the token of a mail is not renewed', async () => {
  const { seen } = serveExpiry('none')
  await expect(request(shape, '/x', { caller: callerOfMail('mail') })).rejects.toMatchObject({ status: 401 })
  expect(seen).toEqual(['Bearer mail'])
})

test('an answer that the browser stored of a signed-out page is asked for again by who is signed in', async () => {
  const fetching = vi.spyOn(globalThis, 'fetch')
  server.use(http.get('*/api/x', () => HttpResponse.json({ name: 'x' })))
  await request(shape, '/x')
  await request(shape, '/x', { caller: callerOfMail('token') })
  expect(fetching.mock.calls.map(([, init]) => init?.cache)).toEqual([undefined, 'no-cache'])
  fetching.mockRestore()
})
