import { createJobLoop } from '@walkon/service/jobs'
import type { Part } from '@walkon/service/lifecycle'
import type { Log } from '@walkon/service/log'
import { copyFile, rename, rm, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { pino, type DestinationStream } from 'pino'
import { makePrivateFile } from './private-files.ts'

const LOOK_EVERY_MS = 60_000
/** Of `walkon.log` and of each older one beside it. */
const MOST_BYTES = 20_000_000
const KEPT_LOGS = 4
/** PostgreSQL logs its starts and faults alone. */
const MOST_SERVER_BYTES = 10_000_000

export type LogFile = { path: string; stream: DestinationStream; rotate: () => Promise<void> }

/** The log of the product in its data folder: a file, and `KEPT_LOGS` older ones, the newest as `walkon.log.1`. */
export async function openLogFile(dataDir: string, mostBytes = MOST_BYTES): Promise<LogFile> {
  const path = join(dataDir, 'walkon.log')
  await makePrivateFile(path)
  const stream = pino.destination({ dest: path, sync: false, mode: 0o600 })
  return {
    path,
    stream,
    rotate: async () => {
      if ((await sizeOf(path)) < mostBytes) return
      await shiftOlder(path, KEPT_LOGS)
      await rename(path, `${path}.1`)
      stream.reopen()
    },
  }
}

/** PostgreSQL keeps its log open and is never told to open another one: the file is copied and emptied. It appends, so the next line is the first. */
export async function rotateServerLog(path: string, mostBytes = MOST_SERVER_BYTES): Promise<void> {
  if ((await sizeOf(path)) < mostBytes) return
  await copyFile(path, `${path}.1`)
  await truncate(path)
}

/** Keeps the logs of a year short. */
export const rotationOf = (logFile: LogFile, serverLog: string, log: Log): Part =>
  createJobLoop(
    {
      name: 'rotate-logs',
      intervalMs: LOOK_EVERY_MS,
      run: async () => {
        await logFile.rotate()
        await rotateServerLog(serverLog)
      },
    },
    log,
  )

async function shiftOlder(path: string, kept: number): Promise<void> {
  await rm(`${path}.${kept}`, { force: true })
  for (let age = kept - 1; age > 0; age--)
    await rename(`${path}.${age}`, `${path}.${age + 1}`).catch(ignoreMissing)
}

const sizeOf = (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    (error: unknown) => ignoreMissing(error) ?? 0,
  )

function ignoreMissing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
  throw error
}
