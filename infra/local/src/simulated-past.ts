import { findImportFinishedAt } from '@walkon/park-data/db/history-imports'
import { schemaOf } from '@walkon/contracts/services'
import type { Environment } from '@walkon/service/config'
import { connectPostgres } from '@walkon/service/postgres'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { PreparedRun } from './prepared-run.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
const ARCHIVE = join(ROOT, 'infra/sandbox/src/archive.ts')
const IMPORT = join(ROOT, 'services/park-data/src/commands/import-history.ts')

export type PastOptions = {
  dataDir: string
  /** How many days of the simulation are imported; 0 imports nothing. */
  days: number
  /** Before the first poll: what comes later is observed. */
  startedAt: Date
  say: (line: string) => void
}

/**
 * Gives the first start of a data folder a past: park-data's import command reads what the sandbox would have posted until then. Both are
 * processes of the lowest priority, so that polls and alerts go first. Returns how to stop them; the next start then imports again.
 */
export async function importSimulatedPast(
  { databaseUrls, environments }: PreparedRun,
  { dataDir, days, startedAt, say }: PastOptions,
): Promise<() => Promise<void>> {
  const until = await readOrSaveFirstStart(dataDir, startedAt)
  const databaseUrl = databaseUrls[schemaOf('park-data')] ?? ''
  if (days === 0 || (await isImported(databaseUrl))) return async () => {}

  const archive = launch([ARCHIVE, '--until', until, '--days', String(days)], environments.sandbox, 'ignore')
  const command = launch([IMPORT, '-'], { DATABASE_URL: databaseUrl }, 'pipe')
  if (!archive.stdout || !command.stdin) throw new Error('The import has no pipes')
  // A side that ended early shows in its exit code.
  archive.stdout.pipe(command.stdin.on('error', () => {}))

  const stopping = new AbortController()
  say(`Importing today's hours and ${days} days of the simulation in the background …`)
  const told = tellEnd(archive, command, say, stopping.signal)
  return async () => {
    stopping.abort()
    for (const child of [archive, command]) child.kill('SIGTERM')
    await told
  }
}

async function tellEnd(
  archive: ChildProcess,
  command: ChildProcess,
  say: (line: string) => void,
  stopping: AbortSignal,
): Promise<void> {
  const begun = Date.now()
  const problem = await watch(archive, command, (line) => say(`  ${line}`))
  const seconds = Math.round((Date.now() - begun) / 1000)
  if (stopping.aborted) return
  if (problem === null) say(`The past is imported (${seconds} s): charts and usual waits are there.`)
  else say(`The past could not be imported; the next start tries again. ${problem}`)
}

function launch(args: string[], env: Environment, stdin: 'ignore' | 'pipe'): ChildProcess {
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], ...env },
    stdio: [stdin, 'pipe', 'pipe'],
  })
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW)
  return child
}

/** Resolves when both have ended: with what went wrong, or null. */
async function watch(
  archive: ChildProcess,
  command: ChildProcess,
  onLine: (line: string) => void,
): Promise<string | null> {
  const errors: string[] = []
  for (const { stderr } of [archive, command])
    stderr?.on('data', (text: Buffer) => errors.push(text.toString()))
  if (command.stdout) createInterface({ input: command.stdout }).on('line', onLine)
  // Without its reader the archive would wait for room in its pipe for ever.
  command.once('exit', () => archive.kill('SIGTERM'))
  const codes = await Promise.all([archive, command].map(async (child) => (await once(child, 'exit'))[0]))
  return codes.every((code) => code === 0) ? null : errors.join('').trim()
}

async function isImported(url: string): Promise<boolean> {
  const { db, close } = connectPostgres({
    url,
    schema: schemaOf('park-data'),
    poolSize: 1,
    applicationName: 'simulated-past',
  })
  return (await findImportFinishedAt(db).finally(close)) !== null
}

/** An interrupted import is made up by the next start, which must not import observations made meanwhile. */
async function readOrSaveFirstStart(dataDir: string, startedAt: Date): Promise<string> {
  const file = join(dataDir, 'first-start')
  const saved = await readFile(file, 'utf8').catch(() => null)
  if (saved) return saved
  await writeFile(file, startedAt.toISOString(), { mode: 0o600 })
  return startedAt.toISOString()
}
