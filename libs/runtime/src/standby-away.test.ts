import { createLog } from '@walkon/service/log'
import { createMetrics } from '@walkon/service/metrics'
import { applyMigrations, connectPostgres } from '@walkon/service/postgres'
import { startTemporaryPostgres } from '@walkon/testing/postgres-server'
import { sql } from 'drizzle-orm'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createReadiness } from './readiness.ts'

const MIGRATIONS = join(import.meta.dirname, '../migrations')

/** The readiness of a service whose PostgreSQL waits with a commit until its standby has it. */
async function aService() {
  const server = await startTemporaryPostgres({ synchronous_commit: 'on', max_connections: 20 })
  await applyMigrations(server.url, 'billing', MIGRATIONS)
  const { db, close } = connectPostgres({
    url: server.url,
    schema: 'billing',
    poolSize: 2,
    applicationName: 'shop',
  })
  const metrics = createMetrics('billing')
  const readiness = createReadiness({
    db,
    migrationsFolder: MIGRATIONS,
    hasJoined: () => true,
    dependencies: [],
    log: createLog({ service: 'billing', level: 'silent' }),
    metrics,
  })
  onTestFinished(async () => {
    await readiness.close()
    await close()
    await server.stop()
  })
  const up = async () => (await metrics.getSingleMetric('dependency_up')?.get())?.values[0]?.value
  return { db, readiness, up }
}

test('a PostgreSQL that ends no commit, because its standby is away, is named with reads served, and is a gauge', async () => {
  const { db, readiness, up } = await aService()
  await db.execute(sql`create table acts (at timestamptz)`)
  await readiness.check()
  expect(await readiness.check()).toEqual({})

  await db.execute(sql`alter system set synchronous_standby_names = 'away'`)
  await db.execute(sql`select pg_reload_conf()`)
  // Each attempt is a commit of its own: the first one that waits stands until the end.
  let waiting: Promise<unknown> = Promise.resolve()
  let isWaiting = false
  await vi.waitFor(async () => {
    if (!isWaiting) {
      isWaiting = true
      waiting = db.execute(sql`insert into acts values (now())`).finally(() => (isWaiting = false))
    }
    expect(await readiness.check()).toEqual({ away: { postgres: 'ends no commit' } })
  }, 30_000)
  expect(await up()).toBe(0)

  await db.execute(sql`alter system reset synchronous_standby_names`)
  await db.execute(sql`select pg_reload_conf()`)
  await waiting
  await vi.waitFor(async () => expect(await readiness.check()).toEqual({}))
  expect(await up()).toBe(1)
})
