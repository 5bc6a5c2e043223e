import type { MailList, SuppressionScope } from '@walkon/contracts/values'
import { streamOfList, type MailStream } from './delivery-source.ts'
import { LIST_SCOPES, scopeOfStream, type SuppressionReason } from './suppression-scope.ts'

/** Postmark's lists decide if an address is suppressed: its webhooks are not signed, so an event is only a claim. */

/**
 * Why an address is looked up. A webhook or a refusal has told of it, its owner has opened the link of a mail or wants a list again, or
 * support releases it.
 */
export const CHECK_CAUSES = ['told', 'confirmed', 'resumed', 'support'] as const
export type CheckCause = (typeof CHECK_CAUSES)[number]

export const CHECK_OUTCOMES = [
  'confirmed',
  'unconfirmed',
  'released',
  'still-suppressed',
  'given-up',
] as const
export type CheckOutcome = (typeof CHECK_OUTCOMES)[number]

export type Claim = {
  /** A bounce to look up, and the delivery that it is said to be of. */
  bounce: { id: number; deliveryId: string | null } | null
  /** True if the address is said to be suppressed; null if that is not said. */
  isSuppressed: boolean | null
  /** On which list; null where that is not said. */
  stream: MailStream | null
}

/** An address in the list of a stream. */
export type Listed = { stream: MailStream; reason: SuppressionReason; since: Date }

/** `list` is the one that its owner wants again, where that is the cause. */
export type Demand = { cause: CheckCause; provenAt: Date | null; list: MailList | null }

/**
 * True if Postmark is to take an address off a list. A bounce is over once its owner has shown, after it, that mail arrives; `unsubscribed`
 * once its owner wants the mails of the list again. Postmark itself never lifts a complaint.
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

/** Returns the suppressions that stand by Postmark's lists, and those that stood by them alone and are to go. */
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

/** Suppressions that only Postmark's lists and refusals cause. */
const OF_POSTMARK: SuppressionKind[] = [
  ...[...LIST_SCOPES, 'all' as const].flatMap((scope): SuppressionKind[] => [
    { reason: 'bounced', scope },
    { reason: 'complained', scope },
  ]),
  { reason: 'unsubscribed', scope: 'all' },
]
const UNREADABLE: SuppressionKind[] = [{ reason: 'invalid', scope: 'all' }]
/** Suppressions by the visitor's wish, or because Postmark called it no address. */
const OF_OURS: SuppressionKind[] = [
  ...UNREADABLE,
  ...LIST_SCOPES.map((scope): SuppressionKind => ({ reason: 'unsubscribed', scope })),
]

/** Judges a claim by Postmark's answer. `hasBounce` is null if no bounce was claimed. */
export function judgeClaim(claim: Claim | null, listed: Listed[], hasBounce: boolean | null): CheckOutcome {
  if (hasBounce === false) return 'unconfirmed'
  if (claim === null || claim.isSuppressed === null) return 'confirmed'
  const isListed = listed.some(({ stream }) => claim.stream === null || claim.stream === stream)
  return isListed === claim.isSuppressed ? 'confirmed' : 'unconfirmed'
}
