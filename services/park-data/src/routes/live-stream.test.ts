import { arrivalOf } from '@walkon/testing/arrival'
import { liveStreamMessage, type LiveStreamMessage } from '@walkon/contracts/http/parks'
import { createMemoryCache } from '@walkon/service/memory-cache'
import type { Cache } from '@walkon/service/cache'
import { get as request, type IncomingMessage } from 'node:http'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { boardKey } from '../domain/board-update.ts'
import { portOf } from '../testing/feed-server.ts'
import { COASTER, NORTH, rideRow } from '../testing/sample-feed.ts'
import { createParkDatabase, createWorld, type World } from '../testing/world.ts'

const database = await createParkDatabase()
afterAll(database.drop)

let world: World
let cache: Cache
let subscriptions: number
let isDeaf: boolean
const viewers: IncomingMessage[] = []

beforeEach(async () => {
  subscriptions = 0
  isDeaf = false
  const memory = createMemoryCache()
  cache = {
    ...memory,
    publish: async (channel, message) => (isDeaf ? undefined : memory.publish(channel, message)),
    subscribe: async (channel, listener) => {
      subscriptions++
      const unsubscribe = await memory.subscribe(channel, listener)
      return async () => {
        subscriptions--
        await unsubscribe()
      }
    },
  }
  world = await createWorld(database, { cache })
  await world.app.listen({ host: '127.0.0.1', port: 0 })
})
afterEach(async () => {
  vi.restoreAllMocks()
  for (const viewer of viewers.splice(0)) viewer.destroy()
  await world.close()
})

type Message = { event: string; data: LiveStreamMessage }

/** A viewer of a stream; `messages` grows as they arrive. */
async function look() {
  const response = await arrivalOf(
    'response of the stream',
    new Promise<IncomingMessage>((resolve) =>
      request(`http://127.0.0.1:${portOf(world.app.server)}/${NORTH}/live/stream`, resolve),
    ),
  )
  viewers.push(response)
  const messages: Message[] = []
  let text = ''
  response.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
    const parts = text.split('\n\n')
    text = parts.pop() ?? ''
    for (const part of parts) {
      const [, event = '', data = ''] = /^event: (\w+)\ndata: (.*)$/.exec(part) ?? []
      if (event) messages.push({ event, data: liveStreamMessage.parse(JSON.parse(data)) })
    }
  })
  const ended = new Promise<void>((resolve) => response.once('close', () => resolve()))
  return { response, messages, ended }
}

const received = (messages: Message[], count: number) =>
  vi.waitFor(() => expect(messages).toHaveLength(count))
const showWait = (wait: number) => {
  world.resort.parks[0].live[0] = rideRow({ id: COASTER, name: 'Comet Coaster', wait })
}

test('200: the first message of a stream is the whole board', async () => {
  const { response, messages } = await look()
  expect(response.statusCode).toBe(200)
  expect(response.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
  })
  await received(messages, 1)
  expect(messages[0]).toMatchObject({
    event: 'board',
    data: { parkId: NORTH, readAt: '2026-07-14T16:00:00.000Z' },
  })
  expect(messages[0]?.data.rides).toHaveLength(2)
})

test('the messages after the first have the rides that changed', async () => {
  const { messages } = await look()
  await received(messages, 1)
  showWait(15)
  await world.pollAfter(5)
  await received(messages, 2)
  expect(messages[1]?.event).toBe('rides')
  expect(messages[1]?.data.rides).toMatchObject([
    { rideId: COASTER, waitMinutes: 15, previousWaitMinutes: 40 },
  ])
})

test('a poll without a change sends the time of reading', async () => {
  const { messages } = await look()
  await received(messages, 1)
  await world.pollAfter(5)
  await received(messages, 2)
  expect(messages[1]).toEqual({
    event: 'rides',
    data: { parkId: NORTH, readAt: '2026-07-14T16:05:00.000Z', isStale: false, rides: [] },
  })
})

test('a viewer that missed an update gets the whole board with the next one', async () => {
  const { messages } = await look()
  await received(messages, 1)
  isDeaf = true
  showWait(15)
  await world.pollAfter(5)
  isDeaf = false
  await world.pollAfter(5)
  await received(messages, 2)
  expect(messages[1]).toMatchObject({ event: 'board', data: { readAt: '2026-07-14T16:10:00.000Z' } })
  expect(messages[1]?.data.rides[0]).toMatchObject({ rideId: COASTER, waitMinutes: 15 })
})

test('many viewers of a park share one listener, which ends with the last of them', async () => {
  const [first, second] = [await look(), await look()]
  await received(second.messages, 1)
  expect(subscriptions).toBe(1)
  await world.pollAfter(5)
  await Promise.all([received(first.messages, 2), received(second.messages, 2)])
  first.response.destroy()
  second.response.destroy()
  await vi.waitFor(() => expect(subscriptions).toBe(0))
})

test('a viewer who connects later has the same reading as the others', async () => {
  const first = await look()
  await received(first.messages, 1)
  await world.pollAfter(5)
  await received(first.messages, 2)
  const second = await look()
  await received(second.messages, 1)
  expect(second.messages[0]).toMatchObject({ event: 'board', data: { readAt: '2026-07-14T16:05:00.000Z' } })
  await world.pollAfter(5)
  await Promise.all([received(first.messages, 3), received(second.messages, 2)])
  expect(second.messages[1]?.event).toBe('rides')
})

test('503: no stream is opened whose board cannot be read, and the next try gets the board', async () => {
  const refused = Object.assign(new Error('The database is away'), { code: 'ECONNREFUSED' })
  vi.spyOn(cache, 'get').mockResolvedValue(null)
  vi.spyOn(database.db, 'execute').mockRejectedValue(refused)
  expect((await look()).response.statusCode).toBe(503)

  vi.restoreAllMocks()

  await received((await look()).messages, 1)
})

test('a stream whose board is being read when the service stops begins with it and ends', async () => {
  const cached = Promise.withResolvers<null>()
  const readCache = cache.get
  const reading = vi
    .spyOn(cache, 'get')
    .mockImplementation((key) => (key === boardKey(NORTH) ? cached.promise : readCache(key)))
  const looking = look()
  await vi.waitFor(() => expect(reading).toHaveBeenCalledWith(boardKey(NORTH)))

  const closed = world.app.close()
  await vi.waitFor(() => expect(world.app.server.listening).toBe(false))
  cached.resolve(null)

  const { response, messages, ended } = await looking
  expect(response.headers['content-type']).toBe('text/event-stream; charset=utf-8')
  await ended
  expect(messages).toHaveLength(1)
  await closed
})

test('streams end when the service stops, so that it can close', async () => {
  const { ended } = await look()
  await world.app.close()
  await expect(ended).resolves.toBeUndefined()
})
