import type { PolledDestination } from '@walkon/contracts/http/system'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { createParkDatabase, createWorld, type World } from '../testing/world.ts'

const database = await createParkDatabase()
afterAll(database.drop)

let world: World
beforeEach(async () => {
  world = await createWorld(database)
})
afterEach(() => world.close())

async function list() {
  const headers = world.accounts.headersFor({ email: 'kim@example.com', roles: ['support'], aal: 'aal2' })
  return (await world.app.inject({ url: '/system/polls', headers })).json<PolledDestination[]>()
}

test('200: a destination has the instant of its last reading, in any replica', async () => {
  const [before] = await list()
  await world.pollAfter(5)
  const [after] = await list()

  expect(before).toMatchObject({ destinationId: world.resort.id, name: world.resort.name })
  expect(Date.parse(after!.readAt!) - Date.parse(before!.readAt!)).toBe(5 * 60_000)
})

test('200: a destination that was never read has no instant, and comes first', async () => {
  await world.db.execute('delete from park_readings')
  expect((await list()).map(({ readAt }) => readAt)).toEqual([null])
})
