import autocannon from 'autocannon'
import { median, scaled } from './measures.ts'
import { atLeast, type BenchResult } from './result.ts'
import { spawnServer, type SpawnedServer } from './spawned-server.ts'

const GOAL = 0.6
const CONNECTIONS = 40
const ROUNDS = 7
const ROUND_SECONDS = 2
const PATH = '/api/parks/75ea578a-adc8-4116-a54d-dccb60765ef9/live'

/**
 * How fast the live board comes through the gateway, compared with bare Fastify that serves the same body: both in a
 * process of their own, asked in turns, so that a slow moment of the machine slows both.
 */
export async function benchLiveBoard(scale: number): Promise<BenchResult[]> {
  const servers: SpawnedServer[] = []
  const start = async (...args: string[]) => {
    const server = await spawnServer('live-board-server.ts', ...args)
    servers.push(server)
    return server.addresses[0] ?? ''
  }
  try {
    const bareUrl = await start('bare')
    const gatewayUrl = await start('gateway', await start('upstream'))
    await assertSameBody(bareUrl + PATH, gatewayUrl + PATH)

    const seconds = scaled(ROUND_SECONDS, scale, 1)
    for (const url of [bareUrl, gatewayUrl]) await requestsPerSecond(url, seconds)
    const ratios: number[] = []
    for (let round = 0; round < scaled(ROUNDS, scale, 1); round++) {
      const bare = await requestsPerSecond(bareUrl, seconds)
      const gateway = await requestsPerSecond(gatewayUrl, seconds)
      console.log(`bare Fastify ${Math.round(bare)}/s, gateway ${Math.round(gateway)}/s`)
      ratios.push(gateway / bare)
    }
    return [atLeast('the live board through the gateway', median(ratios), 'of bare Fastify', GOAL)]
  } finally {
    for (const server of servers) server.stop()
  }
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
