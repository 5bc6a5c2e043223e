import { isInfrastructureFault } from '@walkon/service/errors'
import { checkListener, connectPostgres } from '@walkon/service/postgres'
import { createTestDatabase } from '@walkon/testing/database'
import { sql } from 'drizzle-orm'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'

/** postgres.js needs its patch for these (infra/patches): without it the process dies, or the connection hangs. */

const { db: admin, url, drop } = await createTestDatabase('shop', join(import.meta.dirname, '../migrations'))
await admin.execute(sql`create table lines (line text)`)
const connect = (poolSize: number) =>
  connectPostgres({ url, schema: 'shop', poolSize, applicationName: 'test' })
const pools = [connect(1), connect(3)] as const
afterAll(async () => {
  await Promise.all(pools.map(({ close }) => close()))
  await drop()
})

const terminate = (pid: number) => admin.execute(sql`select pg_terminate_backend(${pid})`)

test.each([1, 3])(
  'a connection lost in a transaction fails that, and the pool of %d goes on',
  async (size) => {
    const { db } = size === 1 ? pools[0] : pools[1]
    const lost = db.transaction(async (tx) => {
      await tx.execute(sql`insert into lines values ('lost')`)
      await tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`)
    })

    expect(isInfrastructureFault(await lost.catch((error: unknown) => error))).toBe(true)
    await vi.waitFor(() => db.execute(sql`select 1`))
    await db.execute(sql`select 1`)
    expect(await admin.execute(sql`select * from lines where line = 'lost'`)).toHaveLength(0)
  },
)

test('nothing of a transaction whose connection is gone runs on the next one', async () => {
  const { db } = pools[0]
  let afterwards: Promise<unknown> | undefined
  const lost = db.transaction(async (tx) => {
    const [row] = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
    await terminate(row?.pid ?? 0)
    await vi.waitFor(() => db.execute(sql`select 1`))
    afterwards = tx.execute(sql`insert into lines values ('stray')`).catch((error: unknown) => error)
    await afterwards
  })

  await expect(lost).rejects.toThrow('CONNECTION_CLOSED')
  await vi.waitFor(() => expect(afterwards).toBeDefined())
  expect(isInfrastructureFault(await afterwards)).toBe(true)
  expect(await admin.execute(sql`select * from lines where line = 'stray'`)).toHaveLength(0)
})

/** A session of the server that was the primary: it goes on reading. */
const demote = sql`set default_transaction_read_only = on`

test.each([1, 3])(
  'a session that refuses a write is closed, and the pool of %d writes on a new one',
  async (size) => {
    const { db, close } = connect(size)
    await db.execute(demote)
    const write = () => db.execute(sql`insert into lines values ('kept')`)

    await vi.waitFor(write)
    await close()

    expect(await admin.execute(sql`select * from lines where line = 'kept'`)).toHaveLength(1)
    await admin.execute(sql`delete from lines`)
  },
)

test('a transaction that a demoted session refuses is rolled back whole, and its session is closed', async () => {
  const { db, close } = connect(1)
  await db.execute(demote)
  const refused = db.transaction(async (tx) => {
    await tx.execute(sql`select 1`)
    await tx.execute(sql`insert into lines values ('refused')`)
  })

  expect(isInfrastructureFault(await refused.catch((error: unknown) => error))).toBe(true)
  await vi.waitFor(() => db.execute(sql`insert into lines values ('kept')`))
  await close()

  expect(await admin.execute(sql`select line from lines`)).toEqual([{ line: 'kept' }])
})

test('a connection that was reserved for a lease is closed like any other when it refuses a write', async () => {
  const { db, close } = connect(1)
  const reserved = await db.$client.reserve()
  await reserved`set default_transaction_read_only = on`
  await reserved`insert into lines values ('refused')`.catch(() => {})
  reserved.release()

  await vi.waitFor(() => db.execute(sql`insert into lines values ('after')`))
  await close()

  expect(await admin.execute(sql`select * from lines where line = 'after'`)).toHaveLength(1)
})

test('a session that listens on a demoted server is closed by its check, and listens again on a new one', async () => {
  const { db, close } = connect(1)
  const heard = vi.fn<(payload: string) => void>()
  const listensAgain = vi.fn<() => void>()
  await db.$client.listen('shop.news', heard, listensAgain)
  const { sql: listening } = db.$client.listen as unknown as { sql: typeof db.$client }
  await checkListener(db)
  expect(listensAgain).toHaveBeenCalledTimes(1)
  await listening`set default_transaction_read_only = on`

  await expect(checkListener(db)).rejects.toThrow('read-only transaction')

  await vi.waitFor(() => expect(listensAgain).toHaveBeenCalledTimes(2))
  await admin.execute(sql`select pg_notify('shop.news', 'again')`)
  await vi.waitFor(() => expect(heard).toHaveBeenCalledWith('again'))
  await checkListener(db)
  await close()
})

test('a service that listens to nothing has nothing to check', async () => {
  const { db, close } = connect(1)
  await expect(checkListener(db)).resolves.toBeUndefined()
  await close()
})
