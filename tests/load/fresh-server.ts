import { startPostgresServer } from '@walkon/postgres/server'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A PostgreSQL for one benchmark, as durable as the local run's, and a folder for what else it writes. */
export async function onFreshServer<Result>(
  bench: (serverUrl: string, folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'walkon-bench-'))
  // Under root the server runs as another user, who must be able to enter.
  await chmod(folder, 0o755)
  const server = await startPostgresServer({ folder: join(folder, 'postgres'), password: 'bench' })
  try {
    return await bench(server.url, folder)
  } finally {
    await server.stop()
    await rm(server.folder, { recursive: true, force: true })
    await rm(folder, { recursive: true, force: true })
  }
}
