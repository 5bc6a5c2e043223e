import { startPostgresServer } from '@walkon/postgres/server'
import { writeFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { benchFootprint } from './footprint.ts'
import { benchIdentity } from './identity.ts'
import { benchIdlePoll } from './idle-poll.ts'
import { benchLatency } from './latency.ts'
import { benchLiveBoard } from './live-board.ts'
import { benchMatch } from './match.ts'
import type { BenchResult } from './result.ts'

/** `npm run bench [name …]`: measures, prints a table, writes bench-results.json. It judges nothing by its exit code. */

const benches: Record<string, () => Promise<BenchResult[]>> = {
  match: () => onFreshServer(benchMatch),
  'idle-poll': () => onFreshServer(benchIdlePoll),
  'live-board': benchLiveBoard,
  identity: () => onFreshServer(benchIdentity),
  latency: benchLatency,
  footprint: benchFootprint,
}

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !(name in benches))
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(', ')}. There are: ${Object.keys(benches).join(', ')}`)
  process.exit(2)
}

/** A PostgreSQL of its own, as durable as the local run's. */
async function onFreshServer(bench: (serverUrl: string) => Promise<BenchResult[]>): Promise<BenchResult[]> {
  const folder = await mkdtemp(join(tmpdir(), 'walkon-bench-'))
  await chmod(folder, 0o755)
  const server = await startPostgresServer({ folder: join(folder, 'postgres'), password: 'bench' })
  try {
    return await bench(server.url)
  } finally {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

const results: BenchResult[] = []
for (const [name, run] of Object.entries(benches)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  console.log(`${name} …`)
  results.push(...(await run()))
}

console.table(
  results.map(({ name, value, unit, goal, met }) => ({
    name,
    value: `${value} ${unit}`,
    goal,
    met: met ? 'yes' : 'NO',
  })),
)
writeFileSync('bench-results.json', `${JSON.stringify(results, null, 2)}\n`)
process.exit(0)
