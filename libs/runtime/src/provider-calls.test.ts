import { createLog } from '@walkon/service/log'
import { createTestDatabase } from '@walkon/testing/database'
import { sql } from 'drizzle-orm'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Answer } from './provider-answers.ts'
import { describeCallTable } from './provider-calls.contract.ts'
import { createProviderCalls } from './provider-calls.ts'
import type { Finding } from './provider-lookups.ts'
import { createWokenLoop } from './running-parts.ts'
import { createRefunds, type Refund, type RefundRow } from './testing/refunds.ts'

const { db, drop } = await createTestDatabase('shop', join(import.meta.dirname, '../migrations'))
const { table, listRefunds, queue, states } = await createRefunds(db)
const log = createLog({ service: 'shop', level: 'silent' })

/** A provider that takes one call a request, remembers what it accepted, and does what a test tells it besides. */
function createProvider() {
  const accepted: string[] = []
  const sent: Refund[][] = []
  const provider = {
    accepted,
    sent,
    callsPerRequest: 1,
    write: async (refund: Refund) => refund,
    answerTo: (_refund: Refund): Answer | 'accept' | 'accept-then-break' | Promise<'accept'> => 'accept',
    async send(refunds: Refund[]): Promise<Answer[]> {
      sent.push(refunds)
      const answers: Answer[] = []
      for (const refund of refunds) {
        const answer = await provider.answerTo(refund)
        if (answer === 'accept' || answer === 'accept-then-break') accepted.push(refund.id)
        if (answer === 'accept-then-break') throw new Error('connection lost')
        answers.push(answer === 'accept' ? { kind: 'accepted', providerId: `re-${refund.id}` } : answer)
      }
      return answers
    },
    callsPerLookUp: 1,
    find: async (calls: { id: string }[]): Promise<(Finding | null)[]> =>
      calls.map(({ id }) =>
        accepted.includes(id)
          ? { kind: 'found', providerId: `re-${id}` }
          : { kind: 'absent', shownUntil: null },
      ),
  }
  return provider
}

const stops: (() => Promise<unknown>)[] = []
afterAll(drop)
beforeEach(() => db.execute(sql`truncate refunds`))
afterEach(async () => {
  vi.restoreAllMocks()
  for (const stop of stops.splice(0)) await stop()
})

const WAITS = { retrySeconds: 0.01, absentSeconds: 0.1, lookupSeconds: 0.5 }
const TIMES = { timeoutSeconds: 0.2, leaseSeconds: 0.5, waits: WAITS }

/** The loops of one process, as a service runs them. */
async function startCalls(provider: ReturnType<typeof createProvider>, options: object = {}) {
  const calls = createProviderCalls({
    name: 'refunds',
    table,
    provider,
    log,
    wakeOn: 'refunds',
    concurrency: 4,
    ...TIMES,
    ...options,
  })
  const loops = [calls.send, calls.lookUp].map((job) => createWokenLoop('shop', job, db, log))
  for (const loop of loops) await loop.start?.()
  stops.push(async () => {
    for (const part of [...loops, calls.underWay]) await part.stop()
  })
}

const settled = (expected: Partial<RefundRow>[]) =>
  vi.waitFor(async () => expect(await listRefunds()).toMatchObject(expected), { timeout: 10_000 })

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

  await vi.waitFor(() => expect(provider.accepted).toHaveLength(calls), { timeout: 10_000 })
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

test('a refused call is never made again', async () => {
  const provider = createProvider()
  provider.answerTo = () => ({ kind: 'refused', reason: 'disputed' })
  await startCalls(provider)
  await queue()

  await settled([{ state: 'failed', reason: 'disputed', attemptNo: 1 }])
  expect((await table.leaseQueued({ owner: randomUUID(), limit: 1, leaseSeconds: 1 })).leased).toEqual([])
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
  await vi.waitFor(() => expect(find.mock.calls.length).toBeGreaterThan(2), { timeout: 10_000 })

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
