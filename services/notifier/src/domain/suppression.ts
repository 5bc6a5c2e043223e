import type { Channel, MailList } from '@walkon/contracts/values'
import { streamOf, type DeliverySource, type MailStream } from './delivery-source.ts'

/** Why an address is not written to. */
export type SuppressionReason = 'unsubscribed' | 'bounced' | 'complained' | 'invalid'

/** What is not sent: alerts alone, or letters too. Mail that fails as an alert may still arrive as a letter that was asked for. */
export type SuppressionScope = 'alerts' | 'all'

/** A visitor who refuses a letter gets no alert either; one who refuses alerts still gets the letters of their account. */
export const scopeOfStream = (stream: MailStream): SuppressionScope =>
  stream === 'alerts' ? 'alerts' : 'all'

/** What a refusal of one delivery says of its address. Only a mailbox that Postmark calls inactive is so for one stream. */
export const scopeOfRefusal = (
  channel: Channel,
  source: DeliverySource,
  reason: SuppressionReason,
): SuppressionScope => (channel === 'email' && reason === 'bounced' ? scopeOfStream(streamOf(source)) : 'all')

/** The list that is left by a suppression; null where nobody left one: mail came back, or nothing at all goes to the address. */
export const listLeftBy = (
  channel: Channel,
  { reason, scope }: { reason: SuppressionReason; scope: SuppressionScope },
): MailList | null =>
  channel === 'email' && scope === 'alerts' && (reason === 'unsubscribed' || reason === 'complained')
    ? 'ride-alerts'
    : null
