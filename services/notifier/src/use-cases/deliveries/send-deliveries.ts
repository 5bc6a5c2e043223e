import type { Channel } from '@walkon/contracts/values'
import type { AnsweredCall } from '@walkon/runtime/provider-calls'
import type { Lease } from '@walkon/runtime/provider-lookups'
import { lockRate, spendRate } from '@walkon/runtime/shared-rates'
import { hashAddress } from '@walkon/service/address-hash'
import type { Database, Transaction } from '@walkon/service/database'
import type { DeliveryAnswer } from '../../channels/channel.ts'
import { insertChecks, type NewCheck } from '../../db/suppressions/address-checks.ts'
import { deleteDeadDevices, endPushesTo } from '../../db/push/devices.ts'
import { lockForInserts } from '../../db/accounts/erasures.ts'
import { hasTextsOlderThan, lockTextsOlderThan } from '../../db/texts/failed-texts.ts'
import { leaseQueued, type LeasedDelivery } from '../../db/deliveries/leases.ts'
import { recordSteps } from '../../db/deliveries/outcomes.ts'
import type { Suppression } from '../../db/suppressions/suppressions.ts'
import type { Transition } from '../../db/deliveries/transitions.ts'
import { streamOf } from '../../domain/delivery-source.ts'
import { scopeOfRefusal } from '../../domain/suppression-scope.ts'
import type { DeliveryMetrics } from '../../metrics/deliveries.ts'
import { mailInstead, mailUnsent, withdrawTexts } from '../alerts/mail-instead.ts'
import { settle } from './settle-deliveries.ts'
import { suppressAddresses } from '../suppressions/suppress-address.ts'

/** Short, so that what the bucket cannot hold is never lost; long enough that a lease is worth its transaction. */
const A_WHILE_SECONDS = 0.1

/**
 * Leases no more deliveries of a channel than all processes together may send now. Where that is too few to be worth a lease, none, and
 * the milliseconds until it is.
 */
export async function leaseAtRate(
  db: Database,
  metrics: DeliveryMetrics,
  channel: Channel,
  { perSecond, ...lease }: Lease & { perSecond: number },
): Promise<{ leased: LeasedDelivery[]; hasMore: boolean; waitMs: number }> {
  const few = Math.max(1, perSecond * A_WHILE_SECONDS)
  const rate = { name: channel, burst: Math.max(1, perSecond), perSecond }
  const { taken, limit, free } = await db.transaction(async (tx) => {
    await lockForMails(tx, channel)
    const { free: held } = await lockRate(tx, rate)
    const most = held < few ? 0 : Math.min(lease.limit, Math.floor(held))
    if (most === 0) return { taken: null, limit: 0, free: held }
    const next = await leaseNext(tx, channel, { ...lease, limit: most })
    if (next.leased.length > 0) await spendRate(tx, rate, next.leased.length)
    return { taken: next, limit: most, free: held }
  })
  if (!taken) return { leased: [], hasMore: true, waitMs: ((few - free) / perSecond) * 1_000 }
  metrics.count(taken.settled)
  return { leased: taken.leased, hasMore: taken.transitions.length === limit, waitMs: 0 }
}

/** Leases the next deliveries of a channel. Expired and suppressed ones end here instead; the alerts of suppressed texts are mailed. */
export async function leaseDeliveries(
  db: Database,
  metrics: DeliveryMetrics,
  channel: Channel,
  lease: Lease,
): Promise<{ leased: LeasedDelivery[]; hasMore: boolean }> {
  const { leased, transitions, settled } = await db.transaction(async (tx) => {
    await lockForMails(tx, channel)
    return leaseNext(tx, channel, lease)
  })
  metrics.count(settled)
  return { leased, hasMore: transitions.length === lease.limit }
}

async function leaseNext(tx: Transaction, channel: Channel, lease: Lease) {
  const taken = await leaseQueued(tx, channel, lease)
  const settled = await settle(tx, taken.transitions)
  await mailUnsent(tx, taken.unsent)
  return { ...taken, settled }
}

/** Texts of alerts that have been queued for so long are not sent any more: their alerts are mailed. True if there may be more. */
export async function withdrawTextsOlderThan(
  db: Database,
  metrics: DeliveryMetrics,
  { seconds, limit, reason }: { seconds: number; limit: number; reason: 'texts-stopped' | 'text-late' },
): Promise<boolean> {
  if (!(await hasTextsOlderThan(db, seconds))) return false
  const withdrawn = await db.transaction(async (tx) => {
    await lockForMails(tx, 'sms')
    return withdrawTexts(tx, await lockTextsOlderThan(tx, { seconds, limit }), reason)
  })
  metrics.count(withdrawn)
  return withdrawn.length === limit
}

export type AnsweredDelivery = AnsweredCall<LeasedDelivery, DeliveryAnswer>

/** Records what the provider answered, and stops writing to addresses and devices that it calls dead. */
export async function recordAnswers(
  db: Database,
  metrics: DeliveryMetrics,
  channel: Channel,
  owner: string,
  answered: AnsweredDelivery[],
): Promise<void> {
  const suppressions = answered.flatMap(({ call, answer }): Suppression[] =>
    'suppress' in answer && answer.suppress
      ? [
          {
            channel,
            addressHash: hashAddress(call.address),
            reason: answer.suppress,
            scope: scopeOfRefusal(channel, call, answer.suppress),
          },
        ]
      : [],
  )
  const transitions = await db.transaction(async (tx) => {
    await lockForMails(tx, channel)
    const recorded = await recordSteps(
      tx,
      owner,
      answered.map(({ call, step }) => ({ id: call.id, step })),
    )
    await insertChecks(tx, toChecks(channel, answered))
    const settled = await settle(tx, recorded)
    await mailRefused(tx, channel, recorded, answered)
    const suppressed = await suppressAddresses(tx, suppressions)
    return [...settled, ...suppressed, ...(await removeDeadDevices(tx, answered))]
  })
  metrics.count(transitions)
  for (const { answer } of answered)
    if (answer.kind === 'misconfigured' || ('isOurFault' in answer && answer.isOurFault))
      metrics.countMisconfigured(channel, answer.reason)
}

/**
 * Texts alone bring mails about. An erasure or a change of address would not see a mail committed after it. Both are shut out before any
 * row is locked, as by every other insert of alerts.
 */
async function lockForMails(tx: Transaction, channel: Channel): Promise<void> {
  if (channel === 'sms') await lockForInserts(tx)
}

/** Their endpoints answer nothing more, so their queued pushes end too. */
async function removeDeadDevices(tx: Transaction, answered: AnsweredDelivery[]): Promise<Transition[]> {
  const dead = answered.flatMap(({ call: { device }, answer }) =>
    device && 'isGone' in answer && answer.isGone ? [device] : [],
  )
  return settle(tx, await endPushesTo(tx, await deleteDeadDevices(tx, dead)))
}

/** That Postmark calls an address inactive is Postmark's own word, but not why: its lists say. */
const toChecks = (channel: Channel, answered: AnsweredDelivery[]): NewCheck[] =>
  answered.flatMap(({ call, answer }): NewCheck[] =>
    channel === 'email' && answer.kind === 'refused' && 'suppress' in answer && answer.suppress === 'bounced'
      ? [
          {
            address: call.address,
            cause: 'told',
            claim: { bounce: null, isSuppressed: true, stream: streamOf(call) },
          },
        ]
      : [],
  )

/** The alerts of texts that the provider will never take. */
async function mailRefused(
  tx: Transaction,
  channel: Channel,
  recorded: Transition[],
  answered: AnsweredDelivery[],
): Promise<void> {
  if (channel !== 'sms') return
  const failed = new Set(recorded.flatMap(({ id, state }) => (state === 'failed' ? [id] : [])))
  for (const { call } of answered)
    if (failed.has(call.id) && call.content.kind === 'ride-alerts')
      await mailInstead(tx, call.id, call.content)
}
