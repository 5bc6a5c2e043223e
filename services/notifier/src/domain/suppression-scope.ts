import { mailList, type Channel, type MailList, type SuppressionScope } from '@walkon/contracts/values'
import { streamOf, streamOfList, type DeliverySource, type MailStream } from './delivery-source.ts'

/** Why an address is not written to. */
export const SUPPRESSION_REASONS = ['unsubscribed', 'bounced', 'complained', 'invalid'] as const
export type SuppressionReason = (typeof SUPPRESSION_REASONS)[number]

/** The scopes of the lists. */
export const LIST_SCOPES = mailList.options.map(streamOfList)

/** A visitor who refuses a letter gets nothing of a list either; one who refuses a list still gets the letters of their account. */
export const scopeOfStream = (stream: MailStream): SuppressionScope => (stream === 'letters' ? 'all' : stream)

/** Returns the scope of a delivery's refusal. Only a mailbox that Postmark calls inactive is so for one stream. */
export const scopeOfRefusal = (
  channel: Channel,
  delivery: { source: DeliverySource; list: MailList | null },
  reason: SuppressionReason,
): SuppressionScope =>
  channel === 'email' && reason === 'bounced' ? scopeOfStream(streamOf(delivery)) : 'all'

/** Lists those of these suppressions that stop the mails of a list. */
export const standingAgainst = <Kind extends { scope: SuppressionScope }>(
  list: MailList,
  standing: Kind[],
): Kind[] => standing.filter(({ scope }) => scope === 'all' || scope === streamOfList(list))

/** The list that a suppression leaves; null if no list was left: mail came back, or nothing at all goes to the address. */
export function listLeftBy(
  channel: Channel,
  { reason, scope }: { reason: SuppressionReason; scope: SuppressionScope },
): MailList | null {
  if (channel !== 'email' || (reason !== 'unsubscribed' && reason !== 'complained')) return null
  return mailList.options.find((list) => streamOfList(list) === scope) ?? null
}
