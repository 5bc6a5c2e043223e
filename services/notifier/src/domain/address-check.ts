import type { MailList, SuppressionScope } from '@walkon/contracts/values'
import { streamOfList, type MailStream } from './delivery-source.ts'
import { LIST_SCOPES, scopeOfStream, type SuppressionReason } from './suppression.ts'

/** Whether an address is suppressed is looked up at Postmark: its webhooks are not signed, so what they say is a claim. */

/**
 * Why an address is looked up: a webhook or a refusal has told of it, its owner has opened the link of a mail, its owner wants
 * the mails of a list again, or support releases it.
 */
export type CheckCause = 'told' | 'confirmed' | 'resumed' | 'support'

export type CheckOutcome = 'confirmed' | 'unconfirmed' | 'released' | 'still-suppressed' | 'given-up'

export type Claim = {
  /** A bounce to look up, and the delivery that it is said to be of. */
  bounce: { id: number; deliveryId: string | null } | null
  /** Whether the address is said to be suppressed; null where that is not said. */
  isSuppressed: boolean | null
  /** On which list; null where that is not said. */
  stream: MailStream | null
}

/** An address in the list of a stream. */
export type Listed = { stream: MailStream; reason: SuppressionReason; since: Date }

/** `list` is the one that its owner wants again, where that is the cause. */
export type Demand = { cause: CheckCause; provenAt: Date | null; list: MailList | null }

/**
 * Whether Postmark is to take an address off a list. A bounce is over once its owner has shown, after it, that mail arrives;
 * `unsubscribed` once its owner wants the mails of the list again. Postmark itself never lifts a complaint.
 */
export function mayRelease({ stream, reason, since }: Listed, { cause, provenAt, list }: Demand): boolean {
  const isProven = reason === 'bounced' && provenAt !== null && since <= provenAt
  switch (cause) {
    case 'told':
      return false
    case 'confirmed':
      return isProven
    case 'resumed':
      return isProven || (reason === 'unsubscribed' && stream === streamOfList(list ?? 'ride-alerts'))
    case 'support':
      return reason !== 'complained'
    default:
      return cause satisfies never
  }
}

export type SuppressionKind = { reason: SuppressionReason; scope: SuppressionScope }

/** What stands against the address by Postmark's lists, and what stood there by them alone and is to go. */
export function toSuppressions(
  listed: Listed[],
  { cause }: Pick<Demand, 'cause'>,
): Record<'standing' | 'gone', SuppressionKind[]> {
  const standing = listed.map(({ stream, reason }) => ({ reason, scope: scopeOfStream(stream) }))
  const stands = (kind: SuppressionKind) =>
    standing.some(({ reason, scope }) => reason === kind.reason && scope === kind.scope)
  const known = [...OF_POSTMARK, ...(cause === 'support' ? OF_OURS : cause === 'told' ? [] : UNREADABLE)]
  return { standing, gone: known.filter((kind) => !stands(kind)) }
}

/** What only Postmark's lists and refusals bring about. */
const OF_POSTMARK: SuppressionKind[] = [
  ...[...LIST_SCOPES, 'all' as const].flatMap((scope): SuppressionKind[] => [
    { reason: 'bounced', scope },
    { reason: 'complained', scope },
  ]),
  { reason: 'unsubscribed', scope: 'all' },
]
const UNREADABLE: SuppressionKind[] = [{ reason: 'invalid', scope: 'all' }]
/** What the visitor wished, or what Postmark called no address. */
const OF_OURS: SuppressionKind[] = [
  ...UNREADABLE,
  ...LIST_SCOPES.map((scope): SuppressionKind => ({ reason: 'unsubscribed', scope })),
]

/** Whether Postmark bears out what was claimed. `hasBounce` is null where no bounce was claimed. */
export function judgeClaim(claim: Claim | null, listed: Listed[], hasBounce: boolean | null): CheckOutcome {
  if (hasBounce === false) return 'unconfirmed'
  if (claim === null || claim.isSuppressed === null) return 'confirmed'
  const isListed = listed.some(({ stream }) => claim.stream === null || claim.stream === stream)
  return isListed === claim.isSuppressed ? 'confirmed' : 'unconfirmed'
}
