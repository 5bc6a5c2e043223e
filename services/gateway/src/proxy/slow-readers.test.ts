import { once } from 'node:events'
import { get, type IncomingMessage, type ServerResponse } from 'node:http'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createTestGateway, startService } from '../testing/gateway.ts'

/** More than sockets buffer: a client that does not read it holds the connection from which it comes. */
const LONG = Buffer.alloc(20 * 1024 * 1024, 'x')

/** A gateway with place for two long answers a client; a short answer is as long as it may be. */
async function startGateway() {
  const late: ServerResponse[] = []
  const service = await startService((app) => {
    app.get('/long', (_request, reply) => reply.send(LONG))
    app.get('/late', (_request, reply) => {
      reply.hijack()
      late.push(reply.raw)
    })
    app.get('/empty', (_request, reply) => reply.code(204).send())
    app.get('/short', () => 'x'.repeat(64 * 1024))
  })
  const gateway = createTestGateway({ PARK_DATA_URL: service, LONG_ANSWERS_PER_CLIENT: 2 })
  const closed: string[] = []
  gateway.addHook('onRequest', async (request, reply) => {
    reply.raw.once('close', () => closed.push(request.url))
  })
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
  /** The service answers after the gateway has noticed that the client is gone. Resolves when the gateway has the answer. */
  async function leaveBeforeTheAnswer(client: string): Promise<void> {
    const headers = { 'x-forwarded-for': client, authorization: 'Bearer own' }
    const request = get(`${url}/api/parks/late`, { headers, agent: false }).on('error', () => {})
    const answer = await vi.waitFor(() => {
      const [waiting] = late.splice(0)
      if (!waiting) throw new Error('The service was not asked yet')
      return waiting
    })
    closed.length = 0
    request.destroy()
    await vi.waitFor(() => expect(closed).toHaveLength(1))
    answer.end(LONG)
    await once(answer, 'close')
  }
  const askShared = (path: string, client: string) =>
    fetch(`${url}/api/parks${path}`, { headers: { 'x-forwarded-for': client } })
  return { ask, askShared, leaveBeforeTheAnswer }
}

const SLOW = '203.0.113.9'
const OTHER = '203.0.113.10'

test('429: a client that does not read long answers holds no more connections to a service than its share', async () => {
  const { ask } = await startGateway()
  await ask('/long', SLOW)
  await ask('/long', SLOW)

  const third = await ask('/long', SLOW)

  expect([third.statusCode, third.headers['retry-after']]).toEqual([429, '1'])
  expect((await ask('/long', OTHER)).statusCode).toBe(200)
})

test('200: a client whose long answers have ended is sent another one', async () => {
  const { ask } = await startGateway()
  const open = [await ask('/long', SLOW), await ask('/long', SLOW)]
  for (const response of open) response.destroy()

  await vi.waitFor(async () => expect((await ask('/long', SLOW)).statusCode).toBe(200))
})

test('200: a client that left before its long answers came is sent another one', async () => {
  const { ask, leaveBeforeTheAnswer } = await startGateway()
  await leaveBeforeTheAnswer(SLOW)
  await leaveBeforeTheAnswer(SLOW)

  expect((await ask('/long', SLOW)).statusCode).toBe(200)
})

test('429: a long answer of a route whose answers may be shared is counted too', async () => {
  const { ask, askShared } = await startGateway()
  await ask('/long', SLOW)
  await ask('/long', SLOW)

  expect((await askShared('/long', SLOW)).status).toBe(429)
})

test.for([
  { path: '/short', status: 200 },
  { path: '/empty', status: 204 },
])('$status: a crowd behind one address is answered at the same moment', async ({ path, status }) => {
  const { ask } = await startGateway()

  const answers = await Promise.all(Array.from({ length: 100 }, () => ask(path, SLOW)))

  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([status]))
})

test('200: clients that do not read short answers hold no connection to a service', async () => {
  const { ask } = await startGateway()
  for (let time = 0; time < 150; time++) await ask('/short', SLOW)

  expect((await ask('/short', OTHER)).statusCode).toBe(200)
})
