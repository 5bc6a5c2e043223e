import { randomUUID } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import type { Answer } from './provider-answers.ts'
import { toStep } from './provider-answers.ts'
import type { CallTable, LeasedCall } from './provider-calls.ts'
import type { LookUpStep, UnknownCall } from './provider-lookups.ts'

/** A table of calls, and the hands that the contract needs. */
export type TestedTable<Call extends LeasedCall> = {
  table: CallTable<Call, Answer, UnknownCall>
  /** Queues a call that is due. */
  queue(): Promise<void>
  /** Ids of all calls with their states. */
  states(): Promise<Record<string, string>>
}

const WAITS = { retrySeconds: 0, askSeconds: 0, absentSeconds: 0, lookupSeconds: 0 }
const HAS: LookUpStep = { state: 'accepted', providerId: 'p1' }
const LACKS: LookUpStep = { state: 'queued' }
const LATE_NEWS: Answer[] = [
  { kind: 'refused', reason: 'late' },
  { kind: 'retry', reason: 'late' },
  { kind: 'unclear', reason: 'late' },
]
const ACCEPTED: Answer = { kind: 'accepted', providerId: 'p1' }

/** The contract of every table of calls: a call takes effect once. Begins with an empty table. */
export function describeCallTable<Call extends LeasedCall>(
  name: string,
  { table, queue, states }: TestedTable<Call>,
): void {
  const newLease = (leaseSeconds = 60, limit = 10) => ({ owner: randomUUID(), limit, leaseSeconds })
  const stateOf = async (id: string) => (await states())[id]
  const record = (owner: string, call: Call, answer: Answer) =>
    table.recordAnswers(owner, [{ call, answer, step: toStep(answer, call.attemptNo, WAITS) }])

  /** A call in hand. */
  async function leaseOne(leaseSeconds?: number) {
    await queue()
    const lease = newLease(leaseSeconds)
    const { leased } = await table.leaseQueued(lease)
    return { call: leased[0]!, owner: lease.owner }
  }

  /** A call in doubt, in the hands of the process that asks for it. */
  async function askForOne() {
    const { call, owner } = await leaseOne()
    await record(owner, call, { kind: 'unclear', reason: 'timeout' })
    const asker = newLease()
    const unknown = await table.leaseUnknown(asker)
    expect(unknown).toMatchObject([{ id: call.id }])
    return { call, asker: asker.owner }
  }

  describe(name, () => {
    test('a call is in one lease at most', async () => {
      for (let queued = 0; queued < 40; queued++) await queue()
      const leases = await Promise.all(Array.from({ length: 5 }, () => table.leaseQueued(newLease(60, 9))))

      const ids = leases.flatMap(({ leased }) => leased.map(({ id }) => id))
      expect(ids).toHaveLength(40)
      expect(new Set(ids).size).toBe(40)
    })

    test('a lease says whether other calls may be due', async () => {
      await queue()
      await queue()
      expect((await table.leaseQueued(newLease(60, 1))).hasMore).toBe(true)
      expect((await table.leaseQueued(newLease())).hasMore).toBe(false)
    })

    test('a call that is made again keeps its id and counts its attempts', async () => {
      const { call, owner } = await leaseOne()
      expect(call.attemptNo).toBe(1)
      await record(owner, call, { kind: 'retry', reason: 'throttled' })

      expect((await table.leaseQueued(newLease())).leased).toMatchObject([{ id: call.id, attemptNo: 2 }])
    })

    test.for(LATE_NEWS)(
      'the answer $kind is not believed of a process that has lost its lease',
      async (answer) => {
        const { call } = await leaseOne()
        await record(randomUUID(), call, answer)
        expect(await stateOf(call.id)).toBe('sending')
      },
    )

    test('that the provider has a call is believed of every process', async () => {
      const sending = await leaseOne()
      await record(randomUUID(), sending.call, ACCEPTED)
      const inDoubt = await askForOne()
      await record(randomUUID(), inDoubt.call, ACCEPTED)

      expect(await stateOf(sending.call.id)).toBe('accepted')
      expect(await stateOf(inDoubt.call.id)).toBe('accepted')
    })

    test('a refusal is final', async () => {
      const { call, owner } = await leaseOne()
      await record(owner, call, { kind: 'refused', reason: 'no' })

      expect(await stateOf(call.id)).toBe('failed')
      expect((await table.leaseQueued(newLease())).leased).toEqual([])
    })

    test('a call whose lease has lapsed is in doubt, and nothing its process says then makes it due', async () => {
      const { call, owner } = await leaseOne(0.001)
      await vi.waitFor(async () => {
        await table.markLapsed(60)
        expect(await stateOf(call.id)).toBe('unknown')
      })
      await record(owner, call, { kind: 'retry', reason: 'late' })

      expect(await stateOf(call.id)).toBe('unknown')
      expect(await table.leaseUnknown(newLease())).toEqual([])
    })

    test('a call whose lease holds is left to its process', async () => {
      const { call } = await leaseOne()
      await table.markLapsed(60)
      expect(await stateOf(call.id)).toBe('sending')
    })

    test('a call in doubt is asked for by one process at a time', async () => {
      const { call } = await askForOne()
      expect(await table.leaseUnknown(newLease())).toEqual([])
      expect(await stateOf(call.id)).toBe('unknown')
    })

    test('a call in doubt says since when, and keeps that while it is asked for again', async () => {
      const { call, asker } = await askForOne()
      await table.recordLookUps(asker, [{ id: call.id, step: { state: 'unknown', delaySeconds: 0 } }])
      const [first] = await table.leaseUnknown(newLease(0))
      const [second] = await table.leaseUnknown(newLease())

      expect(first?.doubtedAt).toEqual(second?.doubtedAt)
      expect(second?.doubtSeconds).toBeGreaterThan(first?.doubtSeconds ?? 0)
    })

    test('a call that is still in doubt is due again after its wait, and only its asker says so', async () => {
      const { call, asker } = await askForOne()
      const later: LookUpStep = { state: 'unknown', delaySeconds: 0 }
      await table.recordLookUps(randomUUID(), [{ id: call.id, step: later }])
      expect(await table.leaseUnknown(newLease())).toEqual([])

      await table.recordLookUps(asker, [{ id: call.id, step: later }])
      expect(await table.leaseUnknown(newLease())).toMatchObject([{ id: call.id }])
    })

    test('a call that the provider does not have is queued again by the process that asked, and by no other', async () => {
      const { call, asker } = await askForOne()
      await table.recordLookUps(randomUUID(), [{ id: call.id, step: LACKS }])
      expect(await stateOf(call.id)).toBe('unknown')

      await table.recordLookUps(asker, [{ id: call.id, step: LACKS }])
      expect(await stateOf(call.id)).toBe('queued')
    })

    test('a call that the provider has is accepted, also when another process asked', async () => {
      const { call } = await askForOne()
      await table.recordLookUps(randomUUID(), [{ id: call.id, step: HAS }])
      expect(await stateOf(call.id)).toBe('accepted')
    })
  })
}
