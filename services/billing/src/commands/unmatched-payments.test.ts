import { runCommand, spawnCommand } from '@walkon/testing/commands'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { insertUnmatched } from '../db/payments/unmatched-payments.ts'
import { createTestBilling, NOON } from '../testing/billing.ts'

const { close, db, url } = await createTestBilling()
afterAll(close)

const command = join(import.meta.dirname, 'unmatched-payments.ts')
const run = (...args: string[]) => runCommand(command, { DATABASE_URL: url }, args)

async function lose(sessionId: string) {
  const payment = { sessionId, boughtId: randomUUID(), amountCents: 500 }
  await db.transaction((tx) => insertUnmatched(tx, [payment], NOON))
  return payment
}

test('the command lists the payments that billing has not, until a person has settled them', async () => {
  const [one, other] = [await lose('cs_one'), await lose('cs_other')]
  const { stdout } = await spawnCommand(command, { DATABASE_URL: url }, [])
  expect(JSON.parse(stdout)).toEqual([one, other])

  expect(JSON.parse((await run('cs_one', '--settled-by-hand')).stdout)).toEqual([other])
})

test('the command settles no payment that is not unmatched', async () => {
  expect(await run('cs_unknown', '--settled-by-hand')).toMatchObject({ code: 1 })
})

test('a session without what to do with it, and a settlement of no session, are refused with the usage', async () => {
  for (const args of [['cs_one'], ['--settled-by-hand']])
    expect(await run(...args)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('SESSION_ID'),
    })
})
