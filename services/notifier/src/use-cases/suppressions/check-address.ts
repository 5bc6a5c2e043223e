import { hashAddress } from '@walkon/service/address-hash'
import { retryDelaySeconds } from '@walkon/runtime/provider-answers'
import type { Database, Transaction } from '@walkon/service/database'
import type { Log } from '@walkon/service/log'
import type { FoundBounce, PostmarkAddresses } from '../../clients/postmark-addresses.ts'
import {
  deleteSettledChecksOf,
  leaseChecks,
  postponeCheck,
  settleCheck,
  type DueCheck,
} from '../../db/suppressions/address-checks.ts'
import { isBounceOf, recordReceipt } from '../../db/deliveries/outcomes.ts'
import { deleteSuppressions } from '../../db/suppressions/suppressions.ts'
import type { Transition } from '../../db/deliveries/transitions.ts'
import {
  judgeClaim,
  mayRelease,
  toSuppressions,
  type CheckOutcome,
  type Listed,
} from '../../domain/suppressed-address.ts'
import { mayKeepReceipt } from '../deliveries/apply-receipt.ts'
import type { CheckMetrics } from '../../metrics/address-checks.ts'
import type { DeliveryMetrics } from '../../metrics/deliveries.ts'
import { keepOutcomes } from '../deliveries/keep-outcomes.ts'
import { suppressAddresses } from './suppress-address.ts'

export type CheckDeps = {
  db: Database
  addresses: PostmarkAddresses
  metrics: DeliveryMetrics
  checkMetrics: CheckMetrics
  log: Log
}

const CHECKS_AT_ONCE = 10
/** Longer than the calls of one check may take. */
const LEASE_SECONDS = 60
const RETRY_SECONDS = 2
/** A claim that Postmark does not bear out is asked about once more after this: its lists may lag behind its webhooks. */
const ASK_AGAIN_SECONDS = 60
const ATTEMPTS_OF_A_CLAIM = 2
/** As long as Postmark repeats a webhook, and longer than its outages last. */
const GIVE_UP_SECONDS = 3 * 86_400

/** Looks up the addresses that are due, and makes our suppressions those of Postmark. True if there may be more. */
export async function checkAddresses(deps: CheckDeps): Promise<boolean> {
  const checks = await leaseChecks(deps.db, { limit: CHECKS_AT_ONCE, leaseSeconds: LEASE_SECONDS })
  await Promise.all(checks.map((check) => checkAddress(deps, check)))
  return checks.length === CHECKS_AT_ONCE
}

/** A look-up that fails is made again later. */
async function checkAddress(deps: CheckDeps, check: DueCheck): Promise<void> {
  const { db, log } = deps
  const { id, attempts, cause, ageSeconds } = check
  try {
    await record(deps, check, await ask(deps.addresses, check))
  } catch (error) {
    if (ageSeconds < GIVE_UP_SECONDS) {
      log.warn({ err: error, checkId: id, attempts, cause }, 'address not looked up; it will be tried again')
      await postponeCheck(db, id, retryDelaySeconds(attempts, RETRY_SECONDS))
      return
    }
    log.error({ err: error, checkId: id, attempts, cause }, 'address not looked up; given up')
    await db.transaction((tx) => settleCheck(tx, id, 'given-up'))
    deps.checkMetrics.count(cause, 'given-up')
  }
}

/** Postmark's state of the address, after it has taken the releasable entries off its lists. */
type Answer = { listed: Listed[]; bounce: FoundBounce | null }

async function ask(addresses: PostmarkAddresses, { address, claim, ...check }: DueCheck): Promise<Answer> {
  const { cause, list } = check
  const demand = { cause, list, provenAt: check.provenAt === null ? null : new Date(check.provenAt) }
  const bounce = claim?.bounce ? await addresses.findBounce(claim.bounce.id) : null
  const listed: Listed[] = []
  for (const entry of await addresses.list(address)) {
    const isReleased = mayRelease(entry, demand) && (await addresses.release(entry.stream, address))
    if (!isReleased) listed.push(entry)
  }
  return { listed, bounce }
}

async function record(
  { db, metrics, checkMetrics }: CheckDeps,
  check: DueCheck,
  answer: Answer,
): Promise<void> {
  const { id, cause, attempts } = check
  const outcome = judge(check, answer)
  if (outcome === 'unconfirmed' && attempts < ATTEMPTS_OF_A_CLAIM)
    return postponeCheck(db, id, ASK_AGAIN_SECONDS)
  const transitions = await db.transaction(async (tx) => {
    const mayKeep = await mayKeepReceipt(tx, [check.addressHash])
    if (!(await settleCheck(tx, id, outcome))) return []
    if (!mayKeep) await deleteSettledChecksOf(tx, [check.addressHash])
    return [
      ...(await recordBounce(tx, check, answer.bounce)),
      ...(await alignSuppressions(tx, check, answer.listed)),
    ]
  })
  metrics.count(transitions)
  checkMetrics.count(cause, outcome)
}

function judge({ cause, claim, addressHash }: DueCheck, { listed, bounce }: Answer): CheckOutcome {
  if (cause !== 'told') return listed.length === 0 ? 'released' : 'still-suppressed'
  const hasBounce = claim?.bounce ? bounce !== null && hashAddress(bounce.email) === addressHash : null
  return judgeClaim(claim, listed, hasBounce)
}

/** A bounce ends the delivery that it names, where the message and its address are those that Postmark has. */
async function recordBounce(
  tx: Transaction,
  { claim }: DueCheck,
  bounce: FoundBounce | null,
): Promise<Transition[]> {
  const deliveryId = claim?.bounce?.deliveryId
  if (!deliveryId || !bounce) return []
  const { providerId, reason } = bounce
  if (!(await isBounceOf(tx, deliveryId, { providerId, addressHash: hashAddress(bounce.email) }))) return []
  const transitions = await recordReceipt(tx, deliveryId, { state: 'bounced', reason, providerId })
  await keepOutcomes(tx, transitions)
  return transitions
}

/** A suppression recorded after the look-up began is newer than its answer, and stays. */
async function alignSuppressions(
  tx: Transaction,
  { addressHash, cause, takenAt }: DueCheck,
  listed: Listed[],
): Promise<Transition[]> {
  const { standing, gone } = toSuppressions(listed, { cause })
  await deleteSuppressions(tx, 'email', addressHash, { kinds: gone, until: takenAt })
  return suppressAddresses(
    tx,
    standing.map((kind) => ({ channel: 'email', addressHash, ...kind })),
  )
}
