import { get as request, type IncomingMessage, type ServerResponse } from 'node:http'
import { expect, onTestFinished, vi } from 'vitest'
import type { GatewaySettings } from '../config.ts'
import { createTestGateway, startService, type TestDeps } from './gateway.ts'

export const ride = (rideId: string, waitMinutes: number) => ({ rideId, waitMinutes })
export const block = (event: string, readAt: string, rides: unknown[]) =>
  `event: ${event}\ndata: ${JSON.stringify({ parkId: 'mk', readAt, isStale: false, rides })}\n\n`
export const BOARD = block('board', '10:00', [ride('a', 40), ride('b', 10)])
export const CHANGE = block('rides', '10:01', [ride('a', 15), ride('c', 5)])

/** The address of the stream at the gateway. */
export const PATH = '/api/parks/mk/live/stream'

/** A gateway that listens, before a park-data whose streams are in the test's hands. */
export async function createStream(overrides: Partial<GatewaySettings> = {}, deps: TestDeps = {}) {
  const opened: ServerResponse[] = []
  const park = { isAway: false, isGone: false, holdsBack: false, first: BOARD }
  const parkData = await startService((app) => {
    app.get('/:park/live/stream', (asked, reply) => {
      if (park.isAway) return reply.code(503).send({ code: 'unavailable' })
      if (park.isGone || (asked.params as { park: string }).park !== 'mk') {
        return reply.code(404).send({ code: 'park-not-found' })
      }
      reply.hijack()
      opened.push(reply.raw)
      if (!park.holdsBack) reply.raw.writeHead(200, { 'content-type': 'text/event-stream' }).write(park.first)
      return reply
    })
    app.get('/trickle', (_asked, reply) => {
      reply.hijack()
      reply.raw.writeHead(200, { 'content-type': 'text/plain' })
      const dripping = setInterval(() => reply.raw.write('.'), 5)
      reply.raw.once('close', () => clearInterval(dripping))
    })
    app.get('/mk/hidden', (_asked, reply) => {
      reply.hijack()
      opened.push(reply.raw)
      reply.raw.writeHead(200, { 'content-type': 'text/event-stream' }).write(BOARD)
    })
    app.get('/ordinary', () => ({}))
  })
  const settings = { PARK_DATA_URL: parkData, TRUSTED_PROXIES: ['127.0.0.1'], ...overrides }
  const gateway = createTestGateway(settings, deps)
  const url = await gateway.listen({ host: '127.0.0.1', port: 0 })

  /** A viewer; `text` fills as its events come. */
  async function view(path = PATH, headers: Record<string, string> = {}) {
    const response = await new Promise<IncomingMessage>((resolve, reject) =>
      request(url + path, { headers, agent: false }, resolve).once('error', reject),
    )
    onTestFinished(() => void response.destroy())
    const viewer = {
      response,
      status: response.statusCode,
      text: '',
      leave: () => response.destroy(),
      has: (text: string) => vi.waitFor(() => expect(viewer.text).toBe(text)),
    }
    response.on('error', () => {})
    response.setEncoding('utf8').on('data', (chunk: string) => (viewer.text += chunk))
    return viewer
  }
  return { gateway, url, opened, park, view }
}
