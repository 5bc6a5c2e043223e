import { PING_BLOCK, PING_MS } from '@walkon/contracts/http/event-stream'
import { once } from 'node:events'
import { createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { createLaneStreams } from './lane-streams.ts'

afterEach(() => void vi.useRealTimers())

test('a viewer hears a ping as an event while nothing is read', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const streams = createLaneStreams()
  const server = createServer((_request, response) => streams.open(response)).listen(0, '127.0.0.1')
  onTestFinished(() => server.close().closeAllConnections())
  await once(server, 'listening')
  const viewer = await new Promise<IncomingMessage>((resolve) =>
    get({ host: '127.0.0.1', port: (server.address() as AddressInfo).port }, resolve),
  )
  let heard = ''
  viewer.setEncoding('utf8').on('data', (chunk: string) => (heard += chunk))
  await vi.waitFor(() => expect(heard).toMatch(/^event: readings\n/))

  vi.advanceTimersByTime(PING_MS)

  await vi.waitFor(() => expect(heard.endsWith(PING_BLOCK)).toBe(true))
})
