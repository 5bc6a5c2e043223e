import { startPostgresServer } from '@walkon/postgres/server'
import { join } from 'node:path'
import { createDataFolder, removeDataFolder } from '../support/data-folder.ts'

/** A PostgreSQL for one benchmark, as durable as the local run's, and a folder for what else it writes. It ends with this process. */
export async function onFreshServer<Result>(
  bench: (serverUrl: string, folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = await createDataFolder('bench')
  const server = await startPostgresServer({
    folder: join(folder, 'postgres'),
    password: 'bench',
    endsWithProcess: true,
  })
  try {
    return await bench(server.url, folder)
  } finally {
    await server.stop()
    await removeDataFolder(server.folder)
    await removeDataFolder(folder)
  }
}
