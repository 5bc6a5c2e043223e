import type { Channel as ChannelName } from '@walkon/contracts/values'
import type { Answer } from '@walkon/runtime/provider-answers'
import type { Provider } from '@walkon/runtime/provider-calls'
import type { LeasedDelivery, UnknownDelivery } from '../db/deliveries/leases.ts'
import type { SuppressionReason } from '../domain/suppression-scope.ts'

/** A provider's answer to one message. */
export type DeliveryAnswer =
  | Answer
  /** `suppress` says that its address will never be reached either, `isOurFault` that an operator should look. */
  | { kind: 'refused'; reason: string; suppress: SuppressionReason | null; isOurFault?: true }
  /** For a push: `isGone` if its device will never be reached, `isOurFault` if the fault is probably in our own settings. */
  | { kind: 'refused'; reason: string; isGone: boolean; isOurFault: boolean }

/** A way to write to people: what differs between email, text messages and push. */
export type Channel<Message> = Provider<LeasedDelivery, Message, DeliveryAnswer, UnknownDelivery> & {
  name: ChannelName
}
