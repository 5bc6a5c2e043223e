import type { EventOf } from '@walkon/contracts/event'
import type { userNotificationRequested } from '@walkon/contracts/events/notifications'
import { hashAddress } from '@walkon/service/address-hash'
import type { Transaction } from '@walkon/service/database'
import {
  insertWaitingLetters,
  listAccounts,
  listErasedUsers,
  lockAccounts,
  type Account,
  type UserLetter,
} from '../../db/accounts/accounts.ts'
import { insertDeliveries, listKnownSources, type NewDelivery } from '../../db/deliveries/deliveries.ts'
import { deliveryIdOf } from '../../db/deliveries/delivery-ids.ts'
import { isForMailboxAlone } from '../../domain/content.ts'
import { findErased } from '../accounts/find-erased.ts'
import { queueLetterWebhooks } from '../webhooks/queue-webhooks.ts'
import { findPushable, type PushRules } from '../push/find-pushable.ts'
import { settleAgain, settleDropped } from './settle-letters.ts'

export type UserLetterDeps = { pushes: PushRules }
export type UserRequestDeps = UserLetterDeps & { now: () => Date }

type RequestEvent = EventOf<typeof userNotificationRequested>

/**
 * Queues the letters that other services have written to users, once for each notification id and never to a deleted account. A letter whose
 * account is not known yet waits for it until it expires. Returns the deliveries.
 */
export async function deliverToUsers(
  tx: Transaction,
  events: RequestEvent[],
  { now, ...deps }: UserRequestDeps,
): Promise<NewDelivery[]> {
  const letters = events.map(toLetter)
  const userIds = letters.map(({ userId }) => userId)
  const erased = await findErased(tx, {
    addresses: [],
    subscriptionIds: letters.flatMap(({ content }) => content.subscriptionId ?? []),
  })
  await lockAccounts(tx, userIds)
  const [gone, known, accounts] = await Promise.all([
    listErasedUsers(tx, userIds),
    listKnownSources(
      tx,
      letters.map(({ notificationId }) => notificationId),
    ),
    listAccounts(tx, userIds),
  ])
  const isErased = ({ userId, content }: UserLetter) =>
    gone.has(userId) || erased.hasSubscription(content.subscriptionId ?? null)
  const fresh = letters.filter((letter) => !known.has(letter.notificationId) && !isErased(letter))
  await settleDropped(
    tx,
    letters.filter((letter) => isErased(letter)).map(({ notificationId: id }) => ({ id, reason: 'erased' })),
    now(),
  )
  await settleAgain(tx, [...known])
  const hasAddress = new Set(accounts.map(({ userId }) => userId))
  await insertWaitingLetters(
    tx,
    fresh.filter(({ userId }) => !hasAddress.has(userId)),
  )
  return queueLetters(tx, fresh, accounts, deps)
}

/** Queues each letter whose account is among these: by mail, and to the account's devices unless it is for a mailbox alone. */
export async function queueLetters(
  tx: Transaction,
  letters: UserLetter[],
  accounts: Account[],
  { pushes }: UserLetterDeps,
): Promise<NewDelivery[]> {
  const pushable = await findPushable(
    tx,
    accounts.map(({ email }) => email),
    pushes,
  )
  const accountOf = new Map(accounts.map((account) => [account.userId, account]))
  const deliveries = letters.flatMap((letter) => {
    const account = accountOf.get(letter.userId)
    if (!account) return []
    const devices = isForMailboxAlone(letter.content) ? [] : pushable(account.email).devices
    return [
      toDelivery(letter, account, { channel: 'email', address: account.email }),
      ...devices.map((address) => toDelivery(letter, account, { channel: 'push', address })),
    ]
  })
  await insertDeliveries(tx, deliveries)
  await queueLetterWebhooks(tx, deliveries)
  return deliveries
}

function toLetter({ data, occurredAt, traceparent }: RequestEvent): UserLetter {
  const { notificationId, userId, notification: content, list = null, expiresAt } = data
  return {
    notificationId,
    userId,
    content,
    list,
    expiresAt,
    requestedAt: occurredAt.toISOString(),
    traceparent,
  }
}

/** The links of the letter speak for the account since it has the address: no earlier. */
function toDelivery(
  { notificationId, userId, content, list, expiresAt, requestedAt, traceparent }: UserLetter,
  { email, heldSince }: Account,
  { channel, address }: Pick<NewDelivery, 'channel' | 'address'>,
): NewDelivery {
  const to = { channel, addressHash: hashAddress(address) }
  return {
    ...to,
    address,
    id: deliveryIdOf({ sourceId: notificationId, ...to }, new Date(requestedAt)),
    source: 'notification',
    sourceId: notificationId,
    subscriptionId: content.subscriptionId ?? null,
    userId,
    list,
    email,
    parkId: content.park?.parkId ?? null,
    content,
    expiresAt: new Date(expiresAt).toISOString(),
    observedAt: null,
    requestedAt: new Date(Math.max(Date.parse(requestedAt), Date.parse(heldSince))).toISOString(),
    traceparent,
    linkHash: null,
  }
}
