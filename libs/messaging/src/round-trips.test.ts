import { connectPostgres } from '@walkon/service/postgres'
import { createTestDatabase } from '@walkon/testing/database'
import { sql } from 'drizzle-orm'
import { connect, createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let counted: Awaited<ReturnType<typeof countTurns>>
let client: ReturnType<typeof connectPostgres>

beforeAll(async () => {
  database = await createTestDatabase('shop', join(import.meta.dirname, '../migrations'))
  counted = await countTurns(new URL(database.url))
  client = connectPostgres({ url: counted.url, schema: 'shop', poolSize: 1, applicationName: 'test' })
  await client.db.execute(sql`select 1`)
})
afterAll(async () => {
  await client.close()
  counted.close()
  await database.drop()
})

test('a statement with parameters is sent at once: no answer of the server is waited for before its values go out', async () => {
  const before = counted.turns()

  const rows = await client.db.execute(
    sql`select ${'7'}::int + 1 as number, ${true}::boolean as flag, ${null}::text as nothing`,
  )

  expect(rows[0]).toEqual({ number: 8, flag: true, nothing: null })
  expect(counted.turns() - before).toBe(1)
})

test('statements that do not wait for each other leave together', async () => {
  const before = counted.turns()

  await client.db.transaction((tx) =>
    Promise.all(['1', '2', '3'].map((number) => tx.execute(sql`select ${number}::int`))),
  )

  // The beginning, the statements and the end.
  expect(counted.turns() - before).toBe(3)
})

/** The database through a proxy that counts how often the client speaks after the server has. */
async function countTurns(target: URL) {
  let turns = 0
  const server = createServer((incoming) => {
    const outgoing = connect(Number(target.port), target.hostname)
    let isClientsTurn = true
    incoming.on('data', (chunk) => {
      if (isClientsTurn) turns++
      isClientsTurn = false
      outgoing.write(chunk)
    })
    outgoing.on('data', (chunk) => {
      isClientsTurn = true
      incoming.write(chunk)
    })
    for (const [socket, other] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const)
      socket.on('error', () => {}).on('close', () => other.destroy())
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: Object.assign(new URL(target), { host: `127.0.0.1:${port}` }).href,
    turns: () => turns,
    close: () => server.close(),
  }
}
