import type { Channel as ChannelName } from '@walkon/contracts/values'
import type { ClaimedDelivery, UnknownDelivery } from '../db/claims.ts'
import type { Answer } from '../domain/delivery.ts'

/** A way to write to people: what differs between e-mail, text messages and push. */
export type Channel = {
  name: ChannelName
  /** The most messages the provider takes at once. */
  batchSize: number
  /**
   * Sends each delivery and says what the provider answered to it. `mayCall` is asked right before the provider is
   * called, and when it says no, nothing is sent: by then somebody else may hold the deliveries.
   */
  send(deliveries: ClaimedDelivery[], mayCall: () => boolean): Promise<AnsweredDelivery[]>
  /** The provider's id of the message, null where it knows none. Rejects when the provider does not say. */
  find(delivery: UnknownDelivery): Promise<string | null>
}

export type AnsweredDelivery = { delivery: ClaimedDelivery; answer: Answer }
