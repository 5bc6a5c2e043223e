import { WOKEN, type Job } from '@walkon/service/jobs'
import type { Part } from '@walkon/service/lifecycle'
import type { Log } from '@walkon/service/log'
import { randomUUID } from 'node:crypto'
import { setImmediate as otherWork } from 'node:timers/promises'
import { startCallSpans } from './call-spans.ts'
import { toStep, type Answer, type Step, type Waits } from './provider-answers.ts'
import {
  askSecondsOf,
  lookUpUnknown,
  type Lease,
  type SearchableProvider,
  type UnknownCall,
  type UnknownTable,
} from './provider-lookups.ts'

/**
 * Calls to another company's API that must take effect exactly once, although a call can end without an answer.
 *
 *   queued ─► sending ─► accepted | failed
 *     ▲          ▼
 *     └────── unknown ─► accepted
 *
 * `sending` is committed, with a lease, before the provider is called. A call without a clear answer is `unknown`, and the provider is
 * asked for it soon and again. Only a call that the provider certainly does not have is queued again (docs/decisions/provider-calls.md).
 * Each service keeps its calls in a table of its own.
 */
export type ProviderCallsOptions<
  Call extends LeasedCall,
  Written,
  Said extends Answer,
  Unknown extends UnknownCall,
> = {
  /** Names the loops: `send-<name>` and `look-up-unknown-<name>`. */
  name: string
  table: CallTable<Call, Said, Unknown>
  provider: Provider<Call, Written, Said, Unknown>
  log: Log
  /** The channel that the process wakes when it has committed new calls. */
  wakeOn: string
  /** The most requests under way at once, so that a slow one does not hold the others. */
  concurrency: number
  timeoutSeconds: number
  leaseSeconds: number
  waits: Omit<Waits, 'askSeconds'>
}

export type LeasedCall = {
  /** The same in every attempt: what a look-up searches for, and the idempotency key where the provider takes one. */
  id: string
  /** Counts from 1, this attempt included. */
  attemptNo: number
  /** The cause of the call; the span of the request follows it. */
  traceparent?: string | null
}

export type AnsweredCall<Call, Said> = { call: Call; answer: Said | Answer; step: Step }

/**
 * The service's own table of calls. Each function commits before it resolves, by the database's clock. Every table is
 * held to provider-calls.contract.ts.
 */
export type CallTable<Call, Said, Unknown> = UnknownTable<Unknown> & {
  /** The next calls that are due, as `sending`, each in one lease at most. `hasMore` if others may be due too. */
  leaseQueued(lease: Lease): Promise<{ leased: Call[]; hasMore: boolean }>
  /** Records answers: `accepted` from every process and in every state, any other step from the owner of the lease alone. */
  recordAnswers(owner: string, answered: AnsweredCall<Call, Said>[]): Promise<void>
}

/** A provider's API. */
export type Provider<Call, Written, Said, Unknown> = SearchableProvider<Unknown> & {
  /** The most calls that one request carries. */
  callsPerRequest: number
  /** Writes one call for a request. A call that cannot be written is refused, without its neighbours. */
  write(call: Call): Promise<Written>
  /** Makes one request. One answer for each call, in order; a rejection leaves all of them unclear. */
  send(requests: Written[]): Promise<(Said | Answer)[]>
}

const MOST_LEASED = 500
/** Writing may be nothing but computing, and other requests, answers and probes have their turn meanwhile. */
const WRITTEN_IN_A_TURN = 5

/** The two loops, and the requests under way, for which a stop waits. Throws when the times are not in order. */
export function createProviderCalls<
  Call extends LeasedCall,
  Written,
  Said extends Answer,
  Unknown extends UnknownCall,
>(options: ProviderCallsOptions<Call, Written, Said, Unknown>): { send: Job; lookUp: Job; underWay: Part } {
  const { name, wakeOn, timeoutSeconds, leaseSeconds, waits } = options
  if (!(timeoutSeconds < leaseSeconds && waits.absentSeconds < waits.lookupSeconds))
    throw new Error(`${name}: a call must end before its lease, and the first wait be shorter than the last`)
  const underWay = new Set<Promise<void>>()
  const { table, retriesUntilMs } = notingRetries(options.table)
  const sending = { ...options, table }
  return {
    send: {
      name: `send-${name}`,
      ...WOKEN,
      wakeOn,
      run: async (signal) => {
        if (await sendNext(sending, underWay, signal)) return true
        return (underWay.size > 0 || performance.now() < retriesUntilMs()) && 'waiting'
      },
    },
    lookUp: {
      name: `look-up-unknown-${name}`,
      intervalMs: askSecondsOf(waits) * 1_000,
      run: () => lookUpUnknown(options),
    },
    underWay: { name: `${name}-calls-under-way`, stop: async () => void (await Promise.all(underWay)) },
  }
}

/** A retry is due without a wake-up: until the last that this process has recorded, the sender looks often. */
function notingRetries<Call extends LeasedCall, Said extends Answer, Unknown extends UnknownCall>(
  table: CallTable<Call, Said, Unknown>,
) {
  let untilMs = 0
  const noting: CallTable<Call, Said, Unknown> = {
    ...table,
    async recordAnswers(owner, answered) {
      for (const { step } of answered)
        if (step.state === 'queued')
          untilMs = Math.max(untilMs, performance.now() + step.delaySeconds * 1_000 + WOKEN.intervalMs)
      await table.recordAnswers(owner, answered)
    },
  }
  return { table: noting, retriesUntilMs: () => untilMs }
}

type Turn<Call, Said> = {
  /** A process that was frozen since its lease must not make calls that another process may hold by now. */
  mayCall: () => boolean
  record: (answered: { call: Call; answer: Said | Answer }[]) => Promise<void>
}

async function sendNext<Call extends LeasedCall, Written, Said extends Answer, Unknown extends UnknownCall>(
  options: ProviderCallsOptions<Call, Written, Said, Unknown>,
  underWay: Set<Promise<void>>,
  signal: AbortSignal,
): Promise<boolean> {
  const { name, table, provider, log, concurrency, leaseSeconds, timeoutSeconds, waits } = options
  while (underWay.size >= concurrency) await Promise.race(underWay)
  if (signal.aborted) return false

  const owner = randomUUID()
  // Taken before the database gives the lease, so that it never ends later than this process believes.
  const leaseEndsAt = performance.now() + leaseSeconds * 1_000
  const limit = Math.min((concurrency - underWay.size) * provider.callsPerRequest, MOST_LEASED)
  const { leased, hasMore } = await table.leaseQueued({ owner, limit, leaseSeconds })
  const turn: Turn<Call, Said> = {
    mayCall: () => performance.now() + timeoutSeconds * 1_000 < leaseEndsAt,
    record: recordTogether((answered) =>
      table.recordAnswers(
        owner,
        answered.map(({ call, answer }) => ({
          call,
          answer,
          step: toStep(answer, call.attemptNo, { ...waits, askSeconds: askSecondsOf(waits) }),
        })),
      ),
    ),
  }
  for (let start = 0; start < leased.length; start += provider.callsPerRequest) {
    const tracked: Promise<void> = makeRequest(
      options,
      leased.slice(start, start + provider.callsPerRequest),
      turn,
    )
      .catch((error: unknown) =>
        log.error({ err: error, calls: name }, 'answers not recorded; the provider will be asked'),
      )
      .finally(() => underWay.delete(tracked))
    underWay.add(tracked)
  }
  return hasMore
}

/** Makes one request, from its text to the record of its answers. */
async function makeRequest<
  Call extends LeasedCall,
  Written,
  Said extends Answer,
  Unknown extends UnknownCall,
>(
  { name, provider, log }: ProviderCallsOptions<Call, Written, Said, Unknown>,
  calls: Call[],
  { mayCall, record }: Turn<Call, Said>,
): Promise<void> {
  const written: { call: Call; request: Written }[] = []
  const unwritable: Call[] = []
  for (const [index, call] of calls.entries()) {
    if (index > 0 && index % WRITTEN_IN_A_TURN === 0) await otherWork()
    try {
      written.push({ call, request: await provider.write(call) })
    } catch (error) {
      log.error({ err: error, calls: name, id: call.id }, 'call cannot be written')
      unwritable.push(call)
    }
  }
  let answers: (Said | Answer)[] = []
  if (written.length > 0 && !mayCall()) answers = written.map(() => LEASE_OVER)
  else if (written.length > 0) {
    const spans = startCallSpans(
      name,
      written.map(({ call }) => call),
    )
    const send = () => provider.send(written.map((each) => each.request))
    answers = await spans.within(send).catch((error: unknown) => {
      log.error({ err: error, calls: name }, 'call failed')
      return written.map(() => CALL_FAILED)
    })
    spans.end(answers)
  }
  const misconfigured = answers.filter(({ kind }) => kind === 'misconfigured')
  if (misconfigured.length > 0)
    log.error(
      { calls: name, answer: misconfigured[0], count: misconfigured.length },
      'the provider refuses our configuration',
    )
  await record([
    ...unwritable.map((call) => ({ call, answer: NOT_WRITABLE })),
    ...written.map(({ call }, index) => ({ call, answer: answers[index] ?? NO_ANSWER })),
  ])
}

const NOT_WRITABLE: Answer = { kind: 'refused', reason: 'not-writable' }
const LEASE_OVER: Answer = { kind: 'retry', reason: 'lease-over' }
const CALL_FAILED: Answer = { kind: 'unclear', reason: 'call-failed' }
const NO_ANSWER: Answer = { kind: 'unclear', reason: 'malformed-answer' }

/** Records items as they come. Items that come while others are being written go together in the next transaction. */
function recordTogether<Item>(write: (items: Item[]) => Promise<void>): (items: Item[]) => Promise<void> {
  let waiting: Item[] = []
  let last: Promise<void> = Promise.resolve()
  const writeAfter = async (before: Promise<void>) => {
    await before.catch(() => {})
    const taken = waiting
    waiting = []
    if (taken.length > 0) await write(taken)
  }
  return (items) => {
    waiting.push(...items)
    last = writeAfter(last)
    return last
  }
}
