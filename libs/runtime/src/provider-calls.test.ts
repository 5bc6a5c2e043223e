import { createLog } from '@walkon/service/log'
import { asJsonb } from '@walkon/service/sql-parameters'
import { wakeAfterCommit } from '@walkon/service/wake-ups'
import { createTestDatabase } from '@walkon/testing/database'
import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Answer } from './provider-answers.ts'
import { describeCallTable } from './provider-calls.contract.ts'
import { createProviderCalls, type CallTable } from './provider-calls.ts'
import type { Finding, Lease, LookUp, UnknownCall } from './provider-lookups.ts'
import { createWokenLoop } from './running-parts.ts'

const { db, drop } = await createTestDatabase('shop', join(import.meta.dirname, '../migrations'))
const log = createLog({ service: 'shop', level: 'silent' })

/** Refunds, as a shop would keep them: the columns that the mechanism needs, and an amount. */
await db.execute(sql`
  create table refunds (
    id uuid primary key, amount_cents int not null, state text not null default 'queued', attempt_no int not null default 0,
    lease_owner uuid, lease_until timestamptz, not_before timestamptz not null default now(), doubted_at timestamptz,
    provider_id text, reason text)`)

type Refund = { id: string; amountCents: number; attemptNo: number }

const table: CallTable<Refund, Answer, UnknownCall> = {
  async leaseQueued({ owner, limit, leaseSeconds }: Lease) {
    const leased = await db.execute<Refund>(sql`
      update refunds set state = 'sending', lease_owner = ${owner}::uuid, attempt_no = attempt_no + 1,
        lease_until = now() + make_interval(secs => ${leaseSeconds})
      where id = any(array(
        select id from refunds where state = 'queued' and not_before <= now()
        order by not_before limit ${limit} for update skip locked))
      returning id, amount_cents as "amountCents", attempt_no as "attemptNo"`)
    return { leased: [...leased], hasMore: leased.length === limit }
  },
  async recordAnswers(owner, answered) {
    const rows = answered.map(({ call, step }) => ({
      reason: null,
      providerId: null,
      delaySeconds: 0,
      ...step,
      id: call.id,
    }))
    await db.execute(sql`
      update refunds d set state = r."state", reason = r."reason", provider_id = r."providerId",
        not_before = now() + make_interval(secs => r."delaySeconds"), lease_owner = null, lease_until = null,
        doubted_at = case r."state" when 'unknown' then now() else d.doubted_at end
      from jsonb_to_recordset(${asJsonb(rows)}) as r(
        "id" uuid, "state" text, "reason" text, "providerId" text, "delaySeconds" float8)
      where d.id = r."id" and case r."state" when 'accepted' then d.state in ('queued', 'sending', 'unknown')
        else d.state = 'sending' and d.lease_owner = ${owner}::uuid end`)
  },
  async markLapsed(askSeconds) {
    await db.execute(sql`
      update refunds set state = 'unknown', lease_owner = null, doubted_at = now(),
        not_before = now() + make_interval(secs => ${askSeconds})
      where state = 'sending' and lease_until < now()`)
  },
  async leaseUnknown({ owner, limit, leaseSeconds }) {
    return db.execute<UnknownCall>(sql`
      update refunds set lease_owner = ${owner}::uuid, not_before = now() + make_interval(secs => ${leaseSeconds})
      where id = any(array(
        select id from refunds where state = 'unknown' and not_before <= now()
        order by not_before limit ${limit} for update skip locked))
      returning id, doubted_at as "doubtedAt", extract(epoch from now() - doubted_at)::float8 as "doubtSeconds"`)
  },
  async recordLookUps(owner, lookUps: LookUp[]) {
    const rows = lookUps.map(({ id, step }) => ({ providerId: null, delaySeconds: 0, ...step, id }))
    await db.execute(sql`
      update refunds d set state = r."state", provider_id = r."providerId", lease_owner = null,
        not_before = now() + make_interval(secs => r."delaySeconds")
      from jsonb_to_recordset(${asJsonb(rows)}) as r(
        "id" uuid, "state" text, "providerId" text, "delaySeconds" float8)
      where d.id = r."id" and d.state = 'unknown' and (r."state" = 'accepted' or d.lease_owner = ${owner}::uuid)`)
    wake()
  },
}

const wake = () => wakeAfterCommit(db, 'refunds')

async function queue(amountCents = 900): Promise<string> {
  const id = randomUUID()
  await db.execute(sql`insert into refunds (id, amount_cents) values (${id}, ${amountCents})`)
  wake()
  return id
}

type Row = { id: string; state: string; attemptNo: number; providerId: string | null; reason: string | null }
const listRefunds = () =>
  db.execute<Row>(sql`
    select id, state, attempt_no as "attemptNo", provider_id as "providerId", reason from refunds order by amount_cents`)
const states = async () => Object.fromEntries((await listRefunds()).map(({ id, state }) => [id, state]))

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

const settled = (expected: Partial<Row>[]) =>
  vi.waitFor(async () => expect(await listRefunds()).toMatchObject(expected), { timeout: 10_000 })

describeCallTable('the table of these tests', { table, queue: async () => void (await queue()), states })

describe('the loops', () => {
  test('a queued call is made once, and the provider’s id of it is kept', async () => {
    const provider = createProvider()
    await startCalls(provider)
    const id = await queue()

    await settled([{ state: 'accepted', attemptNo: 1, providerId: `re-${id}` }])
    expect(provider.accepted).toEqual([id])
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
    await startCalls(provider, {
      concurrency: 2,
      leaseSeconds: 60,
    })
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
})

test.for([
  ['a call that may outlast its lease', { timeoutSeconds: 0.5 }],
  ['a first wait that is longer than the last', { waits: { ...WAITS, lookupSeconds: 0.1 } }],
] as const)('%s is refused at start', async ([, times]) => {
  await expect(startCalls(createProvider(), times)).rejects.toThrow('a call must end before its lease')
})
