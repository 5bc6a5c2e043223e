import { isRunning, startOf } from '@walkon/postgres/running-process'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { makePrivateFolder } from './private-files.ts'

/** A start that is refused; the message says what to do. */
export class CannotStart extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'CannotStart'
  }
}

/**
 * Takes a data folder for this process, or throws `CannotStart` while another has it. A mark left behind by a killed
 * process counts for nothing. Returns how to give the folder back.
 */
export async function takeDataFolder(dataDir: string): Promise<() => Promise<void>> {
  await makePrivateFolder(dataDir)
  const file = join(dataDir, 'walkon.pid')
  const mark = `${process.pid} ${startOf(process.pid)}`
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      await writeFile(file, mark, { flag: 'wx', mode: 0o600 })
      return () => rm(file, { force: true })
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
      const [pid = '', start = ''] = (await readFile(file, 'utf8').catch(() => '')).split(' ')
      if (await stillRuns(Number(pid), start)) {
        throw new CannotStart(
          `Walkon is already running with this data folder (process ${pid}, ${dataDir}).\n` +
            'Stop it first, or start a second one beside it: PORT=8081 DATA_DIR=.data-2 npm start',
        )
      }
      await rm(file, { force: true })
    }
  }
  throw new CannotStart(`Another start is taking ${dataDir} at this moment. Try again.`)
}

/** True if a process is still running. Waits a moment for one that was just killed. */
async function stillRuns(pid: number, start: string): Promise<boolean> {
  for (let attempt = 0; attempt < 20; attempt++) {
    if (!isRunning(pid) || startOf(pid) !== start) return false
    await after(50)
  }
  return true
}

/** Throws `CannotStart` if another process listens on the port, before anything is started. */
export async function requireFreePort(port: number, host: string): Promise<void> {
  const server = createServer()
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, host, resolve)
    })
  } catch (error) {
    throw new CannotStart(
      `Port ${port} is taken by another program. Choose another one: PORT=${port === 65_535 ? 8081 : port + 1} npm start`,
      { cause: error },
    )
  }
  await new Promise((resolve) => server.close(resolve))
}
