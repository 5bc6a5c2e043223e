import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createHttpApp } from './http.ts'
import { createLog } from './log.ts'
import { createMetrics } from './metrics.ts'

test('a client that leaves while it sends its body leaves no line of level error', async () => {
  const lines: { level: number; msg: string }[] = []
  const log = createLog(
    { service: 'shop', level: 'info' },
    { write: (line) => void lines.push(JSON.parse(line)) },
  )
  const app = createHttpApp({ service: 'shop', log, metrics: createMetrics('shop') })
  onTestFinished(() => app.close())
  app.post('/orders', { config: { access: 'public' } }, () => 'ordered')
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  const heard = once(app.server, 'request')
  socket.write(
    'POST /orders HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{',
  )
  await heard

  socket.destroy()

  await vi.waitFor(() => expect(lines).toContainEqual(expect.objectContaining({ msg: 'request refused' })))
  expect(lines.filter(({ level }) => level >= 50)).toEqual([])
})

test('a log line names a request by the pattern of its route, so that a token in the path is not logged', async () => {
  const lines: unknown[] = []
  const log = createLog(
    { service: 'shop', level: 'info' },
    { write: (line) => void lines.push(JSON.parse(line)) },
  )
  const app = createHttpApp({ service: 'shop', log, metrics: createMetrics('shop') })
  onTestFinished(() => app.close())
  app.get('/u/:token', { config: { access: 'public' } }, (request) => {
    request.log.info({ req: request }, 'link opened')
    return 'stopped'
  })

  await app.inject('/u/sealed-token?again=1')

  expect(lines).toContainEqual(
    expect.objectContaining({ msg: 'link opened', req: { method: 'GET', path: '/u/:token' } }),
  )
})

test('a DELETE with the type of JSON and no body is served, and JSON that is cut off is refused', async () => {
  const log = createLog({ service: 'shop', level: 'silent' })
  const app = createHttpApp({ service: 'shop', log, metrics: createMetrics('shop') })
  onTestFinished(() => app.close())
  app.delete('/orders', { config: { access: 'public' } }, () => 'deleted')
  const headers = { 'content-type': 'application/json' }

  expect((await app.inject({ method: 'DELETE', url: '/orders', headers })).statusCode).toBe(200)
  const cut = await app.inject({ method: 'DELETE', url: '/orders', headers, payload: '{' })
  expect(cut.json()).toMatchObject({ status: 400, code: 'invalid-json' })
})
