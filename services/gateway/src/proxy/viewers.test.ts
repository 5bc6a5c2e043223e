import { once } from 'node:events'
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createViewers } from './viewers.ts'

const BLOCK = Buffer.from(`data: ${'x'.repeat(1_000_000)}\n\n`)
const HEADERS = { 'content-type': 'text/event-stream' }

/** A viewer who reads nothing; both ends of the response. */
async function connectViewer() {
  const ends = Promise.withResolvers<ServerResponse>()
  const server = createServer((_request, response) => ends.resolve(response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => server.close().closeAllConnections())
  const reading = new Promise<IncomingMessage>((resolve) =>
    get({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' }, (response) => {
      response.on('error', () => {})
      resolve(response.pause())
    }),
  )
  return { response: await ends.promise, reading }
}

async function fall(response: ServerResponse, viewers: ReturnType<typeof createViewers>) {
  await vi.waitFor(() => {
    viewers.send(BLOCK)
    expect(response.writableNeedDrain).toBe(true)
  })
  viewers.send(BLOCK)
}

test('a viewer who has read nothing for two pings is disconnected', async () => {
  const viewers = createViewers(() => null)
  const { response, reading } = await connectViewer()
  viewers.add(response, HEADERS)
  await reading
  await fall(response, viewers)

  viewers.ping()
  viewers.ping()
  expect(response.destroyed).toBe(false)
  viewers.ping()

  expect(response.destroyed).toBe(true)
})

test('nothing is held for a viewer who does not read, however much is sent', async () => {
  const viewers = createViewers(() => null)
  const { response, reading } = await connectViewer()
  viewers.add(response, HEADERS)
  await reading
  await fall(response, viewers)
  const unsent = response.writableLength

  for (let i = 0; i < 100; i++) viewers.send(BLOCK)

  expect(response.writableLength).toBeLessThanOrEqual(unsent)
})

test('a ping is an event, which a page hears', async () => {
  const viewers = createViewers(() => null)
  const { response, reading } = await connectViewer()
  viewers.add(response, HEADERS)
  const read = (await reading).setEncoding('utf8')

  viewers.ping()

  expect((await once(read.resume(), 'data'))[0]).toBe('event: ping\ndata: {}\n\n')
})
