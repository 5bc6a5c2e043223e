import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { object, string } from 'zod/mini'
import { refusal } from '../test/samples.ts'
import { server } from '../test/server.ts'
import { request } from './api.ts'

const shape = object({ name: string() })

test('a refusal keeps its code, and names the fields that were wrong', async () => {
  server.use(
    http.post('*/api/x', () =>
      refusal(400, 'invalid-request', [
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

test('a token travels in the header, never in the address', async () => {
  let asked: Request | undefined
  server.use(
    http.get('*/api/x', ({ request: sent }) => {
      asked = sent
      return HttpResponse.json({ name: 'a' })
    }),
  )
  await request(shape, '/x', { token: 'secret' })
  expect(asked?.headers.get('authorization')).toBe('Bearer secret')
  expect(asked?.url).not.toContain('secret')
})
