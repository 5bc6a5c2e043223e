import { startPostgresServer } from '@walkon/postgres/server'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

/**
 * One real PostgreSQL for a test run: the server named by TEST_DATABASE_URL, or a server from npm. It runs
 * without fsync, which is fast and loses data only in a power cut.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['TEST_DATABASE_URL']
  if (given) {
    project.provide('databaseUrl', given)
    return async () => {}
  }
  const { url, stop } = await startTemporaryPostgres({ max_connections: 200, shared_buffers: '64MB' })
  project.provide('databaseUrl', url)
  return stop
}

/** A PostgreSQL of its own, for a test that changes what all databases of a server share. */
export async function startTemporaryPostgres(settings: Record<string, string | number>) {
  const place = await mkdtemp(join(tmpdir(), 'walkon-test-'))
  // Started as root, the server runs as another user, who must be able to enter the folder.
  await chmod(place, 0o755)
  const server = await startPostgresServer({
    folder: join(place, 'postgres'),
    password: 'postgres',
    unsafeFast: true,
    endsWithProcess: true,
    settings,
  })
  return {
    url: server.url,
    stop: async () => {
      await server.stop()
      await rm(place, { recursive: true, force: true })
      await rm(server.folder, { recursive: true, force: true })
    },
  }
}
