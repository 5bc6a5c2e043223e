import { scaled } from './measures.ts'
import { cpuSeconds } from './process-measures.ts'
import { figure, type BenchResult } from './result.ts'
import { spawnServer, type SpawnedServer } from './spawned-server.ts'

const REQUESTS = 2_000
const TURNS = 15
const AT_ONCE = 20
const RATIOS = { 'without a collector': null, 'one trace in a hundred': '0.01', 'every trace': '1' }

/** The CPU of a request of the smallest route, its span and the export among it, in a process each. Measured in turns. */
export async function benchTracing(scale: number): Promise<BenchResult[]> {
  const requests = scaled(REQUESTS, scale, 100)
  const turns = scaled(TURNS, scale, 2)
  const servers: SpawnedServer[] = [await spawnServer('collector-server.ts')]
  const [endpoint = ''] = servers[0]?.addresses ?? []
  const measured: { name: string; server: SpawnedServer; seconds: number }[] = []
  try {
    for (const [name, ratio] of Object.entries(RATIOS)) {
      const server = await spawnServer('tracing-server.ts', ...(ratio === null ? [] : [endpoint, ratio]))
      servers.push(server)
      measured.push({ name, server, seconds: 0 })
    }
    for (const { server } of measured) await secondsOf(server, requests)
    for (let turn = 0; turn < turns; turn++)
      for (const each of measured) each.seconds += await secondsOf(each.server, requests)
    return measured.map(({ name, seconds }) =>
      figure(`a request, ${name}`, (seconds / turns / requests) * 1_000_000, 'µs of CPU'),
    )
  } finally {
    for (const server of servers) server.stop()
  }
}

/** Returns the CPU seconds that the server's process takes for so many requests. The clock counts hundredths, so a short turn shows little. */
async function secondsOf({ addresses: [url = ''], pid }: SpawnedServer, requests: number): Promise<number> {
  const before = cpuSeconds(pid)
  let left = requests
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (left-- > 0) {
        await (await fetch(`${url}/rides/1`)).text()
      }
    }),
  )
  return cpuSeconds(pid) - before
}
