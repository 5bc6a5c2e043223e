import type { LiveRide } from '@walkon/contracts/http/parks'
import { createLog } from '@walkon/service/log'
import { createMemoryCache } from '@walkon/service/memory-cache'
import type { ParkEntry } from '@walkon/park-data/db/directory'
import { boardChannel, encodeUpdate } from '@walkon/park-data/domain/board-update'
import { createBoardStreams } from '@walkon/park-data/http/board-stream'
import { readdirSync, readlinkSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { benchGateway } from './bench-gateway.ts'
import { sampleBoard } from './sample-board.ts'

/**
 * One server of the viewers benchmark, in a process of its own: `bare` is a `node:http` event stream and nothing else,
 * `park-data` its live streams over a memory cache, `gateway` is ours in front of it. Prints the address of the streams
 * and that of its controls: `GET /use` and `POST /change?reading=`.
 */

const HEAD = { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' }
const CHANGED_RIDES = 5

const park: ParkEntry = {
  id: '75ea578a-adc8-4116-a54d-dccb60765ef9',
  name: 'The park',
  timezone: 'America/New_York',
  retired: false,
  destinationId: '00000000-0000-4000-8000-000000000001',
  destinationName: 'The resort',
  destinationSlug: null,
  openings: [],
  vote: { readAt: null, openByRidesAt: null },
  mayAlert: true,
  places: [],
}

/** As instants: they rise with the number of the reading. */
const readAtOf = (reading: number) => new Date(Date.UTC(2026, 6, 1) + reading * 60_000).toISOString()
const messageOf = (readAt: string, rides: LiveRide[]) =>
  JSON.stringify({ parkId: park.id, readAt, isStale: false, rides })

type Streams = { url: string; change: (reading: number) => unknown }

async function bareStreams(): Promise<Streams> {
  const viewers = new Set<ServerResponse>()
  const board = Buffer.from(`event: board\ndata: ${messageOf(readAtOf(0), sampleBoard)}\n\n`)
  const url = await listen((_request, response) => {
    viewers.add(response)
    response.once('close', () => viewers.delete(response))
    response.writeHead(200, HEAD).write(board)
  })
  const change = (reading: number) => {
    const rides = messageOf(readAtOf(reading), sampleBoard.slice(0, CHANGED_RIDES))
    const block = Buffer.from(`event: rides\ndata: ${rides}\n\n`)
    for (const viewer of viewers) viewer.write(block)
  }
  return { url, change }
}

async function parkDataStreams(): Promise<Streams> {
  const cache = createMemoryCache()
  let readAt = readAtOf(0)
  const prepared = async () => {
    const message = messageOf(readAt, sampleBoard)
    return { readAt, message, body: Buffer.from(message), etag: '"board"', isStale: false }
  }
  const streams = createBoardStreams({
    cache,
    boards: { read: prepared, readNow: prepared },
    log: createLog({ service: 'park-data', level: 'warn' }),
    onViewed: () => {},
  })
  const url = await listen((_request, response) => void streams.open(park, response))
  const change = (reading: number) => {
    const after = readAt
    readAt = readAtOf(reading)
    const message = messageOf(readAt, sampleBoard.slice(0, CHANGED_RIDES))
    return cache.publish(boardChannel(park.id), encodeUpdate({ after, readAt, message }))
  }
  return { url, change }
}

async function gatewayStreams(upstreamUrl: string): Promise<Streams> {
  const gateway = benchGateway(upstreamUrl)
  return { url: await gateway.listen({ host: '127.0.0.1', port: 0, backlog: 4_096 }), change: () => {} }
}

async function listen(handle: Parameters<typeof createServer>[1]): Promise<string> {
  const server = createServer(handle)
  await new Promise<void>((resolve) => server.listen({ host: '127.0.0.1', port: 0, backlog: 4_096 }, resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

/** What this process holds after a garbage collection. */
function useOfProcess() {
  collectGarbage()
  collectGarbage()
  const { rss, heapUsed, external } = process.memoryUsage()
  return { rss, heldBytes: heapUsed + external, sockets: countSockets() }
}

const countSockets = () =>
  readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).startsWith('socket:')
    } catch {
      return false
    }
  }).length

const [kind, upstreamUrl = ''] = process.argv.slice(2)
const streams =
  kind === 'bare'
    ? await bareStreams()
    : kind === 'park-data'
      ? await parkDataStreams()
      : await gatewayStreams(upstreamUrl)
const controlUrl = await listen(async (request, response) => {
  const asked = new URL(request.url ?? '/', 'http://localhost')
  if (request.method === 'POST') await streams.change(Number(asked.searchParams.get('reading')))
  response.setHeader('connection', 'close')
  response.end(JSON.stringify(request.method === 'POST' ? {} : useOfProcess()))
})
process.stdout.write(`${streams.url} ${controlUrl}\n`)
