import { PING_BLOCK } from '@walkon/contracts/http/event-stream'
import { once } from 'node:events'
import { describe, expect, test, vi } from 'vitest'
import { startService } from '../testing/gateway.ts'
import { block, BOARD, CHANGE, createStream, PATH, ride } from '../testing/live-stream.ts'

describe('a live stream', () => {
  test.for([{ accept: 'text/event-stream' }, { accept: 'application/json' }, {}])(
    '200: each event of a live stream comes when it is sent, to a client that accepts %o',
    async (headers: Record<string, string>) => {
      const { view, opened } = await createStream()
      const viewer = await view(PATH, headers)

      expect(viewer.response.headers['content-type']).toBe('text/event-stream; charset=utf-8')
      expect(viewer.response.headers).toHaveProperty('content-security-policy')
      await viewer.has(BOARD)
      opened[0]!.write(CHANGE)
      await viewer.has(BOARD + CHANGE)
    },
  )

  test('200: an event that comes in pieces is sent whole', async () => {
    const { view, opened } = await createStream()
    const viewer = await view()
    await viewer.has(BOARD)
    const change = Buffer.from(block('rides', '10:01', [{ rideId: 'a', name: 'Rémy 美女' }]))

    opened[0]!.write(change.subarray(0, change.length - 9))
    await vi.waitFor(() => expect(opened[0]!.writableLength).toBe(0))
    opened[0]!.write(change.subarray(change.length - 9))

    await viewer.has(BOARD + change.toString())
  })

  test('200: a live stream may be silent for longer than an ordinary answer may take', async () => {
    const { url, view, opened } = await createStream({
      UPSTREAM_TIMEOUT_MS: 1_000,
      UPSTREAM_TOTAL_TIMEOUT_MS: 2_000,
    })
    const viewer = await view()
    await viewer.has(BOARD)

    await expect(fetch(`${url}/api/parks/trickle`).then((all) => all.text())).rejects.toThrow('terminated')
    opened[0]!.write(CHANGE)

    await viewer.has(BOARD + CHANGE)
  })

  test('200: a ping of the service is about its own stream, and is not passed on', async () => {
    const { view, opened } = await createStream()
    const viewer = await view()
    await viewer.has(BOARD)

    opened[0]!.write(PING_BLOCK + CHANGE)

    await viewer.has(BOARD + CHANGE)
    expect(viewer.text).not.toContain('ping')
  })

  test('404: where the service refuses a live stream, its refusal is passed on', async () => {
    const { view, gateway } = await createStream()

    expect((await view('/api/parks/elsewhere/live/stream')).status).toBe(404)
    const { headers } = await gateway.inject({ url: '/api/parks/elsewhere/live/stream' })
    expect(headers['content-type']).toContain('application/json')
  })

  test('a live stream ends whole when the gateway stops, so that the page connects again', async () => {
    const { view, gateway } = await createStream()
    const viewer = await view()
    await viewer.has(BOARD)

    const [stopped] = [gateway.close(), await once(viewer.response, 'end')]

    expect(viewer.response.complete).toBe(true)
    await stopped
  })
})

describe('viewers of one park', () => {
  test('viewers of one park share one stream of the service, however the address is written', async () => {
    const { view, opened } = await createStream()

    const viewers = await Promise.all([view(), view(`${PATH}?x=1`), view('/api/parks/MK/live/stream')])

    await Promise.all(viewers.map((viewer) => viewer.has(BOARD)))
    expect(opened).toHaveLength(1)
  })

  test('a viewer who joins later is sent the board with all its changes at once', async () => {
    const { view, opened } = await createStream()
    const first = await view()
    await first.has(BOARD)
    opened[0]!.write(CHANGE)
    await first.has(BOARD + CHANGE)

    const later = await view()

    await later.has(block('board', '10:01', [ride('a', 15), ride('b', 10), ride('c', 5)]))
    expect(opened).toHaveLength(1)
  })

  test('viewers keep their stream when the service breaks its own off, and are then sent the new board', async () => {
    const { view, opened, park } = await createStream()
    const viewer = await view()
    await viewer.has(BOARD)
    park.first = block('board', '10:05', [ride('a', 5)])

    opened[0]!.destroy()

    await viewer.has(BOARD + park.first)
    expect(opened).toHaveLength(2)
  })

  test('the streams of viewers end when the service has the stream no more', async () => {
    const { view, opened, park } = await createStream()
    const viewer = await view()
    await viewer.has(BOARD)
    const ended = once(viewer.response, 'end')
    park.isGone = true

    opened[0]!.end()

    await ended
    expect(viewer.response.complete).toBe(true)
    expect((await view()).status).toBe(404)
  })

  test('503: a new viewer is given no board from before the stream was lost', async () => {
    const { view, opened, park } = await createStream()
    const viewer = await view()
    await viewer.has(BOARD)
    park.isAway = true
    opened[0]!.destroy()

    await vi.waitFor(async () => expect((await view()).status).toBe(503))
    park.isAway = false
    await viewer.has(BOARD + BOARD)
  })

  test('the stream of the service is closed as soon as its last viewer has left, and not before', async () => {
    const { view, opened } = await createStream()
    const [first, second] = [await view(), await view()]
    await Promise.all([first.has(BOARD), second.has(BOARD)])
    const closed = once(opened[0]!, 'close')

    first.leave()
    opened[0]!.write(CHANGE)
    await second.has(BOARD + CHANGE)
    expect(opened[0]!.closed).toBe(false)
    second.leave()

    await expect(closed).resolves.toBeDefined()
    await (await view()).has(BOARD)
    expect(opened).toHaveLength(2)
  })

  test('a viewer who does not read misses events and is then sent the whole board: what is unsent is bounded', async () => {
    const { view, opened } = await createStream()
    const [slow, reader] = [await view(), await view()]
    await Promise.all([slow.has(BOARD), reader.has(BOARD)])
    slow.response.pause()
    const wide = (minute: number) =>
      block('rides', `11:${minute}`, [{ rideId: 'a', name: 'x'.repeat(500_000), waitMinutes: minute }])

    for (let minute = 10; minute < 50; minute++) {
      opened[0]!.write(wide(minute))
      // As the event, or in the board where the gateway has not noticed yet that the one before was read.
      await vi.waitFor(() => {
        expect(reader.text).toContain(`"readAt":"11:${minute}"`)
        expect(reader.text.endsWith('\n\n')).toBe(true)
      })
      reader.text = ''
    }
    slow.response.resume()

    await vi.waitFor(() => expect(slow.text).toContain('event: board\ndata: {"parkId":"mk","readAt":"11:49"'))
    expect(slow.text.length).toBeLessThan(15_000_000)
  })
})

test('200: the inbox of the sandbox is a live stream too', async () => {
  const sandbox = await startService((app) => {
    app.get('/sandbox/inbox/stream', (_asked, reply) => {
      reply.hijack()
      reply.raw.writeHead(200, { 'content-type': 'text/event-stream' })
      reply.raw.write('retry: 2000\n\nevent: ready\ndata: {}\n\n')
    })
  })
  const { view } = await createStream({ SANDBOX_URL: sandbox })

  const viewer = await view('/sandbox/inbox/stream')

  await vi.waitFor(() => expect(viewer.text).toBe('event: ready\ndata: {}\n\n'))
})

describe('an ordinary route', () => {
  test('503: an event stream on an ordinary route is broken off', async () => {
    const { view, opened } = await createStream()

    expect((await view('/api/parks/mk/hidden')).status).toBe(503)
    await vi.waitFor(() => expect(opened[0]!.closed).toBe(true))
  })

  test('200: an ordinary route answers while more streams are asked for than there are connections for answers', async () => {
    const { view, gateway, park } = await createStream()
    park.holdsBack = true
    const waiting = Array.from({ length: 150 }, () => view(PATH, { accept: '*/*' }).catch(() => null))

    expect((await gateway.inject({ url: '/api/parks/ordinary' })).statusCode).toBe(200)
    park.holdsBack = false
    await gateway.close()
    await Promise.all(waiting)
  })
})
