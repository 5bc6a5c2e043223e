import { createTestDatabase } from '@walkon/testing/database'
import { sql } from 'drizzle-orm'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { describeCallTable } from './provider-calls.contract.ts'
import { createProvider, createRefundCalls, TIMES, WAITS } from './testing/refund-calls.ts'
import type { Refund } from './testing/refunds.ts'

const { db, drop } = await createTestDatabase('shop', join(import.meta.dirname, '../migrations'))
const { createCalls, listRefunds, queue, settled, startCalls, states, stops, table } =
  await createRefundCalls(db)
afterAll(drop)
beforeEach(() => db.execute(sql`truncate refunds`))
afterEach(async () => {
  vi.restoreAllMocks()
  for (const stop of stops.splice(0)) await stop()
})

const never = new AbortController().signal

describeCallTable('the table of these tests', { table, queue: async () => void (await queue()), states })

test('a queued call is made once, and the provider’s id of it is kept', async () => {
  const provider = createProvider()
  await startCalls(provider)
  const id = await queue()

  await settled([{ state: 'accepted', attemptNo: 1, providerId: `re-${id}` }])
  expect(provider.accepted).toEqual([id])
})

test('while the calls of a large request are written, other work of the process has its turn', async () => {
  const provider = createProvider()
  const calls = 100
  let written = 0
  let writtenAtOtherWork = calls
  const write = async (refund: Refund) => {
    if (written === 0) setImmediate(() => (writtenAtOtherWork = written))
    written++
    return refund
  }
  await Promise.all(Array.from({ length: calls }, () => queue()))
  await startCalls({ ...provider, callsPerRequest: calls, write })

  await vi.waitFor(() => expect(provider.accepted).toHaveLength(calls))
  expect(writtenAtOtherWork).toBeLessThan(calls)
})

test('a call that may go later is made again with the same id', async () => {
  const provider = createProvider()
  provider.answerTo = ({ attemptNo }) => (attemptNo < 3 ? { kind: 'retry', reason: 'throttled' } : 'accept')
  await startCalls(provider)
  const id = await queue()

  await settled([{ state: 'accepted', attemptNo: 3 }])
  expect(provider.sent.flat().map((refund) => refund.id)).toEqual([id, id, id])
})

test('a sender looks again soon while a retry is due, which nothing wakes, and rests when there is none', async () => {
  const provider = createProvider()
  provider.answerTo = () => ({ kind: 'retry', reason: 'throttled' })
  const { send, underWay } = createCalls(provider)
  expect(await send.run(never)).toBe(false)
  await queue()

  expect(await send.run(never)).toBe('waiting')
  await underWay.stop?.()
  provider.answerTo = () => 'accept'
  await vi.waitFor(async () => {
    expect(await send.run(never)).toBe('waiting')
    expect(provider.accepted).toHaveLength(1)
  })
})

test('a refused call is never made again', async () => {
  const provider = createProvider()
  provider.answerTo = () => ({ kind: 'refused', reason: 'disputed' })
  await startCalls(provider)
  await queue()

  await settled([{ state: 'failed', reason: 'disputed', attemptNo: 1 }])
  expect((await table.leaseQueued({ owner: randomUUID(), limit: 1, leaseSeconds: 1 })).leased).toEqual([])
})

test('each answer is recorded as it comes, while a slow call of the same lease goes on', async () => {
  const slow = Promise.withResolvers<'accept'>()
  const provider = createProvider()
  provider.answerTo = ({ amountCents }) => (amountCents === 1 ? slow.promise : 'accept')
  await db.execute(sql`
      insert into refunds (id, amount_cents) select gen_random_uuid(), cents from generate_series(1, 3) as cents`)
  const leaseQueued = vi.spyOn(table, 'leaseQueued')
  await startCalls(provider, { leaseSeconds: 60 })

  await settled([{ state: 'sending' }, { state: 'accepted' }, { state: 'accepted' }])
  expect(await leaseQueued.mock.results[0]?.value).toMatchObject({ leased: [{}, {}, {}] })
  slow.resolve('accept')
  await settled([{ state: 'accepted' }, { state: 'accepted' }, { state: 'accepted' }])
})

test('no more calls are leased than can be under way', async () => {
  const slow = Promise.withResolvers<'accept'>()
  const provider = createProvider()
  provider.answerTo = () => slow.promise
  for (let cents = 1; cents <= 4; cents++) await queue(cents)
  await startCalls(provider, { concurrency: 2, leaseSeconds: 60 })
  await vi.waitFor(() => expect(provider.sent).toHaveLength(2))

  expect(Object.values(await states()).toSorted()).toEqual(['queued', 'queued', 'sending', 'sending'])
  slow.resolve('accept')
  await settled(Array.from({ length: 4 }, () => ({ state: 'accepted' })))
})

test('a provider that takes many calls a request gets one answer of each recorded', async () => {
  const provider = createProvider()
  provider.callsPerRequest = 10
  provider.answerTo = ({ amountCents }) =>
    amountCents === 2 ? { kind: 'refused', reason: 'disputed' } : 'accept'
  await db.execute(sql`
      insert into refunds (id, amount_cents) select gen_random_uuid(), cents from generate_series(1, 3) as cents`)
  await startCalls(provider)

  await settled([{ state: 'accepted' }, { state: 'failed' }, { state: 'accepted' }])
  expect(provider.sent).toHaveLength(1)
})

test('a call that cannot be written fails alone, and the others of its request go', async () => {
  const provider = createProvider()
  provider.callsPerRequest = 10
  provider.write = async (refund) => {
    if (refund.amountCents === 1) throw new Error('nothing to say')
    return refund
  }
  await db.execute(sql`
      insert into refunds (id, amount_cents) select gen_random_uuid(), cents from generate_series(1, 2) as cents`)
  await startCalls(provider)

  await settled([{ state: 'failed', reason: 'not-writable' }, { state: 'accepted' }])
  expect(provider.accepted).toHaveLength(1)
})

test('a process whose lease has run out before the call makes none: another may hold it by now', async () => {
  const provider = createProvider()
  let frozenMs = 0
  vi.spyOn(performance, 'now').mockImplementation(() => frozenMs)
  provider.write = async (refund) => {
    frozenMs += refund.attemptNo === 1 ? TIMES.leaseSeconds * 1_000 : 0
    return refund
  }
  await startCalls(provider)
  const id = await queue()

  await settled([{ state: 'accepted', attemptNo: 2 }])
  expect(provider.sent.flat()).toMatchObject([{ id, attemptNo: 2 }])
})

test('stopping waits for the calls under way, and their answers are recorded', async () => {
  const slow = Promise.withResolvers<'accept'>()
  const provider = createProvider()
  provider.answerTo = () => slow.promise
  await startCalls(provider)
  await queue()
  await vi.waitFor(() => expect(provider.sent).toHaveLength(1))

  const stopping = stops.pop()?.()
  slow.resolve('accept')
  await stopping
  expect(await listRefunds()).toMatchObject([{ state: 'accepted' }])
})

test.for([
  ['a call that may outlast its lease', { timeoutSeconds: 0.5 }],
  ['a first wait that is longer than the last', { waits: { ...WAITS, lookupSeconds: 0.1 } }],
] as const)('%s is refused at start', async ([, times]) => {
  await expect(startCalls(createProvider(), times)).rejects.toThrow('a call must end before its lease')
})
