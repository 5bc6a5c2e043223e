import { randomUUID } from 'node:crypto'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { insertUnmatched } from '../db/unmatched-payments.ts'
import { createTestBilling, NOON } from '../testing/billing.ts'

const { close, db, url } = await createTestBilling()
afterAll(close)

const run = (...args: string[]) =>
  promisify(execFile)(process.execPath, [join(import.meta.dirname, 'unmatched-payments.ts'), ...args], {
    env: { DATABASE_URL: url },
  })

async function lose(sessionId: string) {
  const payment = { sessionId, boughtId: randomUUID(), amountCents: 500 }
  await db.transaction((tx) => insertUnmatched(tx, [payment], NOON))
  return payment
}

test('the command lists the payments that billing has not, until a person has settled them', async () => {
  const [one, other] = [await lose('cs_one'), await lose('cs_other')]
  expect(JSON.parse((await run()).stdout)).toEqual([one, other])

  expect(JSON.parse((await run('cs_one', '--settled-by-hand')).stdout)).toEqual([other])
})

test('the command settles no payment that is not unmatched', async () => {
  await expect(run('cs_unknown', '--settled-by-hand')).rejects.toMatchObject({ code: 1 })
})

test('a session without what to do with it, and a settlement of no session, are refused with the usage', async () => {
  for (const args of [['cs_one'], ['--settled-by-hand']])
    await expect(run(...args)).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining('SESSION_ID'),
    })
})
