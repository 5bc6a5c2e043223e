import { startPostgresServer } from '@walkon/postgres/server'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

/**
 * One real PostgreSQL for a test run: the server named by TEST_DATABASE_URL, or one of its own from npm. What
 * makes it fast (no fsync) would lose data in a power cut, which no test has.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['TEST_DATABASE_URL']
  if (given) {
    project.provide('databaseUrl', given)
    return async () => {}
  }
  const place = await mkdtemp(join(tmpdir(), 'walkon-test-'))
  // Under root the server runs as somebody else, who must be able to get in.
  await chmod(place, 0o755)
  const server = await startPostgresServer({
    folder: join(place, 'postgres'),
    password: 'postgres',
    unsafeFast: true,
    settings: { max_connections: 200, shared_buffers: '64MB' },
  })
  project.provide('databaseUrl', server.url)
  return async () => {
    await server.stop()
    await rm(place, { recursive: true, force: true })
    await rm(server.folder, { recursive: true, force: true })
  }
}
