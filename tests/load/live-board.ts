import autocannon from 'autocannon'
import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { atLeast, type BenchResult } from './result.ts'

const GOAL = 0.6
const CONNECTIONS = 40
const ROUNDS = 7
const ROUND_SECONDS = 2
const PATH = '/api/parks/75ea578a-adc8-4116-a54d-dccb60765ef9/live'

/**
 * How fast the live board comes through the gateway, compared with bare Fastify that serves the same body: both in a
 * process of their own, asked in turns, so that a slow moment of the machine slows both.
 */
export async function benchLiveBoard(): Promise<BenchResult[]> {
  const servers: ChildProcess[] = []
  try {
    const bareUrl = await startServer(servers, 'bare')
    const upstreamUrl = await startServer(servers, 'upstream')
    const gatewayUrl = await startServer(servers, 'gateway', upstreamUrl)
    await assertSameBody(bareUrl + PATH, gatewayUrl + PATH)

    for (const url of [bareUrl, gatewayUrl]) await requestsPerSecond(url, 2)
    const ratios: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const bare = await requestsPerSecond(bareUrl, ROUND_SECONDS)
      const gateway = await requestsPerSecond(gatewayUrl, ROUND_SECONDS)
      console.log(`bare Fastify ${Math.round(bare)}/s, gateway ${Math.round(gateway)}/s`)
      ratios.push(gateway / bare)
    }
    return [atLeast('the live board through the gateway', median(ratios), 'of bare Fastify', GOAL)]
  } finally {
    for (const server of servers) server.kill()
  }
}

/** Resolves with its address, which is the first line it prints. */
function startServer(servers: ChildProcess[], ...args: string[]): Promise<string> {
  const server = spawn(process.execPath, [join(import.meta.dirname, 'live-board-server.ts'), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  servers.push(server)
  return new Promise((resolve, reject) => {
    server.stdout.once('data', (line: Buffer) => resolve(line.toString().trim()))
    server.once('exit', (code) => reject(new Error(`The ${args[0]} server ended with ${code}`)))
  })
}

async function requestsPerSecond(origin: string, duration: number): Promise<number> {
  const { requests, errors, non2xx } = await autocannon({
    url: origin + PATH,
    connections: CONNECTIONS,
    duration,
  })
  if (errors + non2xx > 0) throw new Error(`${errors} requests failed, ${non2xx} were refused`)
  return requests.average
}

async function assertSameBody(...urls: string[]): Promise<void> {
  const bodies = await Promise.all(urls.map(async (url) => (await fetch(url)).text()))
  if (new Set(bodies).size !== 1) throw new Error('The servers do not serve the same body')
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
