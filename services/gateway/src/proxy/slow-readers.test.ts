import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createTestGateway, startService } from '../testing/gateway.ts'

/** More than sockets buffer: a client that does not read it holds the connection from which it comes. */
const LONG = Buffer.alloc(20 * 1024 * 1024, 'x')

/** A gateway with place for two open answers a client; `/shared` is an answer that a service marks public. */
async function startGateway() {
  const service = await startService((app) => {
    app.get('/long', (_request, reply) => reply.send(LONG))
    app.get('/short', () => 'short')
    app.get('/shared', (_request, reply) =>
      reply.header('cache-control', 'public, max-age=60').send('shared'),
    )
  })
  const gateway = createTestGateway({ PARK_DATA_URL: service, REQUESTS_AT_ONCE_PER_CLIENT: 2 })
  const url = await gateway.listen({ host: '127.0.0.1', port: 0 })

  /** Resolves with the head of an answer whose body is never read. */
  async function ask(path: string, client: string): Promise<IncomingMessage> {
    const headers = { 'x-forwarded-for': client, authorization: 'Bearer own' }
    const request = get(`${url}/api/parks${path}`, { headers, agent: false })
    request.on('error', () => {})
    onTestFinished(() => void request.destroy())
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    return response.on('error', () => {})
  }
  const askShared = (path: string, client: string) =>
    fetch(`${url}/api/parks${path}`, { headers: { 'x-forwarded-for': client } })
  return { ask, askShared }
}

const SLOW = '203.0.113.9'
const OTHER = '203.0.113.10'

test('429: a client that does not read its answers holds no more connections to a service than its share', async () => {
  const { ask } = await startGateway()
  await ask('/long', SLOW)
  await ask('/long', SLOW)

  const third = await ask('/short', SLOW)

  expect([third.statusCode, third.headers['retry-after']]).toEqual([429, '1'])
  expect((await ask('/short', OTHER)).statusCode).toBe(200)
})

test('200: a client whose slow answers have ended is served again', async () => {
  const { ask } = await startGateway()
  const open = [await ask('/long', SLOW), await ask('/long', SLOW)]
  for (const response of open) response.destroy()

  await vi.waitFor(async () => expect((await ask('/short', SLOW)).statusCode).toBe(200))
})

test('429: an answer that the service does not let be shared is counted too', async () => {
  const { ask, askShared } = await startGateway()
  await ask('/long', SLOW)
  await ask('/long', SLOW)

  expect((await askShared('/short', SLOW)).status).toBe(429)
})

test('200: a shared answer is given to a client whatever it has open', async () => {
  const { ask, askShared } = await startGateway()
  await ask('/long', SLOW)
  await ask('/long', SLOW)

  expect(await (await askShared('/shared', SLOW)).text()).toBe('shared')
})
