import type { Log } from '@walkon/service/log'
import { randomUUID } from 'node:crypto'
import type { Waits } from './provider-answers.ts'

/** How a call in doubt is settled: by asking the provider for it, early and often. */

/** The result of a look-up. */
export type Finding =
  | { kind: 'found'; providerId: string }
  /**
   * `shownUntil` is the instant, by the database's clock, of the newest call that the same answer of the search shows, null if it shows
   * none. A provider's own clock may differ.
   */
  | { kind: 'absent'; shownUntil: Date | null }
  /** There is no search, and a second call replaces the first: it may be made again without harm. */
  | { kind: 'repeatable'; delaySeconds: number }
  /** There is no search, and a second call would do what the first may have done: the call is given up in doubt. */
  | { kind: 'never-known' }

/** A call in doubt: since when, and for how long when it was asked for, both by the database's clock. */
export type Doubt = { doubtedAt: string; doubtSeconds: number }

/** The new state of a call after a look-up. */
export type LookUpStep =
  | { state: 'accepted'; providerId: string }
  /** The provider does not have the call, or does no harm with a second one, so it is made again. */
  | { state: 'queued'; delaySeconds?: number }
  /** The provider may have the call and not show it yet. */
  | { state: 'unknown'; delaySeconds: number }
  /** It stays in doubt for ever, and is not made again. */
  | { state: 'failed'; reason: typeof IN_DOUBT }

/** Why a call has ended that may have taken effect or not. */
export const IN_DOUBT = 'in-doubt'

/** A call in doubt. */
export type UnknownCall = Doubt & { id: string }

export type LookUp = { id: string; step: LookUpStep }

/** The owner is new with every lease, so that a refusal recorded by an earlier holder comes too late. */
export type Lease = { owner: string; limit: number; leaseSeconds: number }

/** The part of a table of calls that look-ups use. Each function commits before it resolves, by the database's clock. */
export type UnknownTable<Unknown> = {
  /** Calls whose lease has lapsed become `unknown`, due after the wait: their process died or hangs. */
  markLapsed(askSeconds: number): Promise<void>
  /** `unknown` calls that are due. Each is due again after the lease, if no look-up is recorded. */
  leaseUnknown(lease: Lease): Promise<Unknown[]>
  /** Records look-ups: `accepted` from every process, any other step from the owner of the lease alone. */
  recordLookUps(owner: string, lookUps: LookUp[]): Promise<void>
}

/** The part of a provider's API that look-ups use. */
export type SearchableProvider<Unknown> = {
  /** The most calls that one look-up asks for. */
  callsPerLookUp: number
  /** One finding for each call, in order, null where the provider does not say. Rejects when it says nothing at all. */
  find(calls: Unknown[]): Promise<(Finding | null)[]>
}

export type LookUpOptions<Unknown> = {
  name: string
  table: UnknownTable<Unknown>
  provider: SearchableProvider<Unknown>
  log: Log
  leaseSeconds: number
  waits: Omit<Waits, 'askSeconds'>
}

const QUESTIONS_AT_ONCE = 5
const MOST_LEASED = 500
const LONGEST_ASK_SECONDS = 3

/** Between two look-ups of a call. */
export const askSecondsOf = ({ absentSeconds }: Omit<Waits, 'askSeconds'>) =>
  Math.min(LONGEST_ASK_SECONDS, absentSeconds / 5)

/**
 * Asks the provider for calls in doubt. A call that the provider does not answer about stays `unknown` and is asked for
 * again; making it again could make it twice. True if others may be due.
 */
export async function lookUpUnknown<Unknown extends UnknownCall>({
  name,
  table,
  provider,
  log,
  leaseSeconds,
  ...options
}: LookUpOptions<Unknown>): Promise<boolean> {
  const waits = { ...options.waits, askSeconds: askSecondsOf(options.waits) }
  const { callsPerLookUp } = provider
  await table.markLapsed(waits.askSeconds)
  const owner = randomUUID()
  const limit = Math.min(QUESTIONS_AT_ONCE * callsPerLookUp, MOST_LEASED)
  const unknown = await table.leaseUnknown({ owner, limit, leaseSeconds })

  const ask = async (calls: Unknown[]) => {
    const findings = await provider.find(calls).catch((error: unknown): null[] => {
      const count = calls.length
      log.warn({ err: error, calls: name, count }, 'the provider does not say whether it has these calls')
      return []
    })
    const lookUps = calls.map((call, index) => ({
      id: call.id,
      step: toLookUpStep(findings[index] ?? null, call, waits),
    }))
    await table.recordLookUps(owner, lookUps)
  }
  const questions: Promise<void>[] = []
  for (let start = 0; start < unknown.length; start += callsPerLookUp)
    questions.push(ask(unknown.slice(start, start + callsPerLookUp)))
  await Promise.all(questions)
  return unknown.length === limit
}

/**
 * A search lags behind what the provider accepted. Its answer proves a call absent only if it shows a call made after the doubt began:
 * earlier accepted calls are then shown too.
 */
export function toLookUpStep(finding: Finding | null, doubt: Doubt, waits: Waits): LookUpStep {
  if (finding?.kind === 'found') return { state: 'accepted', providerId: finding.providerId }
  if (finding?.kind === 'repeatable') return { state: 'queued', delaySeconds: finding.delaySeconds }
  if (finding?.kind === 'never-known') return { state: 'failed', reason: IN_DOUBT }
  if (finding && provesAbsence(finding.shownUntil, doubt, waits)) return { state: 'queued' }
  return { state: 'unknown', delaySeconds: waits.askSeconds }
}

function provesAbsence(shownUntil: Date | null, doubt: Doubt, waits: Waits): boolean {
  if (doubt.doubtSeconds >= waits.lookupSeconds) return true
  if (doubt.doubtSeconds < waits.absentSeconds || !shownUntil) return false
  return shownUntil > toProvingTime(doubt, waits)
}

/**
 * A call made after this instant proves, where the search shows it, that the call in doubt was not made. A call that was given up may take
 * effect a little later, so a call that was made right after it proves nothing.
 */
export const toProvingTime = (
  { doubtedAt }: Pick<Doubt, 'doubtedAt'>,
  { absentSeconds }: Pick<Waits, 'absentSeconds'>,
): Date => new Date(Date.parse(doubtedAt) + (absentSeconds / 5) * 1_000)
