import { spawn } from 'node:child_process'
import { access, chown, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { findBinaries, type Binaries } from './binaries.ts'
import { isRunning } from './running-process.ts'

export type PostgresServerOptions = {
  /** Holds the cluster; made if it is not there. */
  folder: string
  /** The superuser's; kept by the caller, because the cluster keeps only its hash. */
  password: string
  /** Settings of postgresql.conf. */
  settings?: Record<string, string | number>
  /** For tests: a crash of the machine may lose data. */
  unsafeFast?: boolean
  /** For tests and benchmarks: the server ends with this process, however that ends. */
  endsWithProcess?: boolean
}

export type PostgresServer = { url: string; folder: string; stop: () => Promise<void> }

/**
 * A real PostgreSQL whose binaries come from npm. It runs in a process group of its own, so Ctrl-C reaches the product first and the
 * database last. One left behind by a killed process is stopped and started again.
 */
export async function startPostgresServer(options: PostgresServerOptions): Promise<PostgresServer> {
  const { password, settings = {}, unsafeFast = false } = options
  const binaries = await findBinaries(options.folder)
  const folder = binaries.dataFolder
  if (!(await exists(join(folder, 'PG_VERSION')))) await initialise(binaries, password)
  if (await exists(join(folder, 'postmaster.pid'))) {
    await stop(binaries).catch(() => {})
  }

  const port = await freePort()
  const flags = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    ...(unsafeFast && { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' }),
    ...settings,
    port,
  }
  const serverOptions = Object.entries(flags).map(([name, value]) => `-c ${name}='${value}'`)
  await run(binaries, binaries.pgCtl, [
    'start',
    '-D',
    folder,
    '-w',
    '-t',
    '60',
    '-l',
    join(folder, 'server.log'),
    '-o',
    serverOptions.join(' '),
  ])
  const release = options.endsWithProcess ? endWithThisProcess(binaries) : () => {}
  return {
    url: `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`,
    folder,
    stop: async () => {
      await stop(binaries)
      release()
    },
  }
}

/** Leaves a shell that stops the server when its pipe closes, which a kill of this process does too. Returns what ends the shell. */
function endWithThisProcess({ owner, pgCtl, dataFolder }: Binaries): () => void {
  const watch = 'read -r _; exec "$0" stop -D "$1" -m immediate'
  const shell = spawn('sh', ['-c', watch, pgCtl, dataFolder], {
    ...owner,
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' },
  })
  shell.unref()
  return () => void shell.kill('SIGKILL')
}

/** Resolves when the server's process has ended: `pg_ctl` waits only for its mark, which the process removes before it ends. */
async function stop(binaries: Binaries): Promise<void> {
  const { dataFolder, pgCtl } = binaries
  const pid = Number.parseInt(await readFile(join(dataFolder, 'postmaster.pid'), 'utf8'), 10)
  await run(binaries, pgCtl, ['stop', '-D', dataFolder, '-m', 'fast', '-w'])
  while (isRunning(pid)) await after(STOP_POLL_MS)
}

const STOP_POLL_MS = 20

async function initialise(binaries: Binaries, password: string): Promise<void> {
  const { dataFolder, owner } = binaries
  // A folder without PG_VERSION is what an interrupted first start left behind.
  await rm(dataFolder, { recursive: true, force: true })
  await mkdir(dataFolder, { recursive: true, mode: 0o700 })
  const passwordFile = `${dataFolder}.password`
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 })
  if (owner) {
    await chown(dataFolder, owner.uid, owner.gid)
    await chown(passwordFile, owner.uid, owner.gid)
  }
  try {
    await run(binaries, binaries.initdb, [
      '-D',
      dataFolder,
      '-U',
      'postgres',
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile}`,
      '--encoding=UTF8',
      '--locale=C',
      '--no-sync',
    ])
  } catch (error) {
    await rm(dataFolder, { recursive: true, force: true })
    throw error
  } finally {
    await rm(passwordFile, { force: true })
  }
}

/** Runs one of PostgreSQL's commands as the cluster's owner. Rejects with what it said. */
function run({ owner }: Binaries, command: string, args: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    // The server inherits what pg_ctl is given, so it is given nothing of ours to hold open.
    const child = spawn(command, args, {
      ...owner,
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' },
    })
    let said = ''
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
    child.once('error', reject)
    child.once('exit', (code) => {
      child.stderr.destroy()
      if (code === 0) resolve()
      else reject(new Error(`${command.split('/').at(-1)} ended with ${code}. ${said.trim()}`))
    })
  })
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )

/**
 * Below the ports that systems give to outgoing connections (from 32768 on Linux, from 49152 elsewhere). One of those could take the port
 * before the server listens on it.
 */
const FIRST_PORT = 15_000
/** Blocks of ports, so that processes that start side by side do not choose the same ones before they listen. A prime number of them. */
const [BLOCKS, BLOCK_PORTS] = [331, 50]
/** The next block of a process is far from those of the processes that began with it. */
const BLOCK_STRIDE = 101
let chosen = 0

/** A TCP port on loopback that is free at the moment, and that this process was not given before. */
export async function freePort(): Promise<number> {
  while (chosen < BLOCKS * BLOCK_PORTS) {
    const block = (process.pid + BLOCK_STRIDE * Math.floor(chosen / BLOCK_PORTS)) % BLOCKS
    const port = FIRST_PORT + block * BLOCK_PORTS + (chosen % BLOCK_PORTS)
    chosen += 1
    if (await isFree(port)) return port
  }
  throw new Error('No free port')
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  const isListening = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => resolve(true))
  })
  if (isListening) await new Promise((resolve) => server.close(resolve))
  return isListening
}
