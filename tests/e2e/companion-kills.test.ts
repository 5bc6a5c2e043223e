import { freePort } from '@walkon/postgres/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCompanionVisitor } from '../support/companion-visitor.ts'
import { createDataFolder, removeDataFolder } from '../support/data-folder.ts'
import { endGroup, npmStart, type StartedProduct } from '../support/npm-start.ts'
import { connectPlanner } from '../support/planner-database.ts'
import { QUICK_POLLS } from '../support/quick-polls.ts'
import { eventually } from '../support/walkon-client.ts'

/**
 * A table and a return time that open lead to one mail each, also where the process is killed between two steps. The next step is held by a
 * lock of the test, so that the process is killed at this point and at no other.
 */

const dataDir = await createDataFolder('kills')
const port = await freePort()
const env = { ...QUICK_POLLS, LIGHTNING_LANE_OPEN: 'true', RESTAURANT_ALERTS_OPEN: 'true' }
let product: StartedProduct
let visitor: Awaited<ReturnType<typeof aCompanionVisitor>>

const start = async () => void (product = await npmStart({ dataDir, port, env }))
const kill = () => endGroup(product.process, 'SIGKILL')

beforeAll(async () => {
  await start()
  visitor = await aCompanionVisitor(product.url)
})
afterAll(async () => {
  await product?.stop()
  await removeDataFolder(dataDir)
})

test('killed after a poll is read, before its openings are stored: one mail for the table, one for the return time', async () => {
  const [first] = visitor.wanted
  const planner = connectPlanner(dataDir)
  await planner.holdWishes(visitor.userId, { open: () => visitor.open(first), whenHeld: kill })
  expect(await planner.countLetters(visitor.userId)).toBe(0)
  await planner.end()
  await start()

  expect(await visitor.mailsOf(first)).toEqual({ tables: 1, returnTimes: 1 })
})

test('killed after the openings are stored, before they are published: one mail for the table, one for the return time', async () => {
  const [, second] = visitor.wanted
  const planner = connectPlanner(dataDir)
  await planner.holdRelay(async () => {
    const before = await planner.countLetters(visitor.userId)
    await visitor.open(second)
    await eventually(async () => (await planner.countLetters(visitor.userId)) === before + 2)
    await kill()
  })
  await planner.end()
  await start()

  expect(await visitor.mailsOf(second)).toEqual({ tables: 1, returnTimes: 1 })
})
