import { freePort } from '@walkon/postgres/server'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import postgres from 'postgres'
import { readOrMakeSecrets } from '@walkon/local/secrets'
import { createDataFolder, removeDataFolder } from '../support/data-folder.ts'
import { npmStart } from '../support/npm-start.ts'
import { scaled } from './measures.ts'
import { cpuSeconds } from './process-measures.ts'
import { atMost, figure, type BenchResult } from './result.ts'

const SETTLE_MS = 60_000
const MEASURE_MS = 60_000
const MB = 1024 * 1024

/**
 * The cost of the whole local product when it is idle: the Node process and PostgreSQL's, a minute after a start. The very first start
 * also makes the parks' past, and is measured by itself. Memory is the proportional set size, which counts a page shared by several
 * processes once.
 */
export async function benchFootprint(scale: number): Promise<BenchResult[]> {
  const dataDir = await createDataFolder('footprint')
  try {
    const first = await whileStarted(dataDir, scale, async () => proportionalBytesOf(dataDir))
    return [
      ...(await whileStarted(dataDir, scale, () => measureIdle(dataDir, scale))),
      figure('local product, memory after its first start', first / MB, 'MB'),
    ]
  } finally {
    await removeDataFolder(dataDir)
  }
}

/** Measures a product that has started and settled. */
async function whileStarted<T>(dataDir: string, scale: number, measure: () => Promise<T>): Promise<T> {
  const product = await npmStart({ dataDir, port: await freePort() })
  try {
    await after(scaled(SETTLE_MS, scale, 2_000))
    return await measure()
  } finally {
    await product.stop()
  }
}

async function measureIdle(dataDir: string, scale: number): Promise<BenchResult[]> {
  const measureMs = scaled(MEASURE_MS, scale, 2_000)
  const processes = productProcesses(dataDir)
  const before = processes.map(cpuSeconds)
  const committedBefore = await countCommits(dataDir)
  await after(measureMs)
  const commits = (await countCommits(dataDir)) - committedBefore
  const used = processes.reduce((sum, pid, index) => sum + cpuSeconds(pid) - (before[index] ?? 0), 0)
  return [
    atMost('local product, memory when idle', proportionalBytesOf(dataDir) / MB, 'MB', 400),
    atMost('local product, CPU when idle', (used / (measureMs / 1000)) * 100, '% of a core', 2),
    figure('local product, transactions when idle', commits / (measureMs / 1000), 'a second'),
  ]
}

/** Transactions of all services so far. A query by itself is one too. */
async function countCommits(dataDir: string): Promise<number> {
  const folder = join(dataDir, 'postgres')
  const { databasePassword } = await readOrMakeSecrets(dataDir)
  const port = Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[3])
  const sql = postgres({ host: '127.0.0.1', port, user: 'postgres', password: databasePassword, max: 1 })
  try {
    const [row] = await sql<{ commits: number }[]>`
      select sum(xact_commit)::float8 as commits from pg_stat_database`
    return row?.commits ?? Number.NaN
  } finally {
    await sql.end()
  }
}

/** The product's own process and PostgreSQL with all its backends. */
function productProcesses(dataDir: string): number[] {
  const table = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' })
  const rows = table.split('\n').flatMap((line) => {
    const [, pid, ppid, args] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? []
    return pid && ppid && args ? [{ pid: Number(pid), ppid: Number(ppid), args }] : []
  })
  const roots = rows.filter(
    ({ pid, args }) =>
      args.includes(join(dataDir, 'postgres')) ||
      (args.includes('infra/local/src/main.ts') && environmentOf(pid).includes(`DATA_DIR=${dataDir}`)),
  )
  const family = new Set(roots.map(({ pid }) => pid))
  for (const { pid, ppid } of rows) if (family.has(ppid)) family.add(pid)
  if (family.size < 2) throw new Error('Node and PostgreSQL of the product were not found')
  return [...family]
}

const proportionalBytesOf = (dataDir: string) =>
  productProcesses(dataDir).reduce((sum, pid) => sum + proportionalBytes(pid), 0)

const environmentOf = (pid: number) => readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0')

function proportionalBytes(pid: number): number {
  try {
    return (
      Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0) * 1024
    )
  } catch {
    return 0
  }
}
