import { expect, test } from 'vitest'
import { connectBesidePool, connectPostgres, reconnectSeconds } from './postgres.ts'

test('a database that comes back is found within two seconds, however long it was away', () => {
  const waits = Array.from({ length: 200 }, (_, tries) => reconnectSeconds(tries))

  expect(Math.max(...waits)).toBe(2)
  expect(waits[0]).toBeLessThan(0.5)
})

test('the client of a service and the connection beside its pool reconnect after the waits of reconnectSeconds', async () => {
  const { db, close } = connectPostgres({
    url: 'postgres://walkon@127.0.0.1:1/walkon',
    schema: 'shop',
    poolSize: 1,
    applicationName: 'shop',
  })
  const beside = connectBesidePool(db)

  expect(db.$client.options.backoff).toBe(reconnectSeconds)
  expect(beside.options.backoff).toBe(reconnectSeconds)

  await Promise.all([close(), beside.end()])
})
