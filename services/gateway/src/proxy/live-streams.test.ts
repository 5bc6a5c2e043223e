import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { describe, expect, test, vi } from 'vitest'
import type { GatewaySettings } from '../config.ts'
import { createTestGateway, startService } from '../testing/gateway.ts'

/** A gateway that listens, before a park-data whose stream is in the test's hands. */
async function createStream(overrides: Partial<GatewaySettings> = {}) {
  const opened: ServerResponse[] = []
  const parkData = await startService((app) => {
    app.get('/mk/live/stream', (_request, reply) => {
      reply.hijack()
      reply.raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
      reply.raw.write('event: board\n\n')
      opened.push(reply.raw)
    })
    app.get('/stalled', (_request, reply) => {
      reply.hijack()
      reply.raw.writeHead(200, { 'content-length': '2' }).write('1')
    })
  })
  const gateway = createTestGateway({ PARK_DATA_URL: parkData, ...overrides })
  const url = await gateway.listen({ host: '127.0.0.1', port: 0 })
  const leaving = new AbortController()

  return {
    gateway,
    opened,
    leave: () => leaving.abort(),
    /** Rejects once an ordinary answer has been silent for as long as it may. */
    stalledAnswer: async () => (await fetch(`${url}/api/parks/stalled`)).text(),
    open: () =>
      fetch(`${url}/api/parks/mk/live/stream`, {
        headers: { accept: 'text/event-stream' },
        signal: leaving.signal,
      }),
  }
}

const readerOf = (response: Response) => {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  return async () => (await reader.read()).value
}

describe('a live stream', () => {
  test('200: each message comes when it is sent', async () => {
    const { open, opened } = await createStream()
    const response = await open()
    const next = readerOf(response)

    expect(response.headers.get('content-type')).toBe('text/event-stream')
    expect(await next()).toBe('event: board\n\n')
    opened[0]!.write('event: rides\n\n')
    expect(await next()).toBe('event: rides\n\n')
  })

  test('200: silence for longer than an answer may take is no fault', async () => {
    const { open, opened, stalledAnswer } = await createStream({ UPSTREAM_TIMEOUT_MS: 20 })
    const next = readerOf(await open())
    await next()

    await expect(stalledAnswer()).rejects.toThrow('terminated')
    opened[0]!.write('event: late\n\n')

    expect(await next()).toBe('event: late\n\n')
  })

  test('the service hears at once that the visitor has left', async () => {
    const { open, opened, leave } = await createStream()
    await readerOf(await open())()
    const closed = once(opened[0]!, 'close')

    leave()

    await expect(closed).resolves.toBeDefined()
  })

  test('ends whole when the gateway stops, so that the page connects anew', async () => {
    const { open, gateway } = await createStream()
    const next = readerOf(await open())
    await next()

    const stopped = gateway.close()

    expect(await next()).toBeUndefined()
    await stopped
  })

  test('breaks off when the service does', async () => {
    const { open, opened } = await createStream()
    const next = readerOf(await open())
    await next()

    opened[0]!.destroy()

    await expect(next()).rejects.toThrow('terminated')
  })

  test('429: a client that holds as many as it may', async () => {
    const { open, opened } = await createStream({ STREAMS_PER_CLIENT: 1 })
    const next = readerOf(await open())
    await next()

    expect((await open()).status).toBe(429)

    opened[0]!.end()
    await next()
    await vi.waitFor(async () => expect((await open()).status).toBe(200))
  })
})
