import { mailListLeft, recipientSuppressed } from '@walkon/contracts/events/notifications'
import { emit } from '@walkon/messaging/emit'
import type { Transaction } from '@walkon/service/database'
import { listNamedNumbers } from '../../db/texts/confirmed-numbers.ts'
import { listUsersOf } from '../../db/accounts/accounts.ts'
import { deleteSubscribers } from '../../db/newsletter/newsletter.ts'
import {
  insertSuppressions,
  suppressQueued,
  type NewSuppression,
  type Suppression,
} from '../../db/suppressions/suppressions.ts'
import type { Transition } from '../../db/deliveries/transitions.ts'
import { listLeftBy } from '../../domain/suppression-scope.ts'
import { mailUnsent } from '../alerts/mail-instead.ts'
import { publishNumbers } from '../texts/publish-numbers.ts'
import { settle } from '../deliveries/settle-deliveries.ts'

/**
 * Stops writing to these addresses, at once: their queued messages end as `suppressed`, later ones are stopped when their turn comes. The
 * alerts of texts that were queued go by email.
 */
export async function suppressAddresses(tx: Transaction, suppressions: Suppression[]): Promise<Transition[]> {
  return (await suppressFresh(tx, suppressions)).transitions
}

/** The same, with those that did not stand before. */
export async function suppressFresh(
  tx: Transaction,
  suppressions: Suppression[],
): Promise<{ transitions: Transition[]; fresh: NewSuppression[] }> {
  if (suppressions.length === 0) return { transitions: [], fresh: [] }
  const fresh = await insertSuppressions(tx, suppressions)
  await emit(
    tx,
    recipientSuppressed,
    fresh.map((data) => ({ data })),
  )
  await publishLeft(tx, fresh)
  const ended = await suppressQueued(tx, suppressions)
  const transitions = await settle(tx, ended.transitions)
  await mailUnsent(tx, ended.unsent)
  const numbers = numbersOf(fresh)
  if (numbers.length > 0) await publishNumbers(tx, await listNamedNumbers(tx, numbers))
  return { transitions, fresh }
}

const numbersOf = (suppressed: Pick<Suppression, 'channel' | 'addressHash'>[]): string[] =>
  suppressed.flatMap(({ channel, addressHash }) => (channel === 'sms' ? [addressHash] : []))

/** Tells the owners of the lists that these suppressions leave, so that they stop what they do for the address. The newsletter is ours. */
async function publishLeft(tx: Transaction, suppressions: NewSuppression[]): Promise<void> {
  const left = suppressions.flatMap(({ channel, addressHash, suppressedAt: leftAt, ...kind }) => {
    const list = listLeftBy(channel, kind)
    return list ? [{ list, addressHash, leftAt }] : []
  })
  if (left.length === 0) return
  const ofNewsletter = left.filter(({ list }) => list === 'newsletter')
  await deleteSubscribers(
    tx,
    ofNewsletter.map(({ addressHash }) => addressHash),
  )
  const users = await listUsersOf(
    tx,
    left.map(({ addressHash }) => addressHash),
  )
  await emit(
    tx,
    mailListLeft,
    left.map((data) => ({ data: { ...data, userId: users.get(data.addressHash) ?? null } })),
  )
}
