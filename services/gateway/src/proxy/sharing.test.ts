import { GATE_KEY_HEADER } from '@walkon/contracts/http/gates'
import { SERVICE_NAMES, SERVICES, type ServiceName } from '@walkon/contracts/services'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { describe, expect, test } from 'vitest'
import { urlsOfServices } from '../config.ts'
import { createTestGateway, startService } from '../testing/gateway.ts'

const URL = '/api/parks/mk/live'

type Answer = (request: FastifyRequest, reply: FastifyReply, count: number) => unknown

/** A gateway before a park-data whose answers a test decides, with a clock of its own. */
async function createBoard(answer: Answer) {
  const asked: FastifyRequest['headers'][] = []
  const clock = { now: 1_000_000 }
  const parkData = await startService((app) => {
    app.get('/mk/live', (request, reply) => {
      asked.push(request.headers)
      return answer(request, reply, asked.length)
    })
  })
  const gateway = createTestGateway({ PARK_DATA_URL: parkData }, { now: () => clock.now })
  const get = (headers: Record<string, string> = {}, url = URL) => gateway.inject({ url, headers })
  return { get, clock, asked, gateway }
}

const forAll: Answer = (_request, reply, count) =>
  reply.header('cache-control', 'public, max-age=5').send({ count })

describe('an answer that a service marks public', () => {
  test('a public answer is asked for once while it is fresh', async () => {
    const { get, clock, asked } = await createBoard(forAll)
    const first = await get()
    clock.now += 4_999
    const second = await get()

    expect(second.json()).toEqual(first.json())
    expect(second.headers).toMatchObject({ 'cache-control': 'public, max-age=5', age: '4' })
    expect(asked).toHaveLength(1)
  })

  test('a public answer is asked for again when it is not fresh any more', async () => {
    const { get, clock } = await createBoard(forAll)
    await get()
    clock.now += 5_000

    expect((await get()).json()).toEqual({ count: 2 })
  })

  test('a hundred requests for a public answer at the same moment are one request to the service', async () => {
    const { get, asked } = await createBoard(forAll)

    const responses = await Promise.all(Array.from({ length: 100 }, () => get()))

    expect(new Set(responses.map(({ body }) => body))).toEqual(new Set(['{"count":1}']))
    expect(asked).toHaveLength(1)
  })

  test('public answers of two addresses are kept apart', async () => {
    const { get } = await createBoard(forAll)
    await get()

    expect((await get({}, `${URL}?day=1`)).json()).toEqual({ count: 2 })
  })

  test('a shared answer carries the security headers and an id of its own request', async () => {
    const { get } = await createBoard(forAll)
    const first = await get()
    const second = await get()

    expect(second.headers['content-security-policy']).toContain("default-src 'self'")
    expect(second.headers['x-request-id']).not.toBe(first.headers['x-request-id'])
  })

  test('a shared answer keeps letters that are not ASCII', async () => {
    const { get } = await createBoard((_request, reply) =>
      reply.header('cache-control', 'public, max-age=5').send({ name: 'Rémy’s 美女と野獣' }),
    )
    await get()

    expect((await get()).json()).toEqual({ name: 'Rémy’s 美女と野獣' })
  })
})

/** Asks a service twice through the gateway; returns how often the service was asked. */
async function askTwice(name: ServiceName): Promise<number> {
  let asked = 0
  const service = await startService((app) => {
    app.get('/prices', (_request, reply) =>
      reply.header('cache-control', 'public, max-age=60').send({ asked: ++asked }),
    )
  })
  const gateway = createTestGateway(urlsOfServices(() => service))
  const url = `${SERVICES[name].address}/prices`
  await gateway.inject({ url })
  await gateway.inject({ url })
  return asked
}

describe('who may share', () => {
  test.for(SERVICE_NAMES.filter((name) => name !== 'identity'))(
    'a public answer of %s is asked for once',
    async (name) => expect(await askTwice(name)).toBe(1),
  )

  test('an answer of identity, which is given cookies, is never shared', async () => {
    expect(await askTwice('identity')).toBe(2)
  })
})

const unchanged: Answer = (request, reply, count) => {
  reply.header('cache-control', 'public, max-age=5').header('etag', '"v1"').header('x-count', count)
  return request.headers['if-none-match'] === '"v1"' ? reply.code(304).send() : reply.send({ waits: [] })
}

describe('an answer with an etag', () => {
  test('a 304 of the service makes a shared answer fresh again, with the headers of the 304', async () => {
    const { get, clock, asked } = await createBoard(unchanged)
    await get()
    clock.now += 5_000

    const response = await get()

    expect(response.json()).toEqual({ waits: [] })
    expect(response.headers).toMatchObject({ 'x-count': '2', age: '0', 'content-length': '12' })
    expect(asked[1]).toMatchObject({ 'if-none-match': '"v1"' })
  })

  test('304: a shared answer is not sent to a client that has it', async () => {
    const { get } = await createBoard(unchanged)
    await get()

    const response = await get({ 'if-none-match': 'W/"v1"' })

    expect(response.statusCode).toBe(304)
    expect(response.body).toBe('')
    expect(response.headers).toMatchObject({ etag: '"v1"', 'cache-control': 'public, max-age=5' })
  })

  test('200: a shared answer is sent to a client that has another version', async () => {
    const { get } = await createBoard(unchanged)
    await get()

    expect((await get({ 'if-none-match': '"v0"' })).statusCode).toBe(200)
  })
})

describe('an answer that is for one caller', () => {
  const kinds: { name: string; answer: Answer }[] = [
    {
      name: 'private',
      answer: (_q, reply, n) => reply.header('cache-control', 'private, max-age=5').send({ n }),
    },
    {
      name: 'no-store',
      answer: (_q, reply, n) => reply.header('cache-control', 'public, no-store').send({ n }),
    },
    { name: 'not marked', answer: (_q, reply, n) => reply.send({ n }) },
    {
      name: 'an error',
      answer: (_q, reply, n) => reply.code(404).header('cache-control', 'public, max-age=5').send({ n }),
    },
    {
      name: 'one that sets a cookie',
      answer: (_q, reply, n) =>
        reply.header('cache-control', 'public, max-age=5').header('set-cookie', 'a=b').send({ n }),
    },
    {
      name: 'one that varies',
      answer: (_q, reply, n) =>
        reply.header('cache-control', 'public, max-age=5').header('vary', 'accept-language').send({ n }),
    },
  ]
  test.for(kinds)('an answer for one caller is never shared: $name', async ({ answer }) => {
    const { get } = await createBoard(answer)

    const responses = await Promise.all([get(), get(), get()])

    expect(new Set(responses.map(({ body }) => body)).size).toBe(3)
  })

  test('a request with an Authorization header always goes to the service', async () => {
    const { get, asked } = await createBoard(forAll)
    await get()

    const own = await get({ authorization: 'me' })

    expect(own.json()).toEqual({ count: 2 })
    expect(asked).toHaveLength(2)
  })

  test('a request with a key to a gate always goes to the service, with the key', async () => {
    const { get, asked } = await createBoard(forAll)
    await get()

    expect((await get({ [GATE_KEY_HEADER]: 'a-key' })).json()).toEqual({ count: 2 })
    expect(asked[1]).toMatchObject({ [GATE_KEY_HEADER]: 'a-key' })
  })

  test('a visitor with a session cookie gets the shared answer: the cookie reaches no service that shares', async () => {
    const { get, asked } = await createBoard(forAll)
    await get()

    expect((await get({ cookie: 'rt=me' })).json()).toEqual({ count: 1 })
    expect(JSON.stringify(asked)).not.toContain('rt=me')
  })

  test('a shared answer is asked for without any header of the client who asked first', async () => {
    const { get, asked } = await createBoard(forAll)
    await get({ 'accept-language': 'de', 'user-agent': 'mine' })

    expect(asked[0]).not.toHaveProperty('accept-language')
    expect(asked[0]).not.toHaveProperty('user-agent')
  })
})

describe('a service that fails while many wait', () => {
  test('503: all who wait for an answer are told of the failure, and the next request asks the service again', async () => {
    let isAway = true
    const { get } = await createBoard((request, reply, count) => {
      if (isAway) request.raw.socket.destroy()
      return forAll(request, reply, count)
    })

    const responses = await Promise.all([get(), get(), get()])
    isAway = false

    expect(responses.map(({ statusCode }) => statusCode)).toEqual([503, 503, 503])
    expect((await get()).statusCode).toBe(200)
  })
})
