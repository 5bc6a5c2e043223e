import { startPostgresServer } from '@walkon/postgres/server'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createDataFolder, removeDataFolder } from '../support/data-folder.ts'
import { onWayOut } from '../support/ways-out.ts'

/** A PostgreSQL for one benchmark, as durable as the local run's, and a folder for what else it writes. It ends with this process. */
export async function onFreshServer<Result>(
  bench: (serverUrl: string, folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = await createDataFolder('bench')
  const server = await startPostgresServer({ folder: join(folder, 'postgres'), password: 'bench' })
  const forget = onWayOut(() => void process.kill(postmasterOf(server.folder), 'SIGINT'))
  try {
    return await bench(server.url, folder)
  } finally {
    forget()
    await server.stop()
    await removeDataFolder(server.folder)
    await removeDataFolder(folder)
  }
}

/** The first line of the file is the process that a signal stops. */
const postmasterOf = (folder: string) =>
  Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0])
