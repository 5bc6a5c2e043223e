import type { Cache } from '@walkon/service/cache'
import { createMemoryCache } from '@walkon/service/memory-cache'
import type { FastifyInstance } from 'fastify'
import { once } from 'node:events'
import { get } from 'node:http'
import { promisify } from 'node:util'
import { expect, test, vi } from 'vitest'
import { BOARD, createStream, PATH } from '../testing/live-stream.ts'

const openConnections = ({ server }: FastifyInstance) => promisify(server.getConnections.bind(server))()

const from = (address: string) => ({ 'x-forwarded-for': address })

test('429: streams that are asked for at once do not pass the limit of a client together', async () => {
  const { view } = await createStream({ STREAMS_PER_CLIENT: 2 })

  const viewers = await Promise.all([1, 2, 3, 4, 5].map(() => view()))

  expect(viewers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(2)
})

test('429: the streams of all addresses of an IPv6 /56 are counted as of one client', async () => {
  const { view } = await createStream({ STREAMS_PER_CLIENT: 1 })
  await view(PATH, from('2001:db8:1:1::1'))

  expect((await view(PATH, from('2001:db8:1:1:ffff::2'))).status).toBe(429)
  expect((await view(PATH, from('2001:db8:1:100::1'))).status).toBe(200)
})

test('503: all clients together hold no more streams than the limit of the gateway', async () => {
  const { view } = await createStream({ STREAMS_IN_ALL: 1 })
  await view(PATH, from('203.0.113.1'))

  expect((await view(PATH, from('203.0.113.2'))).status).toBe(503)
})

test('200: the place of a viewer who has left is free again', async () => {
  const { view } = await createStream({ STREAMS_PER_CLIENT: 1 })
  const viewer = await view()
  expect((await view()).status).toBe(429)

  viewer.leave()

  await vi.waitFor(async () => expect((await view()).status).toBe(200))
})

test('200: a stream that is refused holds no place', async () => {
  const { view } = await createStream({ STREAMS_PER_CLIENT: 1 })
  const refused = await view('/api/parks/elsewhere/live/stream')
  await once(refused.response, 'end')

  await vi.waitFor(async () => expect((await view()).status).toBe(200))
})

test('200: a viewer who left while the request was being counted holds neither a place nor the stream of the service', async () => {
  const counting = Promise.withResolvers<number>()
  const increment = vi.fn<Cache['increment']>().mockReturnValueOnce(counting.promise).mockResolvedValue(1)
  const sharedCounts = { ...createMemoryCache(), increment }
  const { gateway, url, opened, view } = await createStream({ STREAMS_PER_CLIENT: 1 }, { sharedCounts })
  const request = get(url + PATH, { agent: false }).on('error', () => {})
  await vi.waitFor(() => expect(increment).toHaveBeenCalled())
  request.destroy()
  await vi.waitFor(() => expect(openConnections(gateway)).resolves.toBe(0))

  counting.resolve(1)

  await vi.waitFor(async () => expect((await view()).status).toBe(200))
  await vi.waitFor(() => expect(opened.filter(({ closed }) => !closed)).toHaveLength(1))
})

test('429: opening a stream counts as a request, joining an open one does not', async () => {
  const { view } = await createStream({ RATE_LIMIT_PER_MINUTE: 1 })
  for (let i = 0; i < 3; i++) await (await view()).has(BOARD)

  expect((await view('/api/parks/elsewhere/live/stream')).status).toBe(429)
})
