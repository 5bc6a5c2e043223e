import type { Database } from '@walkon/service/database'
import { createLog } from '@walkon/service/log'
import { expect, vi } from 'vitest'
import type { Answer } from '../provider-answers.ts'
import { createProviderCalls } from '../provider-calls.ts'
import type { Finding } from '../provider-lookups.ts'
import { createWokenLoop } from '../running-parts.ts'
import { createRefunds, type Refund, type RefundRow } from './refunds.ts'

/** A provider that takes one call a request, remembers what it accepted, and does what else a test tells it. */
export function createProvider() {
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

export const WAITS = { retrySeconds: 0.01, absentSeconds: 0.1, lookupSeconds: 0.5 }
export const TIMES = { timeoutSeconds: 0.2, leaseSeconds: 0.5, waits: WAITS }

/** Refunds, and the loops that pay them. */
export async function createRefundCalls(db: Database) {
  const { table, listRefunds, queue, states } = await createRefunds(db)
  const log = createLog({ service: 'shop', level: 'silent' })
  const stops: (() => Promise<unknown>)[] = []

  const createCalls = (provider: ReturnType<typeof createProvider>, options: object = {}) =>
    createProviderCalls({
      name: 'refunds',
      table,
      provider,
      log,
      wakeOn: 'refunds',
      concurrency: 4,
      ...TIMES,
      ...options,
    })

  /** The loops of one process, as a service runs them. */
  async function startCalls(provider: ReturnType<typeof createProvider>, options: object = {}) {
    const calls = createCalls(provider, options)
    const loops = [calls.send, calls.lookUp].map((job) => createWokenLoop('shop', job, db, log))
    for (const loop of loops) await loop.start?.()
    stops.push(async () => {
      for (const part of [...loops, calls.underWay]) await part.stop()
    })
  }

  return {
    table,
    queue,
    states,
    listRefunds,
    createCalls,
    startCalls,
    /** Each stops the loops of one process, the last started last. */
    stops,
    settled: (expected: Partial<RefundRow>[]) =>
      vi.waitFor(async () => expect(await listRefunds()).toMatchObject(expected)),
  }
}
