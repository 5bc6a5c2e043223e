import { createTestDatabase } from '@walkon/testing/database'
import { sql } from 'drizzle-orm'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createProvider, createRefundCalls } from './testing/refund-calls.ts'

const { db, drop } = await createTestDatabase('shop', join(import.meta.dirname, '../migrations'))
const { listRefunds, queue, settled, startCalls, stops, table } = await createRefundCalls(db)
afterAll(drop)
beforeEach(() => db.execute(sql`truncate refunds`))
afterEach(async () => {
  vi.restoreAllMocks()
  for (const stop of stops.splice(0)) await stop()
})

test('a call that took effect without an answer is found, and not made again', async () => {
  const provider = createProvider()
  provider.answerTo = () => 'accept-then-break'
  await startCalls(provider)
  const id = await queue()

  await settled([{ state: 'accepted', attemptNo: 1, providerId: `re-${id}` }])
  expect(provider.accepted).toEqual([id])
})

test('a call that did not take effect is made again once the provider says so', async () => {
  const provider = createProvider()
  provider.answerTo = ({ attemptNo }) =>
    attemptNo === 1 ? { kind: 'unclear', reason: 'http-500' } : 'accept'
  await startCalls(provider)
  const id = await queue()

  await settled([{ state: 'accepted', attemptNo: 2 }])
  expect(provider.accepted).toEqual([id])
})

test('while the provider does not say whether it has a call, the call is not made again', async () => {
  const provider = createProvider()
  provider.answerTo = () => 'accept-then-break'
  const find = vi.spyOn(provider, 'find').mockRejectedValue(new Error('search is down'))
  await startCalls(provider)
  const id = await queue()
  await vi.waitFor(() => expect(find.mock.calls.length).toBeGreaterThan(2))

  expect(await listRefunds()).toMatchObject([{ state: 'unknown', attemptNo: 1 }])
  find.mockResolvedValue([{ kind: 'found', providerId: `re-${id}` }])
  await settled([{ state: 'accepted' }])
})

test('an answer that could not be recorded is asked for, and the call is not made again', async () => {
  const provider = createProvider()
  const recordAnswers = vi.spyOn(table, 'recordAnswers').mockRejectedValueOnce(new Error('database away'))
  await startCalls(provider)
  const id = await queue()

  await settled([{ state: 'accepted', attemptNo: 1 }])
  expect(recordAnswers).toHaveBeenCalledOnce()
  expect(provider.accepted).toEqual([id])
})
