import { connectPostgres } from '@walkon/service/postgres'
import { createTcpProxy } from '@walkon/testing/tcp-proxy'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import {
  aShop,
  countOpenings,
  isDrained,
  readDeadLetters,
  startConsumer,
  type ShopDatabase,
} from './consumer.contract-shop.ts'
import type { LogUnderTest } from './event-log.contract-log.ts'

/** What a service may rely on when its database is away or ends a transaction: each fact has its effect once, and none is a dead letter. */
export function testDatabaseFaults(log: () => LogUnderTest, database: () => ShopDatabase): void {
  test('a database that is away is waited for, and nothing becomes a dead letter', async () => {
    const { doorOpened, eventLog, anOpening, group } = await aShop(log())
    const away = await throughProxy(database().url)
    const consumer = await startConsumer({ db: away.db, eventLog, group }, doorOpened)
    await eventLog.publish([anOpening('before')])
    await vi.waitFor(async () => expect(await countOpenings(database().db, 'before')).toBe(1))

    await away.cut()
    await eventLog.publish([anOpening('meanwhile')])
    await vi.waitFor(() => expect(consumer.warnings()).toContain('waiting for the database'))
    await away.restore()

    await vi.waitFor(async () => expect(await countOpenings(database().db, 'meanwhile')).toBe(1))
    await vi.waitFor(() => isDrained(eventLog, group, doorOpened.topic))
    expect(await readDeadLetters(database().db, eventLog, doorOpened.topic)).toEqual([])
  })

  test('a transaction that is ended from outside is tried again, and nothing becomes a dead letter', async () => {
    const { doorOpened, eventLog, anOpening, group } = await aShop(log())
    await eventLog.publish([anOpening('interrupted')])
    let terminations = 3
    await startConsumer({ db: database().db, eventLog, group }, doorOpened, async (_, tx) => {
      if (terminations-- > 0) await tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`)
    })

    await vi.waitFor(() => isDrained(eventLog, group, doorOpened.topic))

    expect(await countOpenings(database().db, 'interrupted')).toBe(1)
    expect(await readDeadLetters(database().db, eventLog, doorOpened.topic)).toEqual([])
  })

  test('stopping does not wait for a database that is away, and loses nothing', async () => {
    const { doorOpened, eventLog, anOpening, group } = await aShop(log())
    const away = await throughProxy(database().url)
    const consumer = await startConsumer({ db: away.db, eventLog, group }, doorOpened)
    await away.cut()
    await eventLog.publish([anOpening('left')])
    await vi.waitFor(() => expect(consumer.warnings()).toContain('waiting for the database'))

    await consumer.stop()

    await startConsumer({ db: database().db, eventLog, group }, doorOpened)
    await vi.waitFor(async () => expect(await countOpenings(database().db, 'left')).toBe(1))
  })
}

async function throughProxy(url: string) {
  const { hostname, port } = new URL(url)
  const proxy = await createTcpProxy({ host: hostname, port: Number(port) })
  const proxied = Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(proxy.port) })
  const { db, close } = connectPostgres({
    url: proxied.href,
    schema: 'shop',
    poolSize: 3,
    applicationName: 'proxied',
  })
  onTestFinished(async () => {
    await close()
    await proxy.cut().catch(() => {})
  })
  return { db, cut: proxy.cut, restore: proxy.restore }
}
