import { connect, type Socket } from 'node:net'
import { z } from 'zod'
import { median, scaled } from './measures.ts'
import { atMost, figure, mustBe, type BenchResult } from './result.ts'
import { spawnServer, type SpawnedServer } from './spawned-server.ts'

const VIEWERS = 10_000
const ROUNDS = 5
/** Connections that are opened at once. */
const BATCH = 100
const PATH = '/api/parks/75ea578a-adc8-4116-a54d-dccb60765ef9/live/stream'
const ONE_SECOND_MS = 1_000
const MEMORY_GOAL = 1.5
const OF_BARE = 'of a bare stream'
const END_OF_EVENT = '\n\n'

const use = z.object({ rss: z.number(), heldBytes: z.number(), sockets: z.number() })

/**
 * The viewers of one park on one gateway: when the last of them hears a change, and what a viewer costs, compared with a
 * bare `node:http` event stream in the same run. Each server has a process of its own.
 */
export async function benchViewers(scale: number): Promise<BenchResult[]> {
  const count = scaled(VIEWERS, scale, 50)
  const rounds = scaled(ROUNDS, scale, 2)
  const servers: SpawnedServer[] = []
  const start = async (...args: string[]) => {
    const server = await spawnServer('viewers-server.ts', ...args)
    servers.push(server)
    const [url = '', controlUrl = ''] = server.addresses
    return { url, controlUrl }
  }
  try {
    const bare = await start('bare')
    const ofBare = await measureViewers(bare, bare, count, rounds)
    const parkData = await start('park-data')
    const gateway = await start('gateway', parkData.url)
    const ofGateway = await measureViewers(gateway, parkData, count, rounds)
    console.log(`bare ${JSON.stringify(ofBare)}, gateway ${JSON.stringify(ofGateway)}`)
    return [
      mustBe('viewers of one park who heard every change', ofGateway.heard, 'viewers', count),
      mustBe('sockets of park-data for them', ofGateway.sourceSockets, 'sockets', 1),
      figure('sockets of the gateway for them', ofGateway.sockets, 'sockets'),
      atMost('until the last viewer hears a change', ofGateway.lastMs, 'ms', ONE_SECOND_MS),
      figure('the same of a bare event stream', ofBare.lastMs, 'ms'),
      atMost(
        'memory a viewer, after a collection',
        ofGateway.heldBytes / ofBare.heldBytes,
        OF_BARE,
        MEMORY_GOAL,
      ),
      figure('resident memory of the gateway a viewer', ofGateway.rssBytes / 1024, 'KiB'),
      figure('resident memory of a bare event stream', ofBare.rssBytes / 1024, 'KiB'),
    ]
  } finally {
    for (const server of servers) server.stop()
  }
}

type Server = { url: string; controlUrl: string }

/** `source` is the server that says what changed. Bytes are those of one viewer. */
async function measureViewers(server: Server, source: Server, count: number, rounds: number) {
  // What a process loads and compiles with its first viewers is not theirs.
  const first = await openViewers(server.url, 20)
  await hearChange(source, first, 1)
  const [before, sourceBefore] = [await useOf(server), await useOf(source)]

  const viewers = await openViewers(server.url, count)
  const times: number[] = []
  for (let round = 0; round < rounds; round++) times.push(await hearChange(source, viewers, round + 2))
  const [after, sourceAfter] = [await useOf(server), await useOf(source)]

  for (const { socket } of [...first, ...viewers]) socket.destroy()
  return {
    heard: viewers.filter(({ changes }) => changes === rounds).length,
    lastMs: median(times),
    rssBytes: (after.rss - before.rss) / count,
    heldBytes: (after.heldBytes - before.heldBytes) / count,
    sockets: after.sockets - before.sockets,
    // The first viewers hold the stream that all share: one in all.
    sourceSockets: 1 + sourceAfter.sockets - sourceBefore.sockets,
  }
}

const useOf = async ({ controlUrl }: Server) => use.parse(await (await fetch(`${controlUrl}/use`)).json())

type Viewer = { socket: Socket; changes: number; hear: () => void }

async function openViewers(url: string, count: number): Promise<Viewer[]> {
  const viewers: Viewer[] = []
  while (viewers.length < count) {
    const batch = Array.from({ length: Math.min(BATCH, count - viewers.length) }, () => openViewer(url))
    viewers.push(...(await Promise.all(batch)))
  }
  return viewers
}

/** Resolves when the viewer has the board. */
function openViewer(url: string): Promise<Viewer> {
  const { hostname, port, host } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    const viewer: Viewer = { socket, changes: 0, hear: () => {} }
    let end = ''
    let hasBoard = false
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      end = (end + chunk).slice(-16)
      // The chunk of the transfer encoding ends after the event.
      if (!end.trimEnd().endsWith('}') || !end.includes(END_OF_EVENT)) return
      end = ''
      if (hasBoard) viewer.changes++
      hasBoard = true
      viewer.hear()
      resolve(viewer)
    })
    socket.once('error', reject)
    socket.once('close', () => reject(new Error('A viewer was disconnected')))
    socket.write(`GET ${PATH} HTTP/1.1\r\nhost: ${host}\r\naccept: text/event-stream\r\n\r\n`)
  })
}

/** Milliseconds until the last viewer has heard one change. */
async function hearChange({ controlUrl }: Server, viewers: Viewer[], reading: number): Promise<number> {
  const startedAt = performance.now()
  const heard = Promise.all(viewers.map((viewer) => new Promise<void>((resolve) => (viewer.hear = resolve))))
  await fetch(`${controlUrl}/change?reading=${reading}`, { method: 'POST' })
  await heard
  return performance.now() - startedAt
}
